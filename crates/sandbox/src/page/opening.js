// What stands on the page before anybody has said anything: scenes to begin with one press.

import { el } from "./dom.js";
import { call } from "./wire.js";

/** The card over the columns; `face` shows a person where there is room for one only. */
export function opening(people, face) {
  const [first] = people;
  const told = el("p", { class: "opening-told", role: "status" });
  const row = el("div", { class: "opening-row" });
  const card = el("section", { class: "opening", hidden: true, "aria-label": "Begin", data: { opening: "" } },
    el("h2", {}, "Nothing has been said yet."), row, told, el("p", { class: "opening-else" }, "Or type / as any of the four to see what the bot can do."));
  let playing = false;
  let over = false;
  const silent = () => people.every((person) => [...person.messages.values()].every((messages) => !messages.size));

  async function play(number, scene) {
    playing = true;
    delete told.dataset.failed;
    told.textContent = "One moment …";
    draw();
    try {
      const answer = await call("/client/scene", { scene: number });
      if (answer.ok === false) throw new Error(answer.error);
      over = true;
      face(scene.shows);
    } catch (error) {
      if (silent()) told.dataset.failed = error.message;
      else first.note(first.channel, error.message);
    }
    playing = false;
    draw();
  }

  function draw() {
    const { scenes = [], commands } = first.state;
    const typing = Boolean(document.activeElement?.closest?.(".composer"));
    over ||= !playing && !silent();
    card.hidden = over || !scenes.length || !first.loaded.size || (typing && !playing);
    const waits = !commands.length;
    const { failed } = told.dataset;
    told.classList.toggle("bad", Boolean(failed) && !playing);
    if (!playing) told.textContent = failed ?? (waits ? "The bot is starting …" : "");
    if (row.childElementCount !== scenes.length) {
      row.replaceChildren(...scenes.map((scene, number) =>
        el("button", { type: "button", class: "button primary", data: { scene: number }, onclick: () => play(number, scene) }, el("b", {}, scene.label), el("span", {}, scene.note))));
    }
    for (const button of row.children) button.disabled = playing || waits;
  }

  // A typing person's suggestions have the room to themselves.
  for (const event of ["unread", "said", "focusin", "focusout"]) document.addEventListener(event, () => setTimeout(draw));
  return card;
}
