// The start page, shown while there are no messages: games as tiles, to begin with one press.

import { el, iconButton } from "./dom.js";
import { call } from "./wire.js";

/** Makes the card over the columns. `face` shows a person's column if there is room for one only. */
export function opening(people, face) {
  const [first] = people;
  const told = el("p", { class: "opening-told", role: "status" });
  const grid = el("div", { class: "opening-tiles" });
  const card = el("section", { class: "opening", hidden: true, "aria-label": "Begin", data: { opening: "" } },
    el("h2", {}, "The bot deals two-player Death Matches on Discord. Here you are everybody at the table."),
    el("p", { class: "opening-seats" }, "Ann is the Elimination Candidate (EC), Bob the Death Match Opponent (DMO). Hana hosts, Sam watches."), grid, told,
    el("p", { class: "opening-else" }, "Or type / as any of the four to see what the bot can do."));
  let playing = false;
  let over = false;
  let asked = false;
  const close = iconButton("close", "Close", () => card.toggle(), { class: "icon-button opening-close" });
  card.prepend(close);

  /** Shows or hides the games at any time. */
  card.toggle = () => {
    asked = card.hidden;
    over ||= !asked;
    draw();
  };
  const silent = () => people.every((person) => [...person.messages.values()].every((messages) => !messages.size));

  card.sample = el("span", { class: "sample", role: "status", hidden: true }, "A sample is playing · ",
    el("button", { type: "button", class: "link", data: { stop: "" }, onclick: () => call("/client/sample", {}).then(watch) }, "Stop"));
  let watching;

  /** Shows whether a sample is playing, until it is over. */
  async function watch() {
    clearTimeout(watching);
    const { playing } = await call("/client/sample");
    card.sample.hidden = !playing;
    if (playing) watching = setTimeout(watch, 2_000);
  }
  watch().catch(() => {});

  async function play({ scene, shows }) {
    playing = true;
    asked = false;
    delete told.dataset.failed;
    told.textContent = "One moment …";
    draw();
    try {
      const answer = await call("/client/scene", { scene });
      if (answer.ok === false) throw new Error(answer.error);
      over = true;
      face(shows);
      watch();
    } catch (error) {
      if (silent()) told.dataset.failed = error.message;
      else first.note(first.channel, error.message);
    }
    playing = false;
    draw();
  }

  const button = (scene, number) => el("button", {
    type: "button", class: number ? "button" : "button primary", title: scene.note, data: { scene: scene.scene }, onclick: () => play(scene),
  }, scene.label);

  const tile = ({ title, note, picture, alt, scenes }) => el("article", { class: "opening-tile", "aria-label": title },
    picture ? el("img", { src: picture, alt, loading: "lazy" }) : null, el("h3", {}, title), el("p", {}, note), el("div", { class: "opening-row" }, scenes.map(button)));

  function draw() {
    const { tiles = [], commands } = first.state;
    const typing = Boolean(document.activeElement?.closest?.(".composer"));
    over ||= !playing && !silent();
    card.hidden = !asked && (over || !tiles.length || !first.loaded.size || (typing && !playing));
    const waits = !commands.length;
    const { failed } = told.dataset;
    told.classList.toggle("bad", Boolean(failed) && !playing);
    if (!playing) told.textContent = failed ?? (waits ? "The bot is starting …" : "");
    const key = JSON.stringify(tiles);
    if (grid.dataset.tiles !== key) {
      grid.dataset.tiles = key;
      grid.replaceChildren(...tiles.map(tile));
    }
    for (const each of grid.querySelectorAll("button")) each.disabled = playing || waits;
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || card.hidden || document.querySelector(".modal, dialog[open]")) return;
    card.toggle();
  });

  // The card makes room for the suggestions of a person who is typing.
  for (const event of ["unread", "said", "focusin", "focusout"]) document.addEventListener(event, () => setTimeout(draw));
  return card;
}
