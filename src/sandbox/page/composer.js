// The writing box: plain messages, and slash commands with a field for each option.

import { el, icon, iconButton, portrait } from "./dom.js";
import { callable, candidates, fitting, Kind, offers, read, valueOf } from "./commands.js";
import { Choices } from "./menu.js";
import { call } from "./wire.js";

const LIMIT = 2000;
const FILE_LIMIT = 10 * 1024 * 1024;
const PAUSE_MS = 180;

export class Composer {
  constructor(person) {
    this.person = person;
    this.drafts = new Map();
    this.call = null;
    this.text = el("textarea", {
      rows: 1, maxlength: LIMIT, class: "composer-text", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false",
      oninput: () => this.typed(), onkeydown: (event) => this.key(event), onblur: () => this.hide(), onclick: () => this.suggest(),
    });
    this.choices = new Choices("Suggestions", (item) => item.take());
    this.head = el("div", { class: "menu-head" });
    this.menu = el("div", { class: "menu suggest", hidden: true }, this.head, this.choices.element);
    this.text.setAttribute("aria-controls", this.choices.element.id);
    this.slot = el("div", { class: "composer-slot" }, this.text);
    this.trouble = el("div", { class: "composer-trouble", role: "alert", hidden: true });
    this.element = el("form", { class: "composer", novalidate: true, onsubmit: (event) => this.submit(event) },
      this.menu, this.trouble,
      el("div", { class: "composer-box" },
        iconButton("slash", "Commands", () => this.slash(), { class: "icon-button slash" }), this.slot,
        el("button", { type: "submit", class: "icon-button send", "aria-label": "Send", title: "Send" }, icon("send"))));
  }

  get commands() {
    return callable(this.person.state.commands, this.person.current?.kind === "dm");
  }

  /** Takes over the channel's name and draft. */
  refresh() {
    const { person } = this;
    const name = person.current?.kind === "dm" ? `@${person.title(person.current)}` : `#${person.title(person.current)}`;
    this.text.placeholder = `Message ${name}`;
    this.text.setAttribute("aria-label", `Message ${name}`);
    if (this.at === person.channel) return;
    this.at = person.channel;
    this.text.value = this.drafts.get(this.at) ?? "";
    this.grow();
  }

  /** Puts the channel's draft away. */
  leave() {
    if (this.call) this.quit("");
    this.drafts.set(this.at, this.text.value);
    this.hide();
  }

  focus() {
    (this.call ? this.call.focusable() : this.text).focus({ preventScroll: true });
  }

  grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${this.text.scrollHeight}px`;
  }

  slash() {
    if (this.call) this.quit("");
    this.text.value = "/";
    this.text.focus();
    this.typed();
  }

  typed() {
    this.grow();
    this.complain("");
    const entry = read(this.commands, this.text.value);
    if (entry) this.start(entry.command, entry.values, entry.loose);
    else this.suggest();
  }

  /** Offers commands after a slash, or people after an at sign. */
  suggest() {
    const before = this.text.value.slice(0, this.text.selectionStart);
    if (/^\/[^\n]*$/.test(this.text.value)) {
      const items = fitting(this.commands, this.text.value.slice(1)).map((command) => ({
        label: `/${command.name}`, note: command.description, lead: this.person.bot && portrait(this.person.bot), value: command.name, take: () => this.start(command),
      }));
      return this.show(this.text, items, items.length ? "Commands" : "");
    }
    const name = /(?:^|\s)@([\p{L}\p{N}_.-]*)$/u.exec(before);
    if (!name) return this.hide();
    const items = candidates({ type: Kind.USER }, this.person).filter((each) => each.names.some((known) => known.toLowerCase().startsWith(name[1].toLowerCase()))).map((each) => ({
      ...each, lead: portrait(each.user), take: () => {
        const start = before.length - name[1].length - 1;
        this.text.setRangeText(`${each.label} `, start, before.length, "end");
        this.hide();
      },
    }));
    this.show(this.text, items, items.length ? "People" : "");
  }

  show(owner, items, head, active = 0) {
    if (!items.length && !head) return this.hide();
    this.owner?.setAttribute("aria-expanded", "false");
    this.owner = owner;
    this.choices.owner = owner;
    this.head.replaceChildren(head);
    this.menu.hidden = false;
    owner.setAttribute("aria-expanded", String(items.length > 0));
    this.choices.show(items, active);
  }

  hide() {
    this.menu.hidden = true;
    this.owner?.setAttribute("aria-expanded", "false");
    this.owner?.removeAttribute("aria-activedescendant");
    this.choices.show([]);
  }

  get offering() {
    return !this.menu.hidden && this.choices.items.length > 0;
  }

  key(event) {
    if (event.isComposing) return;
    if (this.offering && this.choices.steer(event)) return;
    if (event.key === "Escape" && !this.menu.hidden) {
      event.preventDefault();
      this.hide();
    } else if (this.offering && (event.key === "Tab" || event.key === "Enter") && !event.shiftKey) {
      event.preventDefault();
      this.choices.pick(this.choices.current);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.element.requestSubmit();
    }
  }

  async submit(event) {
    event.preventDefault();
    if (this.call) return this.call.send();
    const typed = this.text.value.trim();
    if (!typed) return;
    const exact = this.commands.find((command) => `/${command.name}` === typed);
    if (exact) return this.start(exact);
    this.text.value = "";
    this.drafts.delete(this.at);
    this.grow();
    this.hide();
    if (!(await this.person.say(this.mentions(typed))) && !this.text.value) {
      this.text.value = typed;
      this.grow();
    }
  }

  /** Turns `@Ann` into a mention. */
  mentions(text) {
    const names = candidates({ type: Kind.USER }, this.person).flatMap((each) => each.names.map((name) => [name, each.value])).sort(([a], [b]) => b.length - a.length);
    return text.replace(/(^|\s)@([^\n]+)/gu, (all, gap, rest) => {
      const found = names.find(([name]) => rest.toLowerCase().startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}_]/u.test(rest.slice(name.length)));
      return found ? `${gap}<@${found[1]}>${this.mentions(rest.slice(found[0].length))}` : all;
    });
  }

  complain(words) {
    this.trouble.textContent = words;
    this.trouble.hidden = !words;
  }

  /** Starts filling in a command. */
  start(command, values = {}, loose = "") {
    this.hide();
    this.text.value = "";
    this.complain("");
    this.call = new Call(this, command, values);
    this.slot.replaceChildren(this.call.element);
    this.element.classList.add("calling");
    this.call.begin(loose);
  }

  /** Goes back to plain text. */
  quit(text, focus = true) {
    this.call?.over();
    this.call = null;
    this.element.classList.remove("calling");
    this.slot.replaceChildren(this.text);
    this.text.value = text;
    this.complain("");
    this.hide();
    this.grow();
    if (!focus) return;
    this.text.focus({ preventScroll: true });
    if (text) this.suggest();
  }
}

/** A command being filled in. */
class Call {
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

  /** The options as they stand, for the bot to suggest from. */
  draft() {
    return Object.fromEntries(this.fields.filter((field) => field.option.type !== Kind.ATTACHMENT && field.text).map((field) => [field.option.name, field.read().value ?? field.text]));
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

/** One option's field. */
class Field {
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

  /** Shows what may be chosen, asking the bot where the option says so. */
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
      const answer = await call("/client/autocomplete", { user: person.key, channel: person.channel, name: command.name, options, focused: this.option.name });
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

  /** Enter: takes the row offered, goes to what is empty, or sends. */
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
