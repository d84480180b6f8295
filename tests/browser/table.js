// The table the tests play at: a sandbox with the real bot, a browser on its page, and the four people as someone sits at them.
//
// Everything is clicked or typed as a person would. Waiting is for what a person would see, never for a time. DEATHMATCH is the binary,
// CHROMIUM the browser; where SHOTS names a folder, pictures of the main moments are left in it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
const PATIENCE_MS = 60_000;
const FAILURES = fileURLToPath(new URL("failures/", import.meta.url));
/** What each of the four is at the table. */
const PEOPLE = { host: "hana", ec: "ann", dmo: "bob", spectator: "sam" };

const binary = process.env.DEATHMATCH ?? fileURLToPath(new URL("../../target/debug/deathmatch", import.meta.url));
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/**
 * A test at a fresh table: `play` gets the table, with the four people side by side on one page.
 *
 * It fails on anything that goes wrong besides: an error on a page's console, a request that fails, a fault in the bot's log.
 */
export function atTable(name, play, command = ["sandbox"]) {
  test(name, { timeout: 600_000 }, async () => {
    const sandbox = await Sandbox.open(command);
    const browser = await chromium.launch({ executablePath: browserPath, args: FLAGS });
    const table = new Table(name, sandbox, browser);
    try {
      await table.sitDown();
      await play(table);
      await table.readsWell();
      assert.deepEqual(table.trouble, [], "nothing goes wrong on the page");
      assert.deepEqual(sandbox.faults, [], "the bot logs no fault");
    } catch (error) {
      await table.keep(error);
      throw error;
    } finally {
      table.watching = false;
      await browser.close();
      await sandbox.close();
    }
  });
}

/** `deathmatch sandbox` on a free port. */
class Sandbox {
  constructor(child) {
    this.child = child;
    this.log = [];
    this.ended = new Promise((resolve) => child.once("close", resolve));
    createInterface({ input: child.stderr }).on("line", (line) => this.log.push(line));
  }

  static async open(command) {
    const child = spawn(binary, [...command, "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
    const sandbox = new Sandbox(child);
    process.once("exit", () => child.kill("SIGKILL"));
    const lines = createInterface({ input: child.stdout });
    sandbox.url = await new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error("the sandbox does not open")), PATIENCE_MS).unref();
      child.once("error", reject);
      child.once("close", () => reject(new Error(`the sandbox ended before it was open:\n${sandbox.log.join("\n")}`)));
      lines.on("line", (line) => {
        const url = /https?:\/\/\S+/.exec(line)?.[0];
        if (url) resolve(url);
      });
    });
    return sandbox;
  }

  get faults() {
    return this.log.filter((line) => /\bERROR\b|panicked/.test(line));
  }

  async close() {
    this.child.kill("SIGINT");
    const late = setTimeout(() => this.child.kill("SIGKILL"), 10_000);
    await this.ended;
    clearTimeout(late);
  }
}

/** A pattern for the words of an order, as people read them. */
export function inWords(words) {
  return words.map((word) => word.replaceAll("-", " ")).join(".*");
}

/** The pages, and the people on them. */
class Table {
  constructor(name, sandbox, browser) {
    this.name = name;
    this.sandbox = sandbox;
    this.browser = browser;
    this.pages = [];
    this.trouble = [];
    this.watching = true;
  }

  /** Opens the page with all four side by side. */
  async sitDown() {
    this.page = await this.open("/", { viewport: { width: 1600, height: 900 }, colorScheme: "dark" });
    for (const [part, key] of Object.entries(PEOPLE)) this[part] = new Person(this, this.page, key);
  }

  /** Gives one of the four, alone on a phone. */
  async onPhone(key) {
    const page = await this.open(`/?user=${key}`, { viewport: { width: 400, height: 800 }, isMobile: true, hasTouch: true });
    return new Person(this, page, key);
  }

  /** One of the four on a page with all of them. */
  on(page, key) {
    return new Person(this, page, key);
  }

  async open(at, like) {
    const context = await this.browser.newContext({ locale: "en-GB", ...like });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const note = (words) => this.watching && this.trouble.push(words);
    page.on("console", (message) => message.type() === "error" && note(`console: ${message.text()}`));
    page.on("pageerror", (error) => note(`page: ${error.stack ?? error}`));
    page.on("requestfailed", (request) => note(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`));
    page.on("response", (response) => response.status() >= 400 && note(`${response.request().method()} ${response.url()}: ${response.status()}`));
    this.pages.push(page);
    await page.goto(this.sandbox.url + at);
    return page;
  }

  /** Nothing on a page shows the marks that Discord turns into something else. */
  async readsWell() {
    for (const page of this.pages.filter((page) => !page.isClosed())) {
      const shown = await page.locator(".message").allInnerTexts();
      const raw = shown.filter((text) => /^-# |\*\*|<t:|<@/m.test(text));
      assert.deepEqual(raw, [], "messages are laid out");
    }
  }

  /** Leaves a picture of a main moment, where they are wanted. */
  async shot(name, page = this.page) {
    if (!process.env.SHOTS) return;
    await mkdir(process.env.SHOTS, { recursive: true });
    await page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`) });
  }

  /** Leaves what a failed test looked like, and says what else went wrong. */
  async keep(error) {
    await mkdir(FAILURES, { recursive: true });
    const name = path.join(FAILURES, this.name.replace(/\W+/g, "-").toLowerCase());
    const files = this.pages.map((_, index) => `${name}-${index + 1}.png`);
    await Promise.all(this.pages.map((page, index) => page.screenshot({ path: files[index] }).catch(() => {})));
    const also = [...this.trouble, ...this.sandbox.log].map((line) => `  ${line}`).join("\n");
    error.message += `\nIt looked like this: ${files.join(", ")}${also ? `\nBesides:\n${also}` : ""}`;
  }

  /** Has a person's direct messages closed, by the table tools. */
  async closeDms(key) {
    const toggle = this.page.locator("[data-tools-toggle]");
    await toggle.click();
    await this.page.locator(`[data-fault="dms:${key}"]`).check();
    await this.page.locator(".tools-told").filter({ hasText: "no longer accepts direct messages" }).waitFor();
    await toggle.click();
  }

  /** Hides a channel from people, by the sandbox's fault interface. */
  async hide(name, keys) {
    const state = await this.page.request.get(`${this.sandbox.url}/client/state?user=hana`);
    const { channels } = await state.json();
    const channel = channels.find((one) => one.name === name).id;
    for (const user of keys) {
      const data = { revoke: { channel, permission: "VIEW_CHANNEL", user } };
      await this.page.request.post(`${this.sandbox.url}/faults`, { data });
    }
  }

  /** Opens a match of Ann against Bob in the host's channel, and waits for its card. */
  async openMatch(options) {
    await this.host.command("match open", { game: ["warriors", "warriors-death"], ec: ["Ann"], dmo: ["Bob"], ...(options && { options: [options] }) });
    await this.host.read("Opened match", ".ephemeral");
    await this.host.read("to play.");
  }

  /** What `others` can read, on screen and out of the server, in all their channels. */
  async seenBy(...others) {
    const seen = [];
    for (const person of others) seen.push(await person.seen());
    return seen;
  }
}

/** One of the four people: their column of the page, or their page alone. */
class Person {
  constructor(table, page, key) {
    this.table = table;
    this.page = page;
    this.key = key;
    this.root = page.locator(`[data-person="${key}"]`);
    this.text = this.root.locator(".composer-text");
  }

  /** The messages of the open channel that say `words` and are `kind` (a selector). */
  messages(words, kind = "") {
    return this.root.locator(`.message${kind}`).filter({ hasText: words });
  }

  /** Waits for the newest such message and gives it as it is, whatever comes after it. */
  async read(words, kind) {
    const newest = this.messages(words, kind).last();
    await newest.waitFor();
    return this.root.locator(`[data-message="${await newest.getAttribute("data-message")}"]`);
  }

  /** Waits until a message says `words`. */
  async says(message, words) {
    await message.filter({ hasText: words }).waitFor();
    return message;
  }

  /** Goes to a channel by its name. */
  async go(name) {
    const tab = this.root.locator("[data-channel]").filter({ hasText: name });
    await tab.waitFor({ state: "attached" });
    const drawer = this.root.getByRole("button", { name: "Channels" });
    if (await drawer.isVisible()) await drawer.click();
    await tab.click();
    await this.root.locator("[data-channel][aria-current=true]").filter({ hasText: name }).waitFor({ state: "attached" });
  }

  async press(message, label) {
    await message.getByRole("button", { name: label }).click();
  }

  /** Opens a message's menu, of several the one of this number, and takes one of its lines. */
  async choose(message, value, menu = 0) {
    await this.unfold(message, menu);
    await this.take(value);
  }

  /** Opens a menu that takes several lines, and takes these. */
  async several(message, values, menu) {
    await this.unfold(message, menu);
    for (const value of values) await this.root.locator(`.menu.drop [data-value="${value}"]`).click();
    await this.root.locator(".menu.drop").getByRole("button", { name: "Done" }).click();
    await this.root.locator(".menu.drop").waitFor({ state: "detached" });
  }

  async unfold(message, menu = 0) {
    await message.locator(".select").nth(menu).click();
    await this.root.locator(".menu.drop").waitFor();
  }

  async take(value) {
    await this.root.locator(`.menu.drop [data-value="${value}"]`).click();
    await this.root.locator(".menu.drop").waitFor({ state: "detached" });
  }

  /** Types into the composer. */
  async write(words) {
    await this.text.click();
    await this.text.pressSequentially(words);
  }

  /** Types a message and sends it. */
  async type(words) {
    await this.write(words);
    await this.text.press("Enter");
  }

  /**
   * Picks a slash command, fills it in and sends it.
   *
   * `options` has for each what to type and, where a suggestion is to be taken, its value; people are taken by their names.
   */
  async command(name, options = {}) {
    const suggestion = (value) => this.root.locator(`.menu.suggest [data-value="${value}"]`);
    await this.write(`/${name.slice(0, -1)}`);
    await suggestion(name).click();
    const call = this.root.locator(`[data-command="${name}"]`);
    for (const [option, [words, value]] of Object.entries(options)) {
      const field = call.locator(`[data-option="${option}"] input`);
      if (!(await field.count())) {
        await call.locator(".more").click();
        await suggestion(option).click();
      }
      await field.click();
      await field.pressSequentially(words);
      if (option === "ec" || option === "dmo") await this.root.locator(".menu.suggest .choice").filter({ hasText: words }).click();
      else if (value) await suggestion(value).click();
    }
    await this.root.locator(".composer .send").click();
    await call.waitFor({ state: "detached" });
  }

  /** Composes an order out of a prompt's menus, up to its last word; that one is left for `seal`. */
  async compose(prompt, words) {
    for (const word of words.slice(0, -1)) {
      await this.choose(prompt, word);
      await this.says(prompt, "So far:");
    }
    await this.unfold(prompt);
  }

  /** Takes the last word of an order, and reads that it is sealed. */
  async seal(prompt, words) {
    await this.take(words.at(-1));
    await this.says(prompt, new RegExp(`Sealed: ${inWords(words)}`, "i"));
  }

  /** Gives a whole order. */
  async order(prompt, words) {
    await this.compose(prompt, words);
    await this.seal(prompt, words);
  }

  /** What this person can read, countdowns aside: of the open channel on screen, of all channels out of the server. */
  async seen() {
    const screen = await this.root.locator(".messages").evaluate((list) => {
      const whole = list.cloneNode(true);
      for (const ticking of whole.querySelectorAll("time")) ticking.remove();
      const pictures = [...whole.querySelectorAll("img")].map((image) => [image.alt, image.getAttribute("src")]);
      return { words: whole.textContent, pictures };
    });
    const ask = async (what, query) => {
      const answer = await this.page.request.get(`${this.table.sandbox.url}/client/${what}?${new URLSearchParams(query)}`);
      return JSON.parse(await answer.text(), steady);
    };
    const { channels } = await ask("state", { user: this.key });
    const kept = {};
    for (const { id } of channels) kept[id] = await ask("messages", { user: this.key, channel: id });
    return { key: this.key, screen, kept };
  }
}

/** Leaves out of an answer what differs between two looks at the same thing: the time, and what the repeat of an edit changes. */
function steady(name, value) {
  if (name === "now" || name === "edited_timestamp") return undefined;
  return name === "custom_id" ? value.replace(/:board:.*/, ":board") : value;
}

/** Waits for a message's picture, and asserts that it is one of our boards with a description. */
export async function board(message) {
  const image = message.locator(".picture img");
  await image.waitFor();
  const { alt, width } = await image.evaluate(async (image) => {
    await image.decode();
    return { alt: image.alt, width: image.naturalWidth };
  });
  assert.equal(width, 1000, "a board is 1,000 px wide");
  assert.ok(alt.length > 20 && alt.length <= 1024, `a board has a description: ${alt}`);
  assert.doesNotMatch(alt, /[{}]/, "the description names the players");
  return { image, alt };
}

/** Asserts that something lies within the phone's width, and that the page cannot be pushed sideways. */
export async function fits(person, what) {
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  const { width } = person.page.viewportSize();
  assert.ok(box.x >= 0 && box.x + box.width <= width, `${JSON.stringify(box)} lies within ${width} px`);
  assert.ok(await person.page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth), "the page is no wider than the phone");
}
