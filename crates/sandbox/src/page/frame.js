// The frame around the messages: names, channels, members, and lines between messages.

import { el, icon, iconButton, nameOf, portrait } from "./dom.js";

/** The four people, in the page's order. */
export const KEYS = ["hana", "ann", "bob", "sam"];

/** The people's parts, from the server. */
export const parts = {};

/** Draws the current names, channels and unread marks. */
export function drawFrame(person) {
  const { me, guild, users, channels } = person.state;
  const part = parts[person.key];
  if (person.compact) person.root.setAttribute("aria-label", `${nameOf(me)}, ${part}`);
  person.nav.setAttribute("aria-label", `${nameOf(me)}'s channels`);
  const key = JSON.stringify([me, guild, users, person.current]);
  if (key !== person.framed) {
    person.framed = key;
    if (person.compact) drawHead(person);
    else drawFull(person);
  }
  const focused = document.activeElement?.closest?.("[data-channel]")?.dataset.channel;
  const texts = channels.filter((channel) => channel.kind !== "dm");
  const dms = channels.filter((channel) => channel.kind === "dm");
  const title = (words) => (person.compact ? [] : [el("h2", {}, words)]);
  const begin = () => el("button", { type: "button", class: "channel", data: { openDm: "" }, "aria-label": `Write to ${nameOf(person.bot)}`, onclick: () => person.openDm() },
    portrait(person.bot), el("span", { class: "channel-name" }, nameOf(person.bot)));
  person.nav.replaceChildren(...[
    title("Text channels"), texts.map((channel) => tab(person, channel)),
    title("Direct messages"), dms.map((channel) => tab(person, channel)), dms.length || !person.bot ? [] : begin(),
  ].flat());
  if (focused && !person.nav.contains(document.activeElement)) person.nav.querySelector(`[data-channel="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  person.log.setAttribute("aria-label", `Messages in ${person.title(person.current)}`);
  person.log.dataset.log = person.channel ?? "";
  document.dispatchEvent(new CustomEvent("unread"));
}

function tab(person, channel) {
  const open = channel.id === person.channel;
  const mark = open && person.pinned && person.facing() ? null : person.unread.get(channel.id);
  const badge = mark && (mark.called || mark.count);
  const title = person.title(channel);
  return el("button", {
    type: "button", class: `channel${mark ? " unread" : ""}`, data: { channel: channel.id, kind: channel.kind }, "aria-current": open ? "true" : null,
    "aria-label": `${channel.kind === "dm" ? "Direct messages with " : "#"}${title}${badge ? `, ${badge} unread` : ""}`, onclick: () => person.open(channel.id),
  }, channel.kind === "dm" ? portrait(person.bot) : icon("hash"), el("span", { class: "channel-name" }, title),
  badge ? el("span", { class: mark.called ? "badge called" : "badge", data: { badge } }, badge) : null);
}

function drawHead(person) {
  const { me } = person.state;
  person.head.replaceChildren(portrait({ ...me, key: person.key }), el("span", { class: "head-name" }, nameOf(me)), el("span", { class: "part" }, parts[person.key]),
    el("a", { class: "icon-button", href: `/?user=${encodeURIComponent(person.key)}`, target: "_blank", title: "Open alone in a tab", "aria-label": `Open ${nameOf(me)} alone in a tab` }, icon("alone")));
}

function drawFull(person) {
  const { me, users, guild } = person.state;
  const channel = person.current;
  person.head.replaceChildren(el("h1", {}, guild?.name ?? "Sandbox"));
  person.bar.replaceChildren(
    iconButton("menu", "Channels", () => person.root.classList.toggle("side-open"), { class: "icon-button only-narrow" }),
    channel?.kind === "dm" ? portrait(person.bot) : icon("hash"), el("h2", {}, person.title(channel)), el("span", { class: "topic" }, channel?.topic ?? ""),
    iconButton("people", "Member list", () => person.root.classList.toggle("members-hidden")), person.extra?.() ?? "");
  person.foot.replaceChildren(portrait({ ...me, key: person.key }), el("span", { class: "foot-words" }, el("b", {}, nameOf(me)), el("span", {}, parts[person.key])),
    el("a", { class: "link", href: "/" }, "All four"));
  const roleOf = (user) => (guild?.roles ?? []).find((role) => role.name !== "@everyone" && (user.roles ?? user.member?.roles ?? []).includes(role.id))?.name;
  const groups = new Map();
  for (const user of users) {
    const group = user.bot ? "Bot" : roleOf(user) ?? "Members";
    groups.set(group, [...(groups.get(group) ?? []), user]);
  }
  const order = ["Members", "Bot"];
  person.members.replaceChildren(...[...groups].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)).flatMap(([group, people]) => [
    el("h2", {}, `${group} — ${people.length}`),
    ...people.map((user) => el("div", { class: "member" }, portrait(user), el("span", { class: "author", data: user.key ? { key: user.key } : {} }, nameOf(user)),
      user.bot ? el("span", { class: "app-tag" }, "BOT") : null, parts[user.key] ? el("span", { class: "part" }, parts[user.key]) : null)),
  ]));
}

/** Returns a line between messages: the element in `list`, or a new one. */
export function rule(list, key, kind, words) {
  return [...list.children].find((node) => node.dataset.rule === key) ?? el("div", { class: `rule ${kind}`, role: "separator", data: { rule: key } }, el("span", {}, words));
}

/** Makes the welcome above a channel's first message. */
export function welcome(person) {
  const channel = person.current;
  const held = [...person.list.children].find((node) => node.dataset.welcome === channel?.id);
  if (held || !channel) return held ?? "";
  const dm = channel.kind === "dm";
  const title = person.title(channel);
  return el("div", { class: "welcome", data: { welcome: channel.id } },
    el("span", { class: "welcome-mark", "aria-hidden": "true" }, dm ? portrait(person.bot) : icon("hash")),
    el("h2", {}, dm ? title : `Welcome to #${title}`),
    el("p", {}, dm ? `This is the beginning of your direct messages with ${title}.` : "This is the start of the channel. Type / to see what the bot can do."));
}
