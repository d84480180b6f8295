// One person's client: channels, messages and unread marks, synchronised with the server.

import { Composer } from "./composer.js";
import { byAge, channelOf, el, icon, nameOf } from "./dom.js";
import { drawFrame, parts, rule, welcome } from "./frame.js";
import { line, spoken } from "./markdown.js";
import { isEphemeral, isMentioned, renderMessage } from "./message.js";
import { openModal } from "./modal.js";
import { Presses } from "./presses.js";
import { UNREACHABLE, call, clock, freshNonce, listen, query } from "./wire.js";

const GROUP_MS = 7 * 60 * 1000;
const SHOWN = 150;
const NEAR = 60;
const TYPING_MS = 10_000;

const keys = new Map();
const said = new Set();
const announcer = el("div", { class: "unseen", role: "status", "aria-live": "polite" });

/** Announces a message once to screen readers, even if several columns show it. */
function announce(message, people) {
  if (said.has(message.id)) return;
  said.add(message.id);
  if (!announcer.isConnected) document.body.append(announcer);
  const words = spoken(message.content || message.embeds?.[0]?.title || "", people) || message.attachments?.[0]?.description || "a message";
  announcer.textContent = `${nameOf(message.author)}: ${words}`.slice(0, 300);
}

export class Person {
  /** Makes a column (`compact`) or a whole page. `facing` returns whether it is on screen. */
  constructor(key, { compact, facing = () => true }) {
    this.key = key;
    this.compact = compact;
    this.facing = facing;
    this.state = { me: { id: "", username: key }, users: [], guild: { roles: [] }, channels: [], commands: [] };
    this.messages = new Map();
    this.loaded = new Set();
    this.unread = new Map();
    this.elements = new Map();
    this.dismissed = new Set(JSON.parse(sessionStorage.getItem(`dismissed:${key}`) ?? "[]"));
    this.presses = new Presses(this);
    this.forms = new Map();
    this.notes = new Map();
    this.limit = SHOWN;
    this.pinned = true;
    this.touched = null;
    this.people = {
      user: (id) => nameOf(this.user(id)),
      role: (id) => this.state.guild?.roles?.find((role) => role.id === id),
      channel: (id) => this.state.channels.find((channel) => channel.id === id)?.name,
      run: (name) => this.composer.run(name),
      go: (id) => this.open(id),
    };
    this.build();
    listen(key, (name, data) => this.heard(name, data), (status) => this.status(status));
  }

  user(id) {
    return this.state.users.find((user) => user.id === id) ?? (this.state.me.id === id ? this.state.me : undefined);
  }

  get current() {
    return this.state.channels.find((channel) => channel.id === this.channel);
  }

  /** Returns the channel's name for the person. */
  title(channel) {
    if (channel?.kind !== "dm") return channel?.name ?? "";
    const other = (channel.recipients ?? []).map((each) => this.user(each.id ?? each)).find((user) => user && user.id !== this.state.me.id);
    return nameOf(other ?? this.bot);
  }

  get bot() {
    return this.state.users.find((user) => user.bot);
  }

  build() {
    this.head = el("header", { class: "head" });
    this.nav = el("nav", { class: "channels", "aria-label": "Channels" });
    this.bar = el("div", { class: "bar" });
    this.strip = el("div", { class: "strip", role: "status", hidden: true }, "Connection lost. Reconnecting…");
    this.list = el("div", { class: "messages" });
    this.log = el("div", { class: "log", role: "log", "aria-live": "off", tabindex: "0", onscroll: () => this.scrolled() }, this.list);
    this.jump = el("button", { type: "button", class: "jump", hidden: true, onclick: () => this.toBottom() });
    this.typing = el("div", { class: "typing", role: "status" });
    this.layer = el("div", { class: "layer" });
    this.composer = new Composer(this);
    const chat = [this.strip, this.bar, el("div", { class: "log-frame" }, this.log, this.jump), this.composer.element, this.typing];
    this.root = el(this.compact ? "section" : "div", { class: `person ${this.compact ? "compact" : "full"}`, data: { person: this.key } });
    if (this.compact) this.root.append(this.head, this.nav, ...chat, this.layer);
    else {
      this.members = el("aside", { class: "members", "aria-label": "Members" });
      this.side = el("aside", { class: "side", "aria-label": "Sidebar" }, this.head, this.nav, (this.foot = el("div", { class: "side-foot" })));
      this.root.append(this.side, el("main", { class: "chat" }, chat), this.members, this.layer);
      this.side.addEventListener("click", (event) => event.target.closest(".channel") && this.root.classList.remove("side-open"));
    }
    this.root.addEventListener("click", (event) => {
      const channel = channelOf(event.target.closest("a[href]")?.href);
      if (!channel) return;
      event.preventDefault();
      this.people.go(channel);
    });
    const keep = new ResizeObserver(() => this.pinned && this.toBottom());
    keep.observe(this.list);
    keep.observe(this.log);
  }

  status(status) {
    this.strip.hidden = status === "open";
    this.root.classList.toggle("offline", status !== "open");
    if (status !== "open") return;
    for (const [key, { words }] of this.notes) if (words === UNREACHABLE) this.notes.delete(key);
    this.sync();
  }

  /** Reads the whole state again. Events that arrive in between are kept. */
  async sync() {
    if (this.syncing) return void (this.again = true);
    this.syncing = true;
    this.touched ??= new Map();
    try {
      await this.readState();
      const wanted = new Set([...this.loaded].filter((id) => this.state.channels.some((channel) => channel.id === id)));
      this.loaded.clear();
      for (const id of [...this.messages.keys()]) if (!wanted.has(id) && id !== this.channel) this.messages.delete(id);
      await Promise.all([...wanted].filter((id) => id !== this.channel).map((id) => this.load(id)));
      if (this.channel) await this.load(this.channel);
    } catch {
      setTimeout(() => this.sync(), 1500);
    }
    this.syncing = false;
    this.touched = null;
    this.draw();
    if (this.again) {
      this.again = false;
      this.sync();
    }
  }

  async readState() {
    const state = await call(query("/client/state", { user: this.key }));
    clock.offset = state.now - Date.now();
    keys.set(state.me.id, this.key);
    for (const user of state.users) {
      if (user.key) keys.set(user.id, user.key);
      else user.key = keys.get(user.id);
    }
    Object.assign(parts, state.parts);
    const names = ({ users, guild, channels }) => JSON.stringify([users, guild?.roles, channels].map((each) => (each ?? []).map(({ id, name, nick }) => [id, name, nick])));
    // Messages mention people, roles and channels by name.
    if (names(state) !== names(this.state)) for (const node of this.elements.values()) node.source = node.parts = null;
    this.state = { ...state, commands: state.commands ?? [] };
    if (!this.current) {
      const last = sessionStorage.getItem(`channel:${this.key}`);
      this.channel = (state.channels.find((channel) => channel.id === last) ?? state.channels.find((channel) => channel.kind !== "dm") ?? state.channels[0])?.id;
    }
    drawFrame(this);
    this.composer.refresh();
  }

  async load(channel) {
    const began = (this.touched ??= new Map());
    const { messages } = await call(query("/client/messages", { user: this.key, channel }));
    const held = new Map(messages.map((message) => [message.id, message]));
    for (const [id, [where, message]] of began) {
      if (where !== channel) continue;
      if (message) held.set(id, message);
      else held.delete(id);
    }
    this.messages.set(channel, held);
    this.loaded.add(channel);
  }

  async open(channel) {
    if (this.channel === channel) return this.toBottom();
    this.leave();
    this.composer.leave();
    this.channel = channel;
    this.limit = SHOWN;
    this.pinned = true;
    sessionStorage.setItem(`channel:${this.key}`, channel);
    this.list.replaceChildren();
    this.elements.clear();
    drawFrame(this);
    this.composer.refresh();
    if (!this.loaded.has(channel)) {
      try {
        await this.load(channel);
      } catch (error) {
        this.note(channel, error.message);
      }
      if (!this.syncing) this.touched = null;
    }
    this.draw();
    this.toBottom();
  }

  async openDm() {
    try {
      const channel = await call("/client/dm", { user: this.key });
      await this.readState();
      const id = channel.id ?? channel.channel?.id ?? this.state.channels.find((each) => each.kind === "dm")?.id;
      if (id) await this.open(id);
    } catch (error) {
      this.note(this.channel, error.message);
    }
  }

  heard(name, data) {
    const channel = data.channel_id;
    if (name === "message" || name === "edit") {
      const held = this.messages.get(channel) ?? new Map();
      const fresh = name === "message" && !held.has(data.id);
      const whole = data.author ? data : { ...held.get(data.id), ...data };
      this.touched?.set(data.id, [channel, whole]);
      if (name === "edit" && !held.has(data.id) && !this.loaded.has(channel)) return;
      this.messages.set(channel, held.set(data.id, whole));
      if (fresh && data.author?.id === this.bot?.id) this.typed(channel, null);
      if (fresh && channel === this.channel && !this.pinned) this.limit += 1;
      if (fresh) this.arrived(channel, data);
      if (channel === this.channel) this.draw();
    } else if (name === "delete") {
      this.touched?.set(data.id, [channel, null]);
      for (const [where, held] of this.messages) if (!channel || where === channel) held.delete(data.id);
      this.draw();
    } else if (name === "channel" || name === "role" || name === "commands" || name === "tiles") this.sync();
    else if (name === "typing") this.typed(channel, data.user_id ?? this.bot?.id);
    else if (name === "modal") {
      if (this.forms.get(data.interaction_id) === null) this.showForm(data);
      else this.forms.set(data.interaction_id, data);
    } else if (name === "failed") this.notes.get(data.nonce)?.fail(data.message);
  }

  /** Counts a message in a channel that is not on screen. */
  arrived(channel, message) {
    const mine = message.author?.id === this.state.me.id;
    const asked = message.interaction_metadata ?? message.interaction;
    // The answer to one's own command or press is scrolled to, like one's own message.
    const answer = isEphemeral(message) || (asked?.user?.id ?? asked?.user_id) === this.state.me.id;
    if (answer && channel === this.channel) this.pinned = true;
    const looking = channel === this.channel && this.facing() && !document.hidden && (this.pinned || mine);
    if (mine && channel === this.channel) this.pinned = true;
    if (looking && channel === this.channel) announce(message, this.people);
    if (mine || looking) return;
    const mark = this.unread.get(channel) ?? { count: 0, called: 0, first: message.id };
    const dm = this.state.channels.find((each) => each.id === channel)?.kind !== "text";
    mark.count += 1;
    if (dm || isMentioned(message, this.state.me)) mark.called += 1;
    this.unread.set(channel, mark);
    drawFrame(this);
    this.drawJump();
  }

  /** Clears the unread marks of the channel on screen. `line` keeps the red line above the first unread message. */
  seen(line = true) {
    const mark = this.unread.get(this.channel);
    if (!mark || !this.facing() || document.hidden) return;
    this.line = line ? mark.first : null;
    this.unread.delete(this.channel);
    drawFrame(this);
    this.drawJump();
    this.draw();
  }

  leave() {
    this.line = null;
  }

  unreadTotal() {
    let count = 0;
    let called = 0;
    for (const mark of this.unread.values()) {
      count += mark.count;
      called += mark.called;
    }
    return { count, called };
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.log;
    this.pinned = scrollHeight - scrollTop - clientHeight < NEAR;
    if (this.layer.drop && this.log.contains(this.layer.drop.trigger)) this.layer.drop.place();
    if (this.pinned) this.seen();
    this.drawJump();
  }

  toBottom() {
    this.log.scrollTop = this.log.scrollHeight;
    this.pinned = true;
    this.seen();
    this.drawJump();
  }

  /** Scrolls to the end of the list, if it was in view. */
  settle() {
    if (this.pinned) this.log.scrollTop = this.log.scrollHeight;
  }

  drawJump() {
    const count = this.unread.get(this.channel)?.count ?? 0;
    this.jump.hidden = this.pinned;
    this.jump.replaceChildren(count ? `${count} new message${count > 1 ? "s" : ""}` : "To the newest", icon("down"));
    this.jump.classList.toggle("fresh", count > 0);
  }

  typed(channel, user) {
    clearTimeout(this.typingTimer);
    this.typing.replaceChildren();
    if (!user || channel !== this.channel) return;
    this.typing.append(el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), el("b", {}, this.people.user(user)), " is typing…");
    this.typingTimer = setTimeout(() => this.typing.replaceChildren(), TYPING_MS);
  }

  /** Updates the list to the channel's messages. */
  draw() {
    if (!this.channel) return;
    const all = [...(this.messages.get(this.channel)?.values() ?? [])].filter((message) => !this.dismissed.has(message.id)).sort((a, b) => byAge(a.id, b.id));
    const shown = all.slice(-this.limit);
    const nodes = [];
    if (all.length > shown.length) nodes.push((this.earlier ??= el("button", { type: "button", class: "earlier", onclick: () => this.showEarlier() }, "Show earlier messages")));
    else if (this.loaded.has(this.channel)) nodes.push(welcome(this));
    let before = null;
    const live = new Set();
    for (const message of shown) {
      live.add(message.id);
      let node = this.elements.get(message.id);
      if (!node || node.source !== message) {
        node = renderMessage(this, message, node);
        node.source = message;
        this.elements.set(message.id, node);
      }
      const at = Date.parse(message.timestamp);
      const newDay = before && new Date(before.timestamp).toDateString() !== new Date(message.timestamp).toDateString();
      const line = this.line === message.id;
      if (newDay) nodes.push(rule(this.list, `day:${message.id}`, "day", new Intl.DateTimeFormat(undefined, { dateStyle: "long" }).format(at)));
      if (line) nodes.push(rule(this.list, `new:${message.id}`, "fresh", "New"));
      const joined = before && !newDay && !line && before.author.id === message.author.id && at - Date.parse(before.timestamp) < GROUP_MS
        && !node.querySelector(":scope > .origin") && node.classList.contains("ephemeral") === this.elements.get(before.id).classList.contains("ephemeral");
      node.classList.toggle("joined", Boolean(joined));
      nodes.push(node);
      before = message;
    }
    for (const note of this.notes.values()) if (note.channel === this.channel && note.element) nodes.push(note.element);
    for (const id of [...this.elements.keys()]) if (!live.has(id)) this.elements.delete(id);
    for (const child of [...this.list.childNodes]) if (!nodes.includes(child)) child.remove();
    nodes.forEach((node, index) => {
      if (this.list.childNodes[index] !== node) this.list.insertBefore(node, this.list.childNodes[index] ?? null);
    });
    const drop = this.layer.drop;
    if (drop && !drop.trigger.isConnected) drop.close(false);
    this.settle();
    document.dispatchEvent(new CustomEvent("said"));
  }

  showEarlier() {
    const height = this.log.scrollHeight;
    this.limit += SHOWN;
    this.draw();
    this.log.scrollTop += this.log.scrollHeight - height;
  }

  dismiss(message) {
    this.dismissed.add(message);
    sessionStorage.setItem(`dismissed:${this.key}`, JSON.stringify([...this.dismissed].slice(-200)));
    this.draw();
    this.log.focus({ preventScroll: true });
  }

  async press(message, customId, values) {
    if (this.presses.busy(message.id)) return;
    this.presses.begin(message.id, customId);
    const nonce = freshNonce();
    this.notes.set(nonce, { fail: (words) => this.presses.end(message.id, words || "This interaction failed") });
    let failure;
    try {
      const answer = await call("/client/press", { user: this.key, channel: message.channel_id, message: message.id, custom_id: customId, values, nonce });
      if (answer.ok) this.answered(answer);
      else failure = answer.error || "This interaction failed";
    } catch (error) {
      failure = error.message;
    }
    this.notes.delete(nonce);
    this.presses.end(message.id, failure);
  }

  async command(name, options) {
    const channel = this.channel;
    const nonce = freshNonce();
    const slow = setTimeout(() => this.note(channel, `Sending /${name}…`, nonce, false), 300);
    const close = () => {
      clearTimeout(slow);
      this.notes.delete(nonce);
      this.draw();
    };
    try {
      const answer = await call("/client/command", { user: this.key, channel, name, options, nonce });
      close();
      if (answer.ok) this.answered(answer);
      else this.note(channel, answer.error || "This interaction failed", undefined, true, `/${name}`);
    } catch (error) {
      close();
      this.note(channel, error.message, undefined, true, `/${name}`);
    }
  }

  async say(content) {
    const channel = this.channel;
    try {
      const answer = await call("/client/send", { user: this.key, channel, content, nonce: freshNonce() });
      if (answer.ok === false) throw new Error(answer.error || "Your message could not be sent.");
      this.leave();
      return true;
    } catch (error) {
      this.note(channel, error.message);
      return false;
    }
  }

  /** Adds a note of the client under the messages: a failure or a pending action. */
  note(channel, words, key = freshNonce(), failed = true, about = "") {
    const element = el("div", { class: failed ? "note failed" : "note", role: failed ? "alert" : "status" },
      el("span", {}, about ? el("b", {}, `${about} `) : null, line(words, this.people)),
      failed ? el("button", { type: "button", class: "link", onclick: () => this.notes.delete(key) && this.draw() }, "Dismiss") : null);
    this.notes.set(key, { channel, element, words, fail: () => {} });
    if (channel === this.channel) this.pinned = true;
    this.draw();
  }

  /** Handles the answer to an action of this tab. A form opens only in this tab. */
  answered(answer) {
    if (answer.answered !== "modal") return;
    const form = answer.modal ?? this.forms.get(answer.interaction_id);
    if (form) this.showForm({ ...form, interaction_id: answer.interaction_id });
    else this.forms.set(answer.interaction_id, null);
  }

  showForm(form) {
    this.forms.clear();
    openModal(this, form);
  }
}
