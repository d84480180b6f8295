// Discord's Markdown as elements.

import { el, safeUrl } from "./dom.js";
import { clock } from "./wire.js";

const FENCE = /```(?:([\w+#.-]+)\n)?\n*([^\n][^]*?)\n*```/y;
const HEADER = /(#{1,3}) +([^\n]+)(?:\n|$)/y;
const SUBTEXT = /-# +([^\n]+)(?:\n|$)/y;
const QUOTE_REST = />>> ([^]*)$/y;
const QUOTE = /(?:> [^\n]*(?:\n|$)|>(?:\n|$))+/y;
const LIST = /(?: *(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n|$))+/y;

/** Renders a text. `people` names what is mentioned: `user(id)`, `role(id)`, `channel(id)`;
 * `go(channel)` and `run(command)` follow what is pressed. */
export function markdown(text, people) {
  return el("div", { class: "markdown" }, blocks(String(text ?? ""), people));
}

/** Renders one line: no headers, lists, quotes or blocks. */
export function line(text, people) {
  return el("span", { class: "markdown" }, inline(String(text ?? ""), people));
}

/** Returns a text for screen readers: its words, without marks. */
export function spoken(text, people) {
  const words = markdown(text, people);
  for (const block of words.querySelectorAll("li, h3, h4, h5, small, blockquote, pre")) block.append(" ");
  return words.textContent.replace(/\s+/g, " ").trim();
}

function at(rule, text, position) {
  rule.lastIndex = position;
  return rule.exec(text);
}

/** Renders blocks. Quotes do not nest, as on Discord. */
function blocks(text, people, quoted = false) {
  const out = [];
  let plain = "";
  let position = 0;
  const flush = () => {
    const run = plain.replace(/\n$/, "");
    plain = "";
    if (run) out.push(...inline(run, people));
  };
  const take = (found, node) => {
    flush();
    out.push(...[node].flat());
    position += found[0].length;
  };
  while (position < text.length) {
    const fresh = position === 0 || text[position - 1] === "\n";
    let found;
    if ((found = at(FENCE, text, position))) {
      take(found, el("pre", {}, el("code", { data: { language: found[1] ?? "" } }, found[2])));
      if (text[position] === "\n") position += 1;
    } else if (fresh && (found = at(HEADER, text, position))) take(found, el(`h${found[1].length + 2}`, { class: `size-${found[1].length}` }, inline(found[2], people)));
    else if (fresh && (found = at(SUBTEXT, text, position))) take(found, el("small", { class: "subtext" }, inline(found[1], people)));
    else if (fresh && !quoted && (found = at(QUOTE_REST, text, position))) take(found, el("blockquote", {}, blocks(found[1], people, true)));
    else if (fresh && !quoted && (found = at(QUOTE, text, position))) take(found, el("blockquote", {}, blocks(found[0].replace(/^> ?/gm, "").replace(/\n$/, ""), people, true)));
    else if (fresh && (found = at(LIST, text, position))) take(found, list(found[0].replace(/\n$/, "").split("\n"), people));
    else {
      // An empty line is complete.
      const from = text[position] === "\n" ? position : position + 1;
      const end = /\n|```/.exec(text.slice(from));
      const next = end ? from + end.index + (end[0] === "\n" ? 1 : 0) : text.length;
      plain += text.slice(position, next);
      position = next;
    }
  }
  flush();
  return out;
}

function list(lines, people) {
  const items = lines.map((each) => /^( *)([-*]|\d+\.) +(.*)$/.exec(each)).map(([, indent, mark, rest]) => ({ depth: indent.length, mark, rest }));
  const build = (from, depth) => {
    const numbered = /\d/.test(items[from].mark);
    const node = el(numbered ? "ol" : "ul", numbered ? { start: parseInt(items[from].mark, 10) } : {});
    let index = from;
    while (index < items.length && items[index].depth >= depth) {
      if (items[index].depth > depth + 1 && node.lastChild) {
        const [inner, next] = build(index, items[index].depth);
        node.lastChild.append(inner);
        index = next;
      } else if (/\d/.test(items[index].mark) !== numbered) break;
      else {
        node.append(el("li", {}, inline(items[index].rest, people)));
        index += 1;
      }
    }
    return [node, index];
  };
  const out = [];
  for (let index = 0; index < items.length; ) {
    const [node, next] = build(index, items[index].depth);
    out.push(node);
    index = next;
  }
  return out;
}

const wrap = (tag) => (found, people) => el(tag, {}, inline(found[1], people));
const anchor = (href, ...shown) => {
  const url = safeUrl(href);
  return url ? el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, ...shown) : el("span", {}, ...shown);
};
const chip = (shown, props = {}) => el("span", { class: "mention", ...props }, shown);

/** Draws a role's mention in the role's colour. */
function role(found) {
  const shown = chip(`@${(found?.name ?? "deleted-role").replace(/^@/, "")}`);
  if (found?.color) {
    shown.classList.add("coloured");
    shown.style.setProperty("--role", `#${found.color.toString(16).padStart(6, "0")}`);
  }
  return shown;
}

/** Draws a channel's mention; nothing opens a channel that the person cannot see. */
const channel = (name, go) =>
  name ? el("button", { type: "button", class: "mention", onclick: go }, `#${name}`) : chip([el("span", {}, "# "), el("i", {}, "unknown")]);

/** Emoji drawn as pictures, like on Discord, because not every machine has a font with them. */
const DRAWN = { "🟠": "round", "🔷": "diamond", "🔴": "red", "🔵": "blue" };

const RULES = [
  [/🟠|🔷|🔴|🔵/y, (found) => el("span", { class: `drawn ${DRAWN[found[0]]}`, role: "img", "aria-label": found[0] })],
  [/\\([^0-9A-Za-z\s])/y, (found) => found[1]],
  [/(`+)([^]*?[^`])\1(?!`)/y, (found) => el("code", {}, found[1].length > 1 ? found[2].replace(/^ | $/g, "") : found[2])],
  [/\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/y, wrap("strong")],
  [/__((?:\\[^]|[^\\])+?)__(?!_)/y, wrap("u")],
  [/\*(?=\S)((?:\*\*|\\[^]|\s+(?:\\[^]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y, wrap("em")],
  [/(?<!\w)_((?:__|\\[^]|[^\\_])+?)_(?!\w)/y, wrap("em")],
  [/~~([^]+?)~~/y, wrap("s")],
  [/\|\|([^]+?)\|\|/y, spoiler],
  [/\[((?:\\.|[^\]\\\n])+)\]\(\s*<?(https?:\/\/(?:[^\s<>()]|\([^\s<>()]*\))+)>?(?:\s+"[^"\n]*")?\s*\)/y, (found, people) => anchor(found[2], ...inline(found[1], people))],
  [/<(https?:\/\/[^\s>]+)>/y, (found) => anchor(found[1], found[1])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"'\])!?*_|]/y, (found) => anchor(found[0], found[0])],
  [/<@!?(\d+)>/y, (found, people) => chip(`@${people.user(found[1])}`, { data: { user: found[1] } })],
  [/<@&(\d+)>/y, (found, people) => role(people.role(found[1]))],
  [/<#(\d+)>/y, (found, people) => channel(people.channel(found[1]), () => people.go(found[1]))],
  [/<\/([^:>\n]+):\d+>/y, (found, people) => el("button", { type: "button", class: "mention", onclick: () => people.run(found[1]) }, `/${found[1]}`)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (found) => stamp(Number(found[1]), found[2] ?? "f")],
  [/<a?(:\w+:)\d+>/y, (found) => found[1]],
  [/@(?:everyone|here)\b/y, (found) => chip(found[0])],
];

function inline(text, people) {
  const out = [];
  let plain = "";
  let position = 0;
  scan: while (position < text.length) {
    if (/[\\`*_~|[<@h\ud83d]/.test(text[position])) {
      for (const [rule, make] of RULES) {
        const found = at(rule, text, position);
        if (!found) continue;
        if (plain) out.push(plain);
        plain = "";
        out.push(make(found, people));
        position += found[0].length;
        continue scan;
      }
    }
    plain += text[position];
    position += 1;
  }
  if (plain) out.push(plain);
  return out;
}

function spoiler(found, people) {
  const inner = el("span", { "aria-hidden": "true" }, inline(found[1], people));
  const cover = el("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler", "aria-expanded": "false" }, inner);
  const reveal = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    if (cover.classList.contains("shown")) return;
    event.preventDefault();
    cover.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label", "aria-expanded"]) cover.removeAttribute(name);
    inner.removeAttribute("aria-hidden");
  };
  cover.addEventListener("click", reveal);
  cover.addEventListener("keydown", reveal);
  return cover;
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

/** Makes a time in one of Discord's styles. `R` is a countdown. */
function stamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${seconds}:${style}>`;
  const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" }).format(date);
  const shown = style === "R" ? relative(seconds) : new Intl.DateTimeFormat(undefined, STYLES[style]).format(date);
  return el("time", { class: "stamp", datetime: date.toISOString(), title: full, data: { stamp: seconds, style } }, shown);
}

const UNITS = [[60, "second"], [60, "minute"], [24, "hour"], [30.44, "day"], [12, "month"], [Infinity, "year"]];

function relative(seconds) {
  const left = seconds - clock.now() / 1000;
  let amount = Math.round(Math.abs(left));
  for (const [size, unit] of UNITS) {
    if (amount < size) {
      const article = unit === "hour" ? "an" : "a";
      const words = amount === 0 ? "a few seconds" : amount === 1 ? `${article} ${unit}` : `${amount} ${unit}s`;
      return left > 0 ? `in ${words}` : `${words} ago`;
    }
    amount = Math.round(amount / size);
  }
  return "";
}

setInterval(() => {
  for (const node of document.querySelectorAll('.stamp[data-style="R"]')) {
    const shown = relative(Number(node.dataset.stamp));
    if (node.textContent !== shown) node.textContent = shown;
  }
}, 250);
