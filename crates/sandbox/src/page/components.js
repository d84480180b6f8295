// Buttons and selects of messages and forms.

import { el, icon, nameOf, portrait, safeUrl } from "./dom.js";
import { drop, face } from "./menu.js";

const BUTTONS = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary" };
const SELECTS = new Set([3, 5, 6, 7, 8]);

function emojiOf(emoji) {
  return emoji?.name ? el("span", { class: "emoji" }, emoji.id ? `:${emoji.name}:` : emoji.name) : null;
}

/** Returns the message's rows of buttons and selects, and the place for a failure. */
export function components(person, message) {
  const rows = (message.components ?? []).filter((row) => row.components?.length);
  if (!rows.length) return null;
  return el("div", { class: "components" },
    rows.map((row) => el("div", { class: "row" }, row.components.map((each) => component(person, message, each)))),
    el("div", { class: "failure", role: "alert", hidden: true }));
}

function component(person, message, each) {
  if (each.type === 2 && each.style === 5) {
    const href = safeUrl(each.url);
    return el("a", { class: `button secondary${each.disabled ? " off" : ""}`, href: each.disabled ? null : href, target: "_blank", rel: "noopener noreferrer" }, emojiOf(each.emoji), each.label, icon("link"));
  }
  if (each.type === 2) {
    return el("button", {
      type: "button", class: `button ${BUTTONS[each.style] ?? "secondary"}`, disabled: each.disabled, data: { customId: each.custom_id },
      "aria-label": each.label ? null : each.emoji?.name, onclick: () => person.press(message, each.custom_id),
    }, el("span", { class: "button-words" }, emojiOf(each.emoji), each.label), el("span", { class: "spinner", "aria-hidden": "true" }));
  }
  if (SELECTS.has(each.type)) return select(person, message, each);
  return null;
}

/** Returns a select's options: its own, or all people, roles or channels. */
export function offered(person, each) {
  const people = () => person.state.users.map((user) => ({ label: nameOf(user), description: user.username, value: user.id, lead: portrait(user) }));
  const roles = () => (person.state.guild?.roles ?? []).map((role) => ({ label: role.name, value: role.id }));
  const fits = (channel) => channel.kind !== "dm" && (!each.channel_types?.length || each.channel_types.includes(channel.type ?? 0));
  const channels = () => person.state.channels.filter(fits).map((channel) => ({ label: channel.name, value: channel.id, lead: icon("hash") }));
  const options = {
    3: () => each.options.map((option) => ({ ...option, lead: emojiOf(option.emoji) })),
    5: people, 6: roles, 7: () => [...people(), ...roles()], 8: channels,
  }[each.type]();
  const preset = each.type === 3 ? each.options.filter((option) => option.default).map((option) => option.value) : (each.default_values ?? []).map((value) => value.id);
  return { options, preset, min: each.min_values ?? 1, max: each.max_values ?? 1, placeholder: each.placeholder || "Make a selection" };
}

function select(person, message, each) {
  const slot = el("div", { class: "select-slot", data: { customId: each.custom_id } });
  const draw = (picked) => {
    const offer = offered(person, each);
    const spec = { ...offer, picked, disabled: each.disabled, label: offer.placeholder };
    slot.replaceChildren(face(spec, (trigger) => {
      if (person.presses.busy(message.id)) return;
      if (person.layer.drop?.trigger === trigger) return person.layer.drop.close(true);
      drop(person.layer, trigger, { ...spec, done: (values) => {
        draw(values);
        slot.firstChild.focus({ preventScroll: true });
        person.press(message, each.custom_id, values);
      } });
    }), el("span", { class: "spinner", "aria-hidden": "true" }));
  };
  draw(offered(person, each).preset);
  return slot;
}
