// One option's field: its text or choice, and the rows that it offers.

import { Kind, offers, valueOf } from "./commands.js";
import { el, portrait } from "./dom.js";
import { call as post } from "./wire.js";

const FILE_LIMIT = 10 * 1024 * 1024;
const PAUSE_MS = 180;

/** One option's field. */
export class Field {
  constructor(call, option) {
    this.call = call;
    this.option = option;
    this.composer = call.composer;
    this.chosen = null;
    const props = { onkeydown: (event) => this.key(event), "aria-label": `${option.name}: ${option.description ?? ""}${option.required ? " (required)" : ""}` };
    if (option.type === Kind.ATTACHMENT) {
      this.picker = el("input", { type: "file", hidden: true, tabindex: "-1", onchange: () => this.attach(this.picker.files[0]) });
      this.control = el("button", { type: "button", class: "file-pick", onclick: () => this.picker.click(), onfocus: () => this.describe(), onblur: () => this.composer.hide(), ...props }, "Choose a file");
    } else {
      this.input = el("input", {
        type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.composer.choices.element.id,
        inputmode: option.type === Kind.INTEGER ? "numeric" : null,
        oninput: () => this.typed(), onfocus: () => this.offer(), onclick: () => this.composer.menu.hidden && this.offer(), onblur: () => this.composer.hide(), ...props,
      });
      this.control = this.input;
      this.size();
    }
    this.element = el("label", { class: "option", data: { option: option.name } }, el("span", { class: "option-name" }, option.name), this.control, this.picker);
  }

  get text() {
    return this.input?.value.trim() ?? "";
  }

  get filled() {
    return Boolean(this.picker ? this.chosen : this.text);
  }

  size() {
    this.input.style.width = `${Math.max(3, Math.min(60, this.input.value.length + 1))}ch`;
  }

  fill(text) {
    if (!this.input) return;
    const { value } = valueOf(this.option, text, this.call.person);
    const known = offers(this.option, "", this.call.person)?.find((item) => item.value === value);
    this.input.value = known?.label ?? text;
    this.chosen = known ? { value: known.value } : null;
    this.size();
  }

  read() {
    return this.chosen ?? valueOf(this.option, this.text, this.call.person);
  }

  mark(trouble) {
    this.element.classList.toggle("wrong", Boolean(trouble));
    if (trouble) this.control.setAttribute("aria-invalid", "true");
    else this.control.removeAttribute("aria-invalid");
  }

  typed() {
    this.chosen = null;
    this.mark("");
    this.composer.complain("");
    this.size();
    this.offer();
  }

  hint() {
    return [el("b", {}, `${this.option.name} `), this.option.description ?? ""];
  }

  describe() {
    this.composer.show(this.control, [], this.hint());
  }

  /** Shows the rows, from the bot if the option has autocomplete. */
  offer() {
    clearTimeout(this.timer);
    this.asked = (this.asked ?? 0) + 1;
    this.waiting = false;
    this.hurry = false;
    if (this.option.autocomplete) {
      this.waiting = true;
      if (this.composer.owner !== this.control || this.composer.menu.hidden) this.describe();
      this.timer = setTimeout(() => this.ask(this.asked), PAUSE_MS);
      return;
    }
    const typed = this.chosen ? "" : this.text;
    const items = offers(this.option, typed, this.call.person);
    if (items) this.list(items.map((item) => ({ ...item, lead: item.user && portrait(item.user) })));
    else this.describe();
  }

  async ask(turn) {
    const { person, command } = this.call;
    let items = [];
    try {
      const options = { ...this.call.draft(), [this.option.name]: this.chosen?.value ?? this.input.value };
      const answer = await post("/client/autocomplete", { user: person.key, channel: person.channel, name: command.name, options, focused: this.option.name });
      items = (answer.choices ?? []).map((choice) => ({ label: choice.name, value: choice.value }));
      if (answer.ok === false) throw new Error();
    } catch {
      if (turn === this.asked && document.activeElement === this.input) this.composer.show(this.control, [], [...this.hint(), el("span", { class: "bad" }, " Loading options failed")]);
    }
    if (turn !== this.asked || document.activeElement !== this.input) return;
    this.waiting = false;
    if (items.length) this.list(items);
    else if (!this.composer.head.querySelector(".bad")) this.composer.show(this.control, [], this.hint());
    if (this.hurry) {
      this.hurry = false;
      this.enter("Enter");
    }
  }

  list(items) {
    const rows = items.map((item) => ({ ...item, take: () => this.take(item) }));
    const typed = this.text.toLowerCase();
    const active = items.findIndex((item) => (this.chosen ? item.value === this.chosen.value : item.label.toLowerCase() === typed || String(item.value).toLowerCase() === typed));
    this.composer.show(this.control, rows, this.hint(), Math.max(0, active));
  }

  take(item) {
    clearTimeout(this.timer);
    this.asked += 1;
    this.input.value = item.label;
    this.chosen = { value: item.value };
    this.mark("");
    this.composer.complain("");
    this.size();
    this.composer.hide();
    this.call.next();
  }

  attach(file) {
    if (!file) return;
    if (file.size > FILE_LIMIT) return this.composer.complain(`${file.name} is larger than 10 MiB`);
    const reader = new FileReader();
    reader.onload = () => {
      this.chosen = { value: { name: file.name, content_base64: reader.result.slice(reader.result.indexOf(",") + 1) } };
      this.control.textContent = file.name;
      this.mark("");
      this.composer.complain("");
    };
    reader.onerror = () => this.composer.complain(`${file.name} could not be read`);
    reader.readAsDataURL(file);
  }

  /** Handles Enter: takes the offered row, goes to an empty field, or sends. */
  enter(how) {
    const { composer, call } = this;
    if (composer.offering && !(this.chosen && how === "Enter")) return composer.choices.pick(composer.choices.current);
    if (how === "Enter") call.send();
    else call.next();
  }

  key(event) {
    if (event.isComposing) return;
    const { composer, call } = this;
    if (composer.offering && composer.choices.steer(event)) {
      if (this.chosen) this.chosen = null;
      return;
    }
    if (event.key === "Enter" && this.picker && !this.filled) return;
    if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey && composer.offering && (this.text || this.option.required) && !this.chosen)) {
      event.preventDefault();
      if (event.key === "Enter" && this.waiting && this.text && !this.chosen) this.hurry = true;
      else this.enter(event.key);
    } else if (event.key === "Backspace" && !this.text && !this.picker) {
      event.preventDefault();
      if (!this.option.required) call.drop(this);
      else if (call.fields[0] === this) composer.quit(`/${call.command.name}`);
      else call.fields[call.fields.indexOf(this) - 1].control.focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (composer.offering) composer.hide();
      else composer.quit("");
    }
  }

  over() {
    clearTimeout(this.timer);
    this.asked += 1;
  }
}
