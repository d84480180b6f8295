// A command being filled in, from its first option until it is sent.

import { Kind } from "./commands.js";
import { el, iconButton } from "./dom.js";
import { Field } from "./field.js";

/** A command being filled in. */
export class Call {
  constructor(composer, command, values) {
    this.composer = composer;
    this.person = composer.person;
    this.command = command;
    this.fields = [];
    this.more = el("button", { type: "button", class: "more", "aria-haspopup": "listbox", onclick: () => this.offerMore(), onkeydown: (event) => this.moreKey(event), onblur: () => composer.hide() });
    this.element = el("div", { class: "call", data: { command: command.name }, role: "group", "aria-label": `Command ${command.name}` },
      el("span", { class: "call-name", title: command.description }, `/${command.name}`), this.more,
      iconButton("close", "Leave the command", () => composer.quit("")));
    for (const option of command.options) if (option.required || values[option.name] !== undefined) this.add(option, values[option.name]);
    this.count();
  }

  get rest() {
    return this.command.options.filter((option) => !this.fields.some((field) => field.option === option));
  }

  count() {
    const { length } = this.rest;
    this.more.hidden = !length;
    this.more.textContent = `+${length} optional`;
  }

  add(option, text) {
    const field = new Field(this, option);
    this.fields.push(field);
    this.element.insertBefore(field.element, this.more);
    if (text !== undefined) field.fill(text);
    this.count();
    return field;
  }

  drop(field) {
    const before = this.fields[this.fields.indexOf(field) - 1];
    this.fields = this.fields.filter((each) => each !== field);
    field.element.remove();
    this.composer.hide();
    this.count();
    (before ?? this).focus();
  }

  begin(loose) {
    const first = this.fields.find((field) => !field.filled) ?? this.fields.at(-1);
    if (first && loose && !first.filled && first.input) first.input.value = loose;
    this.focus();
    if (!first) this.composer.show(this.more, [], this.hint());
  }

  hint() {
    return [el("b", {}, `/${this.command.name} `), this.command.description];
  }

  focusable() {
    return (this.fields.find((field) => !field.filled) ?? this.fields.at(-1))?.control ?? (this.more.hidden ? this.composer.element.querySelector(".send") : this.more);
  }

  focus() {
    this.focusable().focus({ preventScroll: true });
  }

  next() {
    const open = this.fields.find((field) => !field.filled);
    if (open) open.control.focus();
    else this.composer.hide();
  }

  offerMore() {
    this.more.focus();
    this.composer.show(this.more, this.rest.map((option) => ({ label: option.name, note: option.description, value: option.name, take: () => this.add(option).control.focus() })), "Options");
  }

  moreKey(event) {
    const { composer } = this;
    if (composer.offering && composer.choices.steer(event)) return;
    if (event.key === "Enter" && composer.offering) {
      event.preventDefault();
      composer.choices.pick(composer.choices.current);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.send();
    } else if (event.key === "Backspace" && !this.fields.length) {
      event.preventDefault();
      composer.quit(`/${this.command.name}`);
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (composer.offering) composer.hide();
      else composer.quit("");
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp" || event.key === " ") {
      event.preventDefault();
      this.offerMore();
    }
  }

  /** Returns the current options, for the bot's suggestions. */
  draft() {
    const known = this.fields.filter((field) => field.option.type !== Kind.ATTACHMENT && field.text && (field.option.type === Kind.STRING || field.read().value !== undefined));
    return Object.fromEntries(known.map((field) => [field.option.name, field.read().value ?? field.text]));
  }

  send() {
    let first;
    const options = {};
    for (const field of this.fields) {
      if (!field.filled && !field.option.required) continue;
      const { value, trouble } = field.filled ? field.read() : { trouble: "This option is required. Specify a value" };
      field.mark(trouble);
      if (trouble) first ??= [field, trouble];
      else options[field.option.name] = value;
    }
    if (first) {
      this.composer.hide();
      first[0].control.focus();
      this.composer.hide();
      return this.composer.complain(`${first[0].option.name}: ${first[1]}`);
    }
    const name = this.command.name;
    this.composer.quit("");
    this.person.command(name, options);
  }

  over() {
    for (const field of this.fields) field.over();
  }
}
