// Elements. Data gets into the document only as text or checked attributes, never as markup.

/** Makes an element. `on…` functions become listeners, `data` its data attributes, `true`/`false` presence. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(node.dataset, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  alone: "M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9",
  close: "M6 6l12 12M18 6L6 18",
  down: "M6 9l6 6 6-6",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  hash: "M9 4L7 20M17 4l-2 16M4 9h17M3 15h17",
  link: "M14 5h5v5M19 5l-9 9M10 6H5v13h13v-5",
  menu: "M4 7h16M4 12h16M4 17h16",
  moon: "M20 14A8 8 0 0110 4a8 8 0 1010 10z",
  people: "M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM2 20c0-4 3-6 7-6s7 2 7 6M16 4.5a3.5 3.5 0 010 6.5M18 14c2.5.7 4 2.5 4 6",
  reply: "M4 20v-6a4 4 0 014-4h12",
  send: "M4 12l16-8-6 17-3-7z",
  slash: "M15 4L9 20",
  sun: "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  swords: "M5 4l14 14M19 4L5 18M3 15l6 6M21 15l-6 6",
  tools: "M14 6a4 4 0 015-4l-2 3 2 2 3-2a4 4 0 01-5 5l-9 10-3-3z",
};

/** Makes a line drawing by name, hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" })) svg.setAttribute(key, value);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Makes a button with a picture and a name. */
export function iconButton(name, label, onclick, props = {}) {
  return el("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...props }, icon(name));
}

/** Returns the address, if a page may safely link to it. */
export function safeUrl(text) {
  try {
    const url = new URL(text, location.href);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}

/** Returns the channel of a link to Discord's client, which this page opens as its own channel. */
export const channelOf = (address) => /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)/.exec(address)?.[1];

/** Returns a person's displayed name. */
export const nameOf = (user) => user?.global_name || user?.username || "Someone";

/** Makes a round portrait: the initial on a colour, or crossed swords for the bot. */
export function portrait(user) {
  const hue = [...String(user?.id ?? "")].reduce((sum, digit) => (sum * 31 + digit.charCodeAt(0)) % 360, 7);
  const round = el("span", { class: "portrait", "aria-hidden": "true", data: user?.bot ? { bot: "" } : user?.key ? { key: user.key } : {} },
    user?.bot ? icon("swords") : el("span", {}, [...nameOf(user)][0]?.toUpperCase()));
  round.style.setProperty("--hue", hue);
  return round;
}

let serial = 0;
/** Returns a new element id. */
export const freshId = (stem) => `${stem}-${++serial}`;

/** Compares snowflakes, which are too large for doubles. */
export const byAge = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
