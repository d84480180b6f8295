// The page of a replay, opened from a file as somebody would who was sent it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
const binary = process.env.DEATHMATCH ?? fileURLToPath(new URL("../../target/debug/deathmatch", import.meta.url));
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const record = await readFile(new URL("finished.jsonl", import.meta.url), "utf8");
const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 400, height: 800 }, isMobile: true, hasTouch: true };

/** A page made of a record, open in a separate browser; it fails on an error, and on anything asked of a network. */
async function opened(text, like, look, hash = "") {
  const folder = await mkdtemp(path.join(tmpdir(), "replay-"));
  const browser = await chromium.launch({ executablePath: browserPath, args: FLAGS });
  try {
    const file = path.join(folder, "finished.jsonl");
    await writeFile(file, text);
    await promisify(execFile)(binary, ["replay", file, "--out", folder]);
    const page = await (await browser.newContext({ locale: "en-GB", ...like })).newPage();
    const trouble = [];
    page.on("console", (message) => message.type() === "error" && trouble.push(message.text()));
    page.on("pageerror", (error) => trouble.push(error.message));
    page.on("request", (request) => /^(file|data):/.test(request.url()) || trouble.push(request.url()));
    await page.goto(pathToFileURL(path.join(folder, "replay.html")) + hash);
    await page.locator("#replay").waitFor();
    await look(page);
    if (process.env.SHOTS) {
      await mkdir(process.env.SHOTS, { recursive: true });
      await page.screenshot({ path: path.join(process.env.SHOTS, `replay-${like.viewport.width}.png`), fullPage: true });
    }
    assert.deepEqual(trouble, []);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const count = (page) => page.locator("#count").textContent();
const picture = (page) => page.locator("#board").innerHTML();
const orders = (page) => page.locator("#answers").innerText();

test("a replay is stepped through by keys, and shows each view what it had", { timeout: 300_000 }, () =>
  opened(record, DESK, async (page) => {
    assert.match(await page.title(), /^Ann <\/script><b> against Bob · /);
    assert.match(await page.locator("h1").innerText(), /Ann <\/script><b>/);
    assert.doesNotMatch(await page.locator("body").innerText(), /wins the Death Match|1–0/, "the result waits for the end");
    const moments = await page.locator("#moves li").count();
    assert.equal(await count(page), `1 / ${moments}`);
    const first = await picture(page);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.equal(await count(page), `3 / ${moments}`);
    assert.notEqual(await picture(page), first);
    const all = await orders(page);
    assert.doesNotMatch(all, /in secret/);

    const seen = [await picture(page)];
    for (const [key, hidden] of [["2", 2], ["3", 1], ["4", 1]]) {
      await page.keyboard.press(key);
      assert.equal((await orders(page)).match(/in secret/g)?.length, hidden, `view ${key}`);
      seen.push(await picture(page));
    }
    assert.equal(new Set(seen).size, 4, "every view has its own picture");
    assert.match(page.url(), /#3-dmo$/);
    await page.keyboard.press("End");
    assert.equal(await count(page), `${moments} / ${moments}`);
    assert.ok(await page.locator("#next").isDisabled());
    assert.match(await page.locator("#told").innerText(), /wins the Death Match/);
    assert.match(await page.locator("#result").innerText(), /wins the Death Match/);
    await page.keyboard.press("Home");
    assert.equal(await count(page), `1 / ${moments}`);

    const board = page.getByRole("img", { name: "Opening" });
    const words = async () => page.locator(`#${await board.getAttribute("aria-describedby")}`).textContent();
    assert.ok((await words()).length > 40, "the board is said in words");
    await page.locator("#speed").selectOption("4");
    await page.getByRole("button", { name: "Play" }).click();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.waitForFunction((last) => document.querySelector("#count").textContent === last, `${moments} / ${moments}`);
    await page.getByRole("button", { name: "Play" }).waitFor();
    await page.locator("#moves button").nth(4).click();
    assert.equal(await count(page), `5 / ${moments}`);
    await page.getByRole("slider").focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await count(page), `6 / ${moments}`);
    assert.match(await page.getByRole("slider").getAttribute("aria-valuetext"), /^6 of \d+: Round/);
    assert.ok(await page.evaluate(() => document.querySelector(".controls").getBoundingClientRect().bottom <= innerHeight), "board and controls fit a desk");
  }));

test("receipts are checked in the browser", { timeout: 300_000 }, async () => {
  const sealed = record.match(/"commitment"/g).length;
  await opened(record, DESK, async (page) => {
    await page.getByText(`All ${sealed} receipts hold: checked in this browser just now.`).waitFor();
    await page.keyboard.press("ArrowRight");
    assert.equal((await orders(page)).match(/receipt [0-9a-f]{8} ✓/g).length, 2);
  });
  const bent = record.replace(/"commitment":"(.)/, (_, digit) => `"commitment":"${digit === "0" ? "1" : "0"}`);
  await opened(bent, DESK, async (page) => {
    await page.getByText(`1 of ${sealed} receipts do not hold.`).waitFor();
    await page.keyboard.press("ArrowRight");
    assert.match(await orders(page), /✗ does not hold/);
  });
});

test("a replay is swiped on a phone, from the moment that a link names", { timeout: 300_000 }, () =>
  opened(record, PHONE, async (page) => {
    assert.match(await count(page), /^4 \//);
    assert.ok(await page.getByRole("radio", { name: "Everyone’s view" }).isChecked());
    const swipe = (from, to) =>
      page.locator("#board").evaluate((board, [from, to]) => {
        const touch = (x) => new Touch({ identifier: 1, target: board, clientX: x, clientY: 300 });
        board.dispatchEvent(new TouchEvent("touchstart", { touches: [touch(from)], changedTouches: [touch(from)] }));
        board.dispatchEvent(new TouchEvent("touchend", { touches: [], changedTouches: [touch(to)] }));
      }, [from, to]);
    await swipe(300, 120);
    assert.match(await count(page), /^5 \//);
    await swipe(120, 300);
    await swipe(120, 140);
    assert.match(await count(page), /^4 \//);
    await page.getByRole("button", { name: "Forward" }).tap();
    assert.match(await count(page), /^5 \//);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
    const small = await page.locator("main button:visible").evaluateAll((all) => all.filter((one) => one.closest(".buttons") && one.getBoundingClientRect().height < 44).length);
    assert.equal(small, 0, "buttons are large enough for a thumb");
  }, "#4-public"));

test("what can be typed is set apart from words, without its marks", { timeout: 300_000 }, async () => {
  const unplayed = await readFile(new URL("../records/guidance-rite/dm11-nobody-plays.jsonl", import.meta.url), "utf8");
  await opened(unplayed, PHONE, async (page) => {
    const typed = page.locator("#told code").first();
    for (let tries = 0; tries < 40 && !(await typed.count()); tries += 1) await page.keyboard.press("ArrowRight");
    assert.equal(await typed.textContent(), "+");
    assert.match(await page.locator("#told").innerText(), /gets a \+ piece on/);
    assert.doesNotMatch(await page.locator("#told").innerText(), /`/);
  });
});
