// A message as an element made of parts. An edit replaces only changed parts.

import { components } from "./components.js";
import { el, icon, nameOf, portrait, safeUrl } from "./dom.js";
import { markdown, line } from "./markdown.js";
import { picture } from "./picture.js";

const QUIET = 1 << 2;
const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;

export const isEphemeral = (message) => message.ephemeral ?? Boolean(message.flags & EPHEMERAL);
const isLoading = (message) => message.loading ?? Boolean(message.flags & LOADING);

/** Whether the message is addressed to the person. */
export function isMentioned(message, me) {
  const named = (message.mentions ?? []).some((user) => (user.id ?? user) === me.id);
  return Boolean(message.mention_everyone) || named || (message.mention_roles ?? []).some((role) => me.roles?.includes(role));
}

/** Builds a message's element, or updates its earlier element `old`. */
export function renderMessage(person, message, old) {
  const article = old ?? el("article", { class: "message", data: { message: message.id } });
  const kept = article.parts ?? {};
  const parts = {};
  const part = (name, source, make) => {
    const key = JSON.stringify(source) ?? "";
    parts[name] = kept[name]?.key === key ? kept[name] : { key, nodes: [make()].flat().filter(Boolean) };
  };
  const loading = isLoading(message);
  part("origin", [message.interaction_metadata, message.interaction, message.interaction_user, message.referenced_message?.id, message.message_reference], () => origin(person, message));
  part("head", [message.author, message.timestamp], () => head(person, message));
  part("words", [message.content, message.edited_timestamp, loading], () => words(person, message, loading));
  part("attachments", [message.attachments, message.embeds?.map((embed) => embed.image?.url)], () => attachments(message));
  part("embeds", [message.embeds, message.flags & QUIET], () => (message.flags & QUIET ? [] : message.embeds ?? []).map((embed) => embedded(person, message, embed)));
  part("components", message.components, () => components(person, message));
  part("only", [isEphemeral(message)], () => isEphemeral(message) && only(person, message));
  article.parts = parts;
  article.classList.toggle("ephemeral", isEphemeral(message));
  article.classList.toggle("mentioned", isMentioned(message, person.state.me));
  article.setAttribute("aria-label", `${nameOf(message.author)}, ${timeOf(message.timestamp)}`);

  const nodes = ["origin", "head", "words", "attachments", "embeds", "components", "only"].flatMap((name) => parts[name].nodes);
  if (!old || nodes.length !== article.childNodes.length || nodes.some((node, index) => article.childNodes[index] !== node)) {
    const stale = [...article.childNodes].filter((node) => !nodes.includes(node));
    const focused = stale.map((node) => node.contains(document.activeElement) && document.activeElement).find(Boolean);
    for (const node of stale) node.remove();
    nodes.forEach((node, index) => {
      if (article.childNodes[index] !== node) article.insertBefore(node, article.childNodes[index] ?? null);
    });
    if (focused) refocus(article, focused);
  }
  person.presses.show(article);
  return article;
}

/** Restores the focus lost with a replaced part, on the same component or else the first. */
function refocus(article, lost) {
  const same = lost.dataset.customId && article.querySelector(`[data-custom-id="${CSS.escape(lost.dataset.customId)}"]`);
  (same || article.querySelector("[data-custom-id]"))?.focus({ preventScroll: true });
}

const clockFace = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const dayFace = new Intl.DateTimeFormat(undefined, { dateStyle: "short" });
const fullFace = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });

function timeOf(timestamp) {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return "";
  return date.toDateString() === new Date().toDateString() ? clockFace.format(date) : `${dayFace.format(date)} ${clockFace.format(date)}`;
}

function head(person, message) {
  const author = person.user(message.author.id) ?? message.author;
  const date = new Date(message.timestamp);
  const title = Number.isNaN(date.getTime()) ? "" : fullFace.format(date);
  return [
    el("span", { class: "message-portrait" }, portrait(author)),
    el("div", { class: "message-head" },
      el("span", { class: "author", data: author.key ? { key: author.key } : {} }, nameOf(author)),
      author.bot ? el("span", { class: "app-tag" }, "BOT") : null,
      el("time", { class: "time", datetime: message.timestamp, title }, timeOf(message.timestamp))),
    el("time", { class: "side-time", datetime: message.timestamp, title, "aria-hidden": "true" }, Number.isNaN(date.getTime()) ? "" : clockFace.format(date)),
  ];
}

function origin(person, message) {
  const asked = message.interaction_metadata ?? message.interaction;
  const user = person.user(asked?.user?.id ?? asked?.user_id) ?? asked?.user;
  if (message.interaction?.name || (asked?.type === 2 && asked.name)) {
    return el("div", { class: "origin" }, portrait(user), el("span", {}, el("b", {}, nameOf(user)), " used ", el("span", { class: "mention" }, `/${message.interaction?.name ?? asked.name}`)));
  }
  const replied = message.referenced_message ?? person.messages.get(message.channel_id)?.get(message.message_reference?.message_id);
  if (!replied) return null;
  return el("div", { class: "origin" }, portrait(person.user(replied.author?.id) ?? replied.author), el("b", {}, nameOf(replied.author)),
    el("span", { class: "origin-words" }, replied.content ? line(replied.content.split("\n")[0], person.people) : "sent a message without words"));
}

const JUMBO = /^(?:\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}\uFE0F\u200D\s]*){1,20}$/u;

function words(person, message, loading) {
  if (loading) return el("div", { class: "thinking", role: "status" }, el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), `${nameOf(message.author)} is thinking…`);
  if (!message.content && !message.edited_timestamp) return null;
  const body = markdown(message.content, person.people);
  body.classList.add("content");
  if (JUMBO.test(message.content ?? "")) body.classList.add("jumbo");
  if (message.edited_timestamp) body.append(" ", el("span", { class: "edited", title: fullFace.format(new Date(message.edited_timestamp)) }, "(edited)"));
  return body;
}

function only(person, message) {
  return el("div", { class: "only" }, icon("eye"), el("span", {}, "Only you can see this · "),
    el("button", { type: "button", class: "link", data: { dismiss: message.id }, onclick: () => person.dismiss(message.id) }, "Dismiss message"));
}

/** Returns the address of an attachment that an embed names. */
function attached(message, url) {
  const name = /^attachment:\/\/(.+)$/.exec(url ?? "")?.[1];
  return name ? (message.attachments ?? []).find((each) => each.filename === name) : (message.attachments ?? []).find((each) => each.url === url);
}

// A page opens in a new tab; other files are downloaded.
const opens = (file) => (/\.html$/i.test(file.filename ?? "") ? { target: "_blank", rel: "noopener" } : { download: file.filename });
const isImage = (file) => (file.content_type ? file.content_type.startsWith("image/") : /\.(png|gif|jpe?g|webp|avif)$/i.test(file.filename ?? ""));

function attachments(message) {
  const shown = new Set((message.embeds ?? []).map((embed) => attached(message, embed.image?.url)?.id));
  const files = (message.attachments ?? []).filter((file) => !shown.has(file.id));
  const images = files.filter(isImage);
  const others = files.filter((file) => !isImage(file));
  return [
    images.length ? el("div", { class: images.length > 1 ? "pictures many" : "pictures" }, images.map((file) => picture(file.url, file.description, file))) : null,
    others.map((file) => el("a", { class: "file", href: safeUrl(file.url), ...opens(file), data: { attachment: file.filename } }, icon("file"),
      el("span", { class: "file-words" }, el("span", { class: "file-name" }, file.filename), el("span", { class: "file-size" }, size(file.size))))),
  ].flat();
}

function size(bytes) {
  if (!Number.isFinite(bytes)) return "";
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1048576).toFixed(2)} MB`;
}

function embedded(person, message, embed) {
  const box = el("div", { class: "embed" });
  if (Number.isFinite(embed.color)) box.style.setProperty("--stripe", `#${embed.color.toString(16).padStart(6, "0")}`);
  const link = (url, text) => {
    const href = safeUrl(url);
    return url && href ? el("a", { href, target: "_blank", rel: "noopener noreferrer" }, text) : text;
  };
  const fields = [];
  for (const field of embed.fields ?? []) {
    const cell = el("div", { class: "field" }, el("div", { class: "field-name" }, line(field.name, person.people)), el("div", { class: "field-value" }, markdown(field.value, person.people)));
    const row = fields.at(-1);
    if (field.inline && row?.inline && row.cells.length < 3) row.cells.push(cell);
    else fields.push({ inline: field.inline, cells: [cell] });
  }
  const image = embed.image && (attached(message, embed.image.url) ?? embed.image);
  const thumbnail = embed.thumbnail && safeUrl((attached(message, embed.thumbnail.url) ?? embed.thumbnail).url);
  const when = embed.timestamp ? timeOf(embed.timestamp) : "";
  box.append(...[
    thumbnail && el("img", { class: "thumbnail", src: thumbnail, alt: embed.thumbnail.description ?? "" }),
    embed.author?.name && el("div", { class: "embed-author" }, link(embed.author.url, embed.author.name)),
    embed.title && el("div", { class: "embed-title" }, link(embed.url, line(embed.title, person.people))),
    embed.description && el("div", { class: "embed-description" }, markdown(embed.description, person.people)),
    ...fields.map((row) => el("div", { class: "fields" }, row.cells)),
    image && el("div", { class: "pictures" }, picture(image.url, image.description ?? embed.image.description, image)),
    (embed.footer?.text || when) && el("div", { class: "embed-foot" }, [embed.footer?.text, when].filter(Boolean).join(" • ")),
  ].filter(Boolean));
  return box;
}
