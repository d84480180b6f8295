// The bot's forms, shown in the column of the person who opened one.

import { el, freshId, iconButton } from "./dom.js";
import { offered } from "./components.js";
import { drop, face } from "./menu.js";
import { call } from "./wire.js";

const TEXT_INPUT = 4;
const LABEL = 18;
const TEXT_DISPLAY = 10;

/** Opens a form of the bot in the person's column. */
export function openModal(person, form) {
  person.layer.querySelector(".modal")?.remove();
  const back = document.activeElement;
  const fields = (form.components ?? []).map((row) => field(person, row)).filter(Boolean);
  const inputs = fields.filter((each) => each.customId);
  const title = freshId("title");
  const trouble = el("div", { class: "modal-trouble", role: "alert" });
  const submit = el("button", { type: "submit", class: "button primary" }, el("span", { class: "button-words" }, "Submit"), el("span", { class: "spinner", "aria-hidden": "true" }));
  const close = () => {
    cover.remove();
    back?.isConnected && back.focus({ preventScroll: true });
  };
  const send = async (event) => {
    event.preventDefault();
    if (submit.classList.contains("pending")) return;
    const wrong = inputs.map((each) => each.check() && each).filter(Boolean);
    if (wrong.length) return wrong[0].focus();
    submit.classList.add("pending");
    trouble.textContent = "";
    const values = Object.fromEntries(inputs.map((each) => [each.customId, each.value()]));
    try {
      const answer = await call("/client/modal", { user: person.key, interaction_id: form.interaction_id, custom_id: form.custom_id, fields: values });
      if (!answer.ok) throw new Error(answer.error);
      close();
      person.answered(answer);
    } catch (error) {
      trouble.textContent = error.message || "Something went wrong. Try again.";
    }
    submit.classList.remove("pending");
  };
  const sheet = el("div", { class: "modal", role: "dialog", "aria-modal": "true", "aria-labelledby": title, data: { modal: form.custom_id } },
    el("header", {}, el("h2", { id: title }, form.title), iconButton("close", "Close", close)),
    el("form", { novalidate: true, onsubmit: send },
      el("div", { class: "modal-body" }, fields.map((each) => each.element)),
      trouble,
      el("footer", {}, el("button", { type: "button", class: "button plain", onclick: close }, "Cancel"), submit)));
  const cover = el("div", { class: "cover", onmousedown: (event) => event.target === cover && close() }, sheet);
  sheet.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    }
    if (event.key !== "Tab") return;
    const stops = [...sheet.querySelectorAll("button, input, textarea")].filter((each) => !each.disabled);
    const end = event.shiftKey ? stops[0] : stops.at(-1);
    if (document.activeElement !== end) return;
    event.preventDefault();
    (event.shiftKey ? stops.at(-1) : stops[0]).focus();
  });
  person.layer.append(cover);
  (inputs[0] ?? { focus: () => submit.focus() }).focus();
  // A long text begins at its first line.
  const focused = document.activeElement;
  if (focused.matches("textarea")) focused.setSelectionRange(0, focused.scrollTop = 0);
}

/** Makes a row of a form: `{element, customId, value(), check(), focus()}`. */
function field(person, row) {
  if (row.type === TEXT_DISPLAY) return { element: el("p", { class: "modal-words" }, row.content) };
  const inner = row.type === LABEL ? row.component : row.components?.[0];
  if (!inner) return null;
  const spec = { ...inner, label: row.label ?? inner.label, description: row.description };
  return inner.type === TEXT_INPUT ? textField(spec) : selectField(person, spec);
}

function labelled(spec, id, input, trouble) {
  const required = spec.required ?? true;
  return el("div", { class: "modal-field" },
    el("label", { for: id }, spec.label, required ? el("span", { class: "required", title: "Required" }, " *") : null),
    spec.description ? el("p", { class: "modal-note" }, spec.description) : null, input, trouble);
}

function textField(spec) {
  const id = freshId("field");
  const required = spec.required ?? true;
  const most = spec.max_length ?? 4000;
  const trouble = el("div", { class: "modal-trouble", id: `${id}-trouble`, role: "alert" });
  const input = el(spec.style === 2 ? "textarea" : "input", {
    id, placeholder: spec.placeholder, maxlength: most, rows: spec.style === 2 ? 5 : null, autocomplete: "off",
    "aria-required": String(required), "aria-describedby": trouble.id, data: { customId: spec.custom_id },
  });
  input.value = spec.value ?? "";
  const check = () => {
    const length = input.value.length;
    const least = spec.min_length ?? 0;
    trouble.textContent = required && !input.value.trim() ? "This field is required" : length && length < least ? `At least ${least} characters (${length} so far)` : "";
    input.toggleAttribute("data-wrong", Boolean(trouble.textContent));
    return trouble.textContent;
  };
  input.addEventListener("input", () => trouble.textContent && check());
  return { element: labelled(spec, id, input, trouble), customId: spec.custom_id, value: () => input.value, check, focus: () => input.focus() };
}

function selectField(person, spec) {
  const id = freshId("field");
  const required = spec.required ?? true;
  const offer = offered(person, spec);
  const trouble = el("div", { class: "modal-trouble", role: "alert" });
  const slot = el("div", { class: "select-slot", data: { customId: spec.custom_id } });
  let values = offer.preset;
  const draw = () => {
    const shown = { ...offer, min: required ? offer.min : 0, picked: values, label: spec.label };
    const button = face(shown, (trigger) => drop(person.layer, trigger, { ...shown, done: (picked) => {
      values = picked;
      trouble.textContent = "";
      draw();
      slot.firstChild.focus();
    } }));
    button.id = id;
    slot.replaceChildren(button);
  };
  draw();
  const check = () => (trouble.textContent = required && !values.length ? "This field is required" : "");
  return { element: labelled(spec, id, slot, trouble), customId: spec.custom_id, value: () => values, check, focus: () => slot.firstChild.focus() };
}
