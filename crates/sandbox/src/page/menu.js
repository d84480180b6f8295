// Lists to choose from: the composer's suggestions and the menus of selects.

import { el, freshId, icon } from "./dom.js";

/** A listbox with one active row, controlled by the focused element's keys. */
export class Choices {
  constructor(label, pick) {
    this.pick = pick;
    this.items = [];
    this.active = -1;
    this.element = el("div", { class: "choices", role: "listbox", id: freshId("choices"), "aria-label": label });
  }

  /** Shows `items`: `{label, note?, lead?, value, picked?, disabled?}`. */
  show(items, active = 0) {
    this.items = items;
    this.rows = items.map((item, index) =>
      el("div", {
        class: "choice", role: "option", id: freshId("choice"), data: { value: item.value ?? item.label },
        "aria-selected": item.picked === undefined ? null : String(item.picked), "aria-disabled": item.disabled ? "true" : null,
        onmousedown: (event) => event.preventDefault(),
        onmousemove: () => this.active !== index && this.mark(index, false),
        onclick: () => !item.disabled && this.pick(item),
      },
      item.lead,
      el("span", { class: "choice-words" }, el("span", { class: "choice-label" }, item.label), item.note ? el("span", { class: "choice-note" }, item.note) : null),
      item.check ? el("span", { class: "check", "aria-hidden": "true" }) : item.picked ? el("span", { class: "dot", "aria-hidden": "true" }) : null));
    this.element.replaceChildren(...this.rows);
    this.mark(items.length ? Math.min(active, items.length - 1) : -1);
  }

  mark(index, scroll = true) {
    this.rows[this.active]?.classList.remove("active");
    this.active = index;
    const row = this.rows[index];
    row?.classList.add("active");
    if (scroll) row?.scrollIntoView({ block: "nearest" });
    if (row) this.owner?.setAttribute("aria-activedescendant", row.id);
    else this.owner?.removeAttribute("aria-activedescendant");
  }

  get current() {
    return this.items[this.active];
  }

  /** Handles arrow keys. Returns whether the key was one. */
  steer(event) {
    const last = this.items.length - 1;
    if (last < 0) return false;
    const next = { ArrowDown: this.active >= last ? 0 : this.active + 1, ArrowUp: this.active <= 0 ? last : this.active - 1 }[event.key];
    if (next === undefined) return false;
    event.preventDefault();
    this.mark(next);
    return true;
  }
}

/**
 * Opens a select's list at its `trigger` in `layer`. `spec`: options, min, max, picked (values), done(values).
 * A list for one value closes at the choice, a list for several when it loses the focus.
 */
export function drop(layer, trigger, spec) {
  layer.drop?.close(true);
  const several = spec.max > 1;
  const picked = new Set(spec.picked);
  const before = [...picked].join();
  const full = () => several && picked.size >= spec.max;
  const rows = () => spec.options.map((option) => ({
    ...option, note: option.description, picked: picked.has(option.value), check: several, disabled: full() && !picked.has(option.value),
  }));
  const choices = new Choices(spec.label, (item) => {
    if (several) {
      if (!picked.delete(item.value)) picked.add(item.value);
      refresh(choices.active);
    } else {
      if (item.picked && spec.min === 0) picked.clear();
      else {
        picked.clear();
        picked.add(item.value);
      }
      close(true, true);
    }
  });
  const count = el("span", {});
  const done = el("button", { type: "button", class: "button primary small", onclick: () => close(true) }, "Done");
  const box = el("div", { class: "menu drop", tabindex: "-1" }, choices.element, several ? el("div", { class: "menu-foot" }, count, done) : null);
  choices.owner = choices.element;
  choices.element.tabIndex = 0;

  function refresh(active) {
    choices.show(rows(), active);
    const range = spec.min === spec.max ? `${spec.max}` : `${spec.min} to ${spec.max}`;
    count.textContent = `${picked.size} chosen of ${range}`;
    done.disabled = picked.size < spec.min;
  }
  function place() {
    const room = layer.getBoundingClientRect();
    const by = layer.drop.trigger.getBoundingClientRect();
    const below = room.bottom - by.bottom - 12;
    const above = by.top - room.top - 12;
    const under = below >= Math.min(280, box.scrollHeight) || below >= above;
    box.style.left = `${Math.max(4, by.left - room.left)}px`;
    box.style.width = `${by.width}px`;
    box.style.maxHeight = `${Math.min(280, Math.max(120, under ? below : above))}px`;
    if (under) {
      box.style.top = `${by.bottom - room.top + 4}px`;
      box.style.bottom = "";
    } else {
      box.style.bottom = `${room.bottom - by.top + 4}px`;
      box.style.top = "";
    }
  }
  function close(submit, always = false) {
    if (!box.isConnected) return;
    const current = layer.drop.trigger;
    box.remove();
    document.removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", place);
    layer.drop = null;
    current.setAttribute("aria-expanded", "false");
    if (box.contains(document.activeElement) || document.activeElement === document.body) current.focus({ preventScroll: true });
    const values = spec.options.map((option) => option.value).filter((value) => picked.has(value));
    if (submit && (always || values.join() !== before) && values.length >= spec.min) spec.done(values);
  }
  const outside = (event) => {
    if (!box.contains(event.target) && !layer.drop.trigger.contains(event.target)) close(true);
  };
  let typed = "";
  let typedAt = 0;
  box.addEventListener("keydown", (event) => {
    if (choices.steer(event)) return;
    if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Tab" && several && document.activeElement !== done) done.focus();
      else close(event.key === "Tab");
    } else if ((event.key === "Enter" || event.key === " ") && document.activeElement !== done) {
      event.preventDefault();
      if (choices.current && !choices.current.disabled) choices.pick(choices.current);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      choices.mark(event.key === "Home" ? 0 : choices.items.length - 1);
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      typed = event.timeStamp - typedAt > 800 ? event.key : typed + event.key;
      typedAt = event.timeStamp;
      const found = choices.items.findIndex((item) => item.label.toLowerCase().startsWith(typed.toLowerCase()));
      if (found >= 0) choices.mark(found);
    }
  });

  layer.append(box);
  layer.drop = { trigger, close, place, key: spec.key };
  trigger.setAttribute("aria-expanded", "true");
  refresh(Math.max(0, spec.options.findIndex((option) => picked.has(option.value))));
  place();
  document.addEventListener("pointerdown", outside, true);
  addEventListener("resize", place);
  choices.element.focus({ preventScroll: true });
}

/** Makes a select's button with the chosen options or the placeholder. `open` gets the button. */
export function face(spec, open) {
  const chosen = spec.options.filter((option) => spec.picked.includes(option.value));
  const words = chosen.length === 0
    ? el("span", { class: "placeholder" }, spec.placeholder)
    : chosen.map((option) => el("span", { class: spec.max > 1 ? "picked tag" : "picked" }, option.lead?.cloneNode(true), option.label));
  return el("button", {
    type: "button", class: "select", disabled: spec.disabled, "aria-haspopup": "listbox", "aria-expanded": "false", "aria-label": spec.label,
    onclick: (event) => open(event.currentTarget),
  }, el("span", { class: "select-words" }, words), icon("down"));
}
