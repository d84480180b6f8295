// The registered commands: full names, options, and values read from text.

import { nameOf } from "./dom.js";

export const Kind = { GROUP: 2, SUB: 1, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, ATTACHMENT: 11 };
const BOT_DM = 1;

/** Returns every callable command in the registered order, subcommands by their full names. */
export function callable(commands, inDm) {
  const out = [];
  const walk = (name, node) => {
    const inner = (node.options ?? []).filter((option) => option.type === Kind.SUB || option.type === Kind.GROUP);
    if (inner.length) for (const option of inner) walk(`${name} ${option.name}`, option);
    else out.push({ name, description: node.description ?? "", options: [...(node.options ?? [])].sort((a, b) => Boolean(b.required) - Boolean(a.required)) });
  };
  for (const command of commands) {
    if ((command.type ?? 1) !== 1) continue;
    const reachable = inDm && command.guild_id ? false : command.contexts ? command.contexts.includes(inDm ? BOT_DM : 0) : !inDm || command.dm_permission !== false;
    if (reachable) walk(command.name, command);
  }
  return out;
}

/** Returns commands that match the text after the slash, best first. */
export function fitting(commands, typed) {
  const text = typed.toLowerCase().trimStart();
  const words = text.split(/\s+/).filter(Boolean);
  const rank = ({ name, description }) => {
    if (name.startsWith(text)) return 0;
    if (words.every((word) => name.split(" ").some((part) => part.startsWith(word)))) return 1;
    if (words.every((word) => name.includes(word))) return 2;
    return words.every((word) => `${name} ${description.toLowerCase()}`.includes(word)) ? 3 : 4;
  };
  return commands.map((command) => [rank(command), command]).filter(([place]) => place < 4).sort(([a], [b]) => a - b).map(([, command]) => command);
}

/** Reads `/name option:value …`. Returns the command, its options' texts, and whether the name is complete. */
export function read(commands, text) {
  if (!text.startsWith("/")) return null;
  const body = text.slice(1);
  const command = commands.filter(({ name }) => body === name || body.startsWith(`${name} `)).sort((a, b) => b.name.length - a.name.length)[0];
  if (!command || body.length === command.name.length) return null;
  const rest = body.slice(command.name.length);
  const marks = [...rest.matchAll(/(?<=\s)([-_\p{L}\p{N}]{1,32}):/gu)].filter((mark) => command.options.some((option) => option.name === mark[1]));
  const values = {};
  marks.forEach((mark, index) => {
    values[mark[1]] = rest.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? rest.length).trim();
  });
  const loose = (marks.length ? rest.slice(0, marks[0].index) : rest).trim();
  return { command, values, loose };
}

/** Reads an option's value from text. Returns `{value}` or `{trouble}`. */
export function valueOf(option, text, person) {
  const typed = text.trim();
  if (option.choices?.length) {
    const fold = typed.toLowerCase();
    const choice = option.choices.find((each) => each.name.toLowerCase() === fold) ?? option.choices.find((each) => String(each.value).toLowerCase() === fold);
    return choice ? { value: choice.value } : { trouble: "Choose one from the list" };
  }
  switch (option.type) {
    case Kind.INTEGER:
    case Kind.NUMBER: return number(option, typed);
    case Kind.BOOLEAN: {
      const value = { true: true, yes: true, false: false, no: false }[typed.toLowerCase()];
      return value === undefined ? { trouble: "True or False" } : { value };
    }
    case Kind.USER:
    case Kind.CHANNEL:
    case Kind.ROLE:
    case Kind.MENTIONABLE: {
      const found = candidates(option, person).find((each) => each.names.some((name) => name.toLowerCase() === typed.toLowerCase().replace(/^[@#]/, "")) || typed.replace(/^<[@#][!&]?|>$/g, "") === each.value);
      return found ? { value: found.value } : { trouble: `Choose ${option.type === Kind.CHANNEL ? "a channel" : option.type === Kind.ROLE ? "a role" : "a person"}` };
    }
    default: {
      if (option.min_length && typed.length < option.min_length) return { trouble: `At least ${option.min_length} characters` };
      if (option.max_length && typed.length > option.max_length) return { trouble: `At most ${option.max_length} characters` };
      return { value: typed };
    }
  }
}

function number(option, typed) {
  const whole = option.type === Kind.INTEGER;
  const value = Number(typed);
  if (!typed || !Number.isFinite(value) || (whole && !Number.isInteger(value))) return { trouble: whole ? "A whole number" : "A number" };
  if (option.min_value !== undefined && value < option.min_value) return { trouble: `At least ${option.min_value}` };
  if (option.max_value !== undefined && value > option.max_value) return { trouble: `At most ${option.max_value}` };
  return { value };
}

/** Returns the users, roles or channels that an option offers. */
export function candidates(option, person) {
  const { users, guild, channels } = person.state;
  const people = () => users.map((user) => ({ label: `@${nameOf(user)}`, note: user.username, value: user.id, user, names: [nameOf(user), user.username] }));
  const roles = () => (guild?.roles ?? []).filter((role) => role.name !== "@everyone").map((role) => ({ label: `@${role.name}`, note: "role", value: role.id, names: [role.name] }));
  if (option.type === Kind.CHANNEL) return channels.filter((channel) => channel.kind !== "dm").map((channel) => ({ label: `#${channel.name}`, value: channel.id, names: [channel.name] }));
  if (option.type === Kind.ROLE) return roles();
  return option.type === Kind.USER ? people() : [...people(), ...roles()];
}

/** Returns the rows that an option's field offers for a text. Null if the rows are unknown or come from the bot. */
export function offers(option, typed, person) {
  const fold = typed.trim().toLowerCase().replace(/^[@#]/, "");
  const starts = (each) => each.names.some((name) => name.toLowerCase().startsWith(fold));
  const fit = (rows) => rows.filter((each) => each.names.some((name) => name.toLowerCase().includes(fold))).sort((a, b) => starts(b) - starts(a));
  const plain = (label, value) => ({ label, value, names: [label] });
  if (option.choices?.length) return fit(option.choices.map((choice) => plain(choice.name, choice.value)));
  if (option.type === Kind.BOOLEAN) return fit([plain("True", true), plain("False", false)]);
  if ([Kind.USER, Kind.CHANNEL, Kind.ROLE, Kind.MENTIONABLE].includes(option.type)) return fit(candidates(option, person));
  return null;
}
