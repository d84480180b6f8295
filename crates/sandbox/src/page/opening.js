// The start page, shown while there are no messages: games as tiles, to begin with one press.

import { el, iconButton } from "./dom.js";
import { line } from "./markdown.js";
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
  let failed = "";
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

  const stop = el("button", { type: "button", class: "link", data: { stop: "" }, onclick: end }, "Stop");
  const state = el("span", {});
  card.sample = el("span", { class: "sample", role: "status", hidden: true }, state, stop);
  const cause = el("button", { type: "button", class: "link", onclick: () => card.hidden && card.toggle() });
  card.fault = el("span", { class: "sample", role: "status", hidden: true, data: { broken: "" } }, cause);
  card.read = el("span", { class: "sample", role: "status", hidden: true, data: { read: "" } });
  let reads;
  let watching;
  let shown = "";

  /** Shows a sample that is playing, or its end until it is left: its spectator's column alone is on screen. */
  function show(sample) {
    card.sample.hidden = !sample;
    state.textContent = sample === "over" ? "The sample is over · " : "A sample is playing · ";
    stop.textContent = sample === "over" ? "Back to the table" : "Stop";
    shown = sample;
    document.dispatchEvent(new CustomEvent("sample", { detail: Boolean(sample) }));
  }

  async function watch() {
    clearTimeout(watching);
    const { playing } = await call("/client/sample");
    show(playing ? "playing" : shown && "over");
    if (playing) watching = setTimeout(watch, 2_000);
  }
  watch().catch(() => {});

  /** Stops the sample, whose match then ends without a result, or leaves a finished one. */
  async function end() {
    if (shown === "over") return show("");
    stop.disabled = true;
    await call("/client/sample", {});
    stop.disabled = false;
    clearTimeout(watching);
    show("");
    for (const person of people) person.note(person.channel, "The sample is stopped, and its match is over.", "stopped", false);
  }

  async function play({ scene, shows }, { currentTarget }) {
    playing = true;
    failed = "";
    currentTarget.closest(".opening-tile").append(told);
    draw();
    try {
      const answer = await call("/client/scene", { scene });
      if (answer.ok === false) throw new Error(answer.error);
      over = true;
      asked = false;
      show("");
      await Promise.all(people.map((person) => person.people.go(answer.channel)));
      face(shows);
      watch();
    } catch (error) {
      failed = error.message;
      asked = true;
    }
    playing = false;
    draw();
    told.scrollIntoView({ block: "nearest" });
  }

  const button = (scene, number) => el("button", {
    type: "button", class: number ? "button" : "button primary", title: scene.note, data: { scene: scene.scene }, onclick: (event) => play(scene, event),
  }, scene.label);

  // Indented lines are an error's source line and its mark.
  const noted = (note) => {
    const [said, ...source] = note.split("\n");
    return [said, ...source].reduce((parts, words) => {
      const kind = words.startsWith(" ") ? "PRE" : "P";
      const last = parts.at(-1);
      if (kind === "PRE" && last?.tagName === kind) last.textContent += `\n${words}`;
      else parts.push(el(kind.toLowerCase(), {}, words));
      return parts;
    }, []);
  };

  const tile = ({ title, note, picture, alt, scenes }) => el("article", { class: "opening-tile", "aria-label": title },
    picture ? el("img", { src: picture, alt, loading: "lazy" }) : null, el("h3", {}, title), noted(note), el("div", { class: "opening-row" }, scenes.map(button)));

  function draw() {
    const { tiles = [], commands } = first.state;
    const typing = Boolean(document.activeElement?.closest?.(".composer"));
    over ||= !playing && !silent();
    card.hidden = !asked && !playing && (over || !tiles.length || !first.loaded.size || typing);
    const waits = !commands.length;
    const fault = tiles.map((tile) => tile.fault).join("");
    if (cause.textContent !== fault) cause.textContent = fault;
    card.fault.hidden = !fault;
    const newest = Math.max(0, ...tiles.map((tile) => tile.reads));
    if (reads !== undefined && newest > reads) card.read.textContent = `Read again at ${new Date().toLocaleTimeString()}: the next match plays it.`;
    reads = newest;
    card.read.hidden = !card.read.textContent || Boolean(fault);
    told.classList.toggle("bad", Boolean(failed));
    const words = playing ? "One moment …" : failed || (waits ? "The bot is starting …" : "");
    if (told.dataset.words !== words) {
      told.dataset.words = words;
      told.replaceChildren(line(words, first.people));
      // Without words it takes no room in a tile.
      if (!words) grid.after(told);
    }
    const key = JSON.stringify(tiles);
    if (grid.dataset.tiles !== key) {
      grid.dataset.tiles = key;
      grid.after(told);
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
