// The table tools: faults to try by hand, through the sandbox's fault interface.

import { el, icon, nameOf } from "./dom.js";
import { call } from "./wire.js";

/** Makes the closed drawer for the four people's page. */
export function toolsDrawer(people) {
  const told = el("p", { class: "tools-told", role: "status" });
  const armed = el("code", { class: "tools-armed" });
  const say = (words, bad = false) => {
    told.textContent = words;
    told.classList.toggle("bad", bad);
  };
  const refresh = async () => {
    try {
      const faults = await call("/faults");
      armed.textContent = JSON.stringify(faults);
      for (const box of closed.querySelectorAll("input")) if (Array.isArray(faults.closed_dms)) box.checked = faults.closed_dms.includes(box.value);
    } catch (error) {
      armed.textContent = error.message;
    }
  };
  const apply = async (fault, words) => {
    try {
      await call("/faults", fault);
      say(words);
    } catch (error) {
      say(error.message, true);
    }
    await refresh();
    for (const person of people) person.readState().catch(() => {});
  };
  const button = (name, label, note, fault, words) =>
    el("button", { type: "button", class: "button secondary small", title: note, data: { fault: name }, onclick: () => apply(typeof fault === "function" ? fault() : fault, words) }, label);
  const group = (title, note, ...inner) => el("fieldset", {}, el("legend", {}, title), el("p", {}, note), el("div", { class: "tools-row" }, inner));
  const number = (label, value, props) => el("input", { type: "number", value, "aria-label": label, ...props });

  const closed = el("div", { class: "tools-row" }, people.filter((person) => person.key !== "sam").map((person) => {
    const box = el("input", { type: "checkbox", value: person.key, data: { fault: `dms:${person.key}` }, onchange: () =>
      apply({ [box.checked ? "close_dms" : "open_dms"]: person.key }, `${nameOf(person.state.me)} ${box.checked ? "no longer accepts direct messages" : "accepts direct messages again"}.`) });
    const name = el("span", {});
    document.addEventListener("unread", () => (name.textContent = nameOf(person.state.me)));
    return el("label", { class: "tools-check" }, box, name);
  }));
  const [host] = people;
  const spectator = people.at(-1);
  /** Lets the spectator read the channels that only the host reads. */
  const letIn = async () => {
    const read = new Set(spectator.state.channels.map(({ id }) => id));
    const closed = host.state.channels.filter(({ id, kind }) => kind === "text" && !read.has(id));
    for (const { id } of closed) {
      for (const permission of ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]) await apply({ grant: { channel: id, user: spectator.key, permission } }, "");
    }
    say(`${nameOf(spectator.state.me)} reads every channel.`);
  };
  const skew = number("Seconds Discord's clock is ahead", 3, { step: 0.5, data: { fault: "skew-value" } });
  const late = number("Seconds late", 2, { min: 0, step: 0.5, data: { fault: "late-value" } });
  const whose = el("select", { "aria-label": "Whose next action", data: { fault: "late-who" } }, people.map((person) => el("option", { value: person.key })));
  document.addEventListener("unread", () => people.forEach((person, index) => (whose.options[index].textContent = nameOf(person.state.me))));

  const drawer = el("section", { class: "tools", id: "tools", hidden: true, "aria-label": "Table tools", data: { tools: "" }, onopen: refresh },
    el("p", { class: "tools-lead" }, icon("tools"), "Try on purpose what can go wrong on the real Discord."),
    el("div", { class: "tools-groups" },
      group("Direct messages closed", "The bot cannot write to the ticked people.", closed),
      group("Discord's clock", "Seconds ahead of this computer's (negative: behind).", skew,
        button("skew", "Set", "Move Discord's clock", () => ({ skew_ms: Math.round(skew.valueAsNumber * 1000) || 0 }), "Discord's clock is set."),
        button("skew-none", "Right again", "No difference", { skew_ms: 0 }, "Discord's clock is right again.")),
      group("A slow line", "This person's next action keeps its timestamp, but reaches the bot late.", whose, late,
        button("late", "Arm", "Once", () => ({ next: { user: whose.value, delay_ms: Math.round(late.valueAsNumber * 1000) || 0 } }), "The next action will arrive late.")),
      group("The bot's connection", "The bot must reconnect automatically and lose nothing.",
        button("gateway-drop", "Drop it", "Cut the gateway without notice", { gateway: "drop" }, "The gateway was cut."),
        button("gateway-reconnect", "Ask to reconnect", "Discord's RECONNECT", { gateway: "reconnect" }, "The bot was asked to reconnect."),
        button("gateway-invalid", "End its session", "Discord's INVALID_SESSION", { gateway: "invalid" }, "The bot's session was ended."),
        button("gateway-away", "Away for 20 s", "Cut it and refuse it for 20 seconds", { refuse_gateway_ms: 20000, gateway: "drop" }, "The bot is kept away for 20 seconds.")),
      group("Posting fails", "For the bot's next three posts to a channel.",
        button("post-refused", "Refuse", "Answer 500 without posting", { rest: { match: "POST /channels/*/messages", status: 500, times: 3, after_apply: false } }, "The next three posts are refused."),
        button("post-lost", "Lose the answer", "Post, then answer 500", { rest: { match: "POST /channels/*/messages", status: 500, times: 3, after_apply: true } }, "The answers to the next three posts are lost.")),
      group("Closed channels", "Such as those for spectators and commentators, until Reset.",
        el("button", { type: "button", class: "button secondary small", data: { fault: "let-in" }, onclick: letIn }, "Let Sam in")),
      group("All as it should be", "Turns every fault off.", button("reset", "Reset", "No faults", { reset: true }, "All faults are off."))),
    el("div", { class: "tools-foot" }, told, el("details", {}, el("summary", {}, "Active faults"), armed)));
  return drawer;
}
