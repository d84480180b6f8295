// The text box for messages and slash commands.

import { Call } from "./call.js";
import { callable, candidates, fitting, Kind, read } from "./commands.js";
import { el, icon, iconButton, portrait } from "./dom.js";
import { Choices } from "./menu.js";

const LIMIT = 2000;

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
    // A hidden column has no size, so the text is measured when the column is shown.
    new ResizeObserver(([{ contentRect: { width } }]) => {
      if (width && width !== this.width) requestAnimationFrame(() => this.grow());
      this.width = width;
    }).observe(this.text);
    this.element = el("form", { class: "composer", novalidate: true, onsubmit: (event) => this.submit(event) },
      this.menu, this.trouble,
      el("div", { class: "composer-box" },
        iconButton("slash", "Commands", () => this.slash(), { class: "icon-button slash" }), this.slot,
        el("button", { type: "submit", class: "icon-button send", "aria-label": "Send", title: "Send" }, icon("send"))));
  }

  get commands() {
    return callable(this.person.state.commands, this.person.current?.kind === "dm");
  }

  /** Shows the channel's name and draft. */
  refresh() {
    const { person } = this;
    const name = person.current?.kind === "dm" ? `@${person.title(person.current)}` : `#${person.title(person.current)}`;
    this.text.placeholder = `Message ${name}`;
    this.text.setAttribute("aria-label", `Message ${name}`);
    if (this.at === person.channel) return;
    // Text typed before the channels are known belongs to the first one.
    const early = this.at === undefined ? this.text.value : "";
    this.at = person.channel;
    this.text.value = early || (this.drafts.get(this.at) ?? "");
    if (early) this.typed();
    else this.grow();
  }

  /** Saves the channel's draft. */
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
    // A hidden column has no height to measure.
    if (this.text.scrollHeight) this.text.style.height = `${this.text.scrollHeight}px`;
  }

  /** Starts filling in a command named in a message. */
  run(name) {
    const command = this.commands.find((each) => each.name === name);
    if (command) this.start(command);
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
      return this.show(this.text, items, items.length ? "Commands" : this.commands.length ? "" : "The bot has registered no commands yet.");
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
    this.head.replaceChildren(...[head].flat());
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
