// The sandbox's web client: `/` shows all four people side by side, `/?user=KEY` shows one person.
//
// For browser tests, these attributes and classes are stable:
//   [data-person=hana|ann|bob|sam]  a person's column, or the whole client of one person
//   [data-tab=KEY]                       the person's tab if the window is narrow
//   [data-channel=ID][data-kind=text|dm] a channel in the switcher; aria-current=true on the open one; [data-badge=N] in it: unread
//   [data-open-dm]                       opens the direct messages with the bot, if there are none
//   [data-log=ID]                        the message list of the open channel
//   [data-message=ID]                    a message; .ephemeral, .mentioned, .joined (grouped), .busy (a press is unanswered)
//     .content .edited .thinking .origin .embed .picture img  its parts; [data-attachment=FILENAME] a picture or file
//     [data-custom-id=ID]                a button (<button>) or the slot of a select (click the .select in it); .pending, aria-busy
//     .failure                           "This interaction failed"
//     [data-dismiss=ID]                  dismisses an ephemeral message
//   .menu.drop [data-value=VALUE]        a row of the open select
//   .composer                            the form; .composer-text its text, .send its button, .slash the command list
//     .menu.suggest [data-value=VALUE]   a suggestion: a command's full name, an option's name, a choice's value
//     [data-command="NAME"]              the command being filled in; [data-option=NAME] a field (its input or button inside); .more the optional ones
//     .composer-trouble                  the error of the command
//   [data-modal=CUSTOM_ID]               a form of the bot; [data-custom-id=ID] its fields
//   .note.failed                         a command or message that failed
//   .strip                               shown while the event stream is lost
//   [data-opening], [data-scene=N]       the start page's scenes, while there are no messages; [data-games] shows them again
//   [data-broken]                        what is wrong with the file of `game play`; empty if nothing is
//   [data-tools], [data-fault=NAME]      the table tools and the faults in them
//   time.stamp[data-stamp=S][data-style=R] a moment

import { el, iconButton } from "./dom.js";
import { KEYS, parts } from "./frame.js";
import { opening } from "./opening.js";
import { Person } from "./person.js";
import { toolsDrawer } from "./tools.js";

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
  for (const button of document.querySelectorAll(".theme")) button.replaceWith(themeButton());
}

function themeButton() {
  const dark = document.documentElement.dataset.theme === "dark";
  return iconButton(dark ? "sun" : "moon", dark ? "Light theme" : "Dark theme", () => setTheme(dark ? "light" : "dark"), { class: "icon-button theme" });
}

/** Shows the number of unread mentions in the window's title. */
function countIn(people, title) {
  document.addEventListener("unread", () => {
    const called = people.reduce((sum, person) => sum + person.unreadTotal().called, 0);
    document.title = called ? `(${called}) ${title()}` : title();
  });
}

function alone(key) {
  const person = new Person(key, { compact: false });
  person.extra = themeButton;
  document.body.classList.add("alone");
  document.body.append(person.root);
  countIn([person], () => `${parts[key] ?? key} · Sandbox`);
  document.addEventListener("visibilitychange", () => person.pinned && person.seen());
}

function sideBySide() {
  const wide = matchMedia("(min-width: 1120px)");
  let facing = KEYS.includes(sessionStorage.getItem("facing")) ? sessionStorage.getItem("facing") : KEYS[0];
  let watched = false;
  const together = () => wide.matches && !watched;
  const people = KEYS.map((key) => new Person(key, { compact: true, facing: () => together() || facing === key }));
  const tabs = people.map((person) => el("button", { type: "button", class: "tab", data: { tab: person.key }, onclick: () => face(person.key) }));
  const bar = el("nav", { class: "tabs", "aria-label": "People" }, tabs);
  const drawTabs = () => people.forEach((person, index) => {
    const { called, count } = person.unreadTotal();
    tabs[index].setAttribute("aria-pressed", String(person.key === facing));
    tabs[index].replaceChildren(el("span", {}, parts[person.key] ?? ""), count ? el("span", { class: called ? "badge called" : "badge" }, called || count) : "");
  });
  function face(key) {
    facing = key;
    sessionStorage.setItem("facing", key);
    for (const person of people) {
      person.root.classList.toggle("facing", person.key === key);
      if (person.key === key && person.pinned) person.toBottom();
    }
    drawTabs();
  }
  const tools = toolsDrawer(people);
  const toggle = el("button", {
    type: "button", class: "tools-toggle", "aria-expanded": "false", "aria-controls": tools.id, data: { toolsToggle: "" }, onclick: () => {
      tools.hidden = !tools.hidden;
      toggle.setAttribute("aria-expanded", String(!tools.hidden));
      if (!tools.hidden) tools.dispatchEvent(new Event("open"));
    },
  }, "Table tools");
  const games = opening(people, face);
  const begin = el("button", { type: "button", class: "tools-toggle", data: { games: "" }, onclick: () => games.toggle() }, "Games");
  document.body.classList.add("together");
  document.body.append(
    el("header", { class: "top" }, el("h1", {}, "Sandbox"), el("span", { class: "top-note" }, "One table, four people: you are all of them."), games.sample, games.fault, games.read, bar, begin, toggle, themeButton()),
    tools,
    el("main", { class: "columns" }, people.map((person) => person.root)), games);
  countIn(people, () => "Sandbox");
  document.addEventListener("unread", drawTabs);
  const look = () => people.forEach((person) => person.facing() && person.pinned && person.seen());
  document.addEventListener("visibilitychange", look);
  const arrange = () => {
    document.body.classList.toggle("one", !together());
    look();
  };
  wide.addEventListener("change", arrange);
  document.addEventListener("sample", ({ detail }) => {
    if (detail === watched) return;
    watched = detail;
    document.body.classList.toggle("watching", watched);
    arrange();
  });
  arrange();
  face(facing);
}

document.documentElement.dataset.theme = localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
const key = new URLSearchParams(location.search).get("user");
if (KEYS.includes(key)) alone(key);
else sideBySide();
