// The first sight of the page: a match is one press away, at a desk and on a phone.

import assert from "node:assert/strict";
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atTable, board, fits } from "./table.js";

atTable("a sample match by one press", async (table) => {
  const { page, host, ec, dmo, spectator } = table;
  const card = page.locator("[data-opening]");
  await card.waitFor();
  assert.equal(await card.locator("[data-scene]").count(), 17);
  await table.shot("opening");
  const light = await table.open("/?user=sam", { colorScheme: "light" });
  assert.equal(await light.locator("html").getAttribute("data-theme"), "light", "the theme that the browser asks for");
  await card.getByRole("article", { name: "A Warrior's Death" }).getByRole("button", { name: "Play both sides" }).click();
  for (const person of [host, ec, dmo, spectator]) await board(await person.read(/Bout 1 · Round 1(?!\d)/));
  await card.waitFor({ state: "hidden" });
  await table.shot("opening-begun");
  for (const player of [ec, dmo]) await player.go("Deathmatch");
  await ec.order(await ec.read(/Bout 1 · Round 1(?!\d)/, ":has(.select)"), ["samurai"]);
  await dmo.order(await dmo.read(/Bout 1 · Round 1(?!\d)/, ":has(.select)"), ["sage"]);
  await spectator.read(/Round 1: .*Samurai/);
});

atTable("a match against the bot, on a phone", async (table) => {
  const page = await table.open("/", { viewport: { width: 400, height: 800 }, isMobile: true, hasTouch: true });
  const ec = table.on(page, "ann");
  const card = page.locator("[data-opening]");
  await card.waitFor();
  await fits(ec, card);
  for (const button of await card.locator("[data-scene]").all()) {
    await button.scrollIntoViewIfNeeded();
    await fits(ec, button);
  }
  await table.shot("opening-phone", page);
  await card.getByRole("article", { name: "A Warrior's Death" }).getByRole("button", { name: "Play against the bot" }).click();
  await page.locator('[data-tab="ann"][aria-pressed="true"]').waitFor();
  await card.waitFor({ state: "hidden" });
  await board(await ec.read(/Bout 1 · Round 1(?!\d)/));
  await table.shot("opening-phone-begun", page);
  await ec.go("Deathmatch");
  await ec.order(await ec.read(/Bout 1 · Round 1(?!\d)/, ":has(.select)"), ["samurai"]);
  await ec.go("death-match");
  await ec.read(/Round 1: .*Samurai/);
  // The others can write as well, though their columns were not on screen when the match began.
  for (const key of ["hana", "bob", "sam"]) {
    await page.locator(`[data-tab="${key}"]`).click();
    const text = page.locator(`[data-person="${key}"] .composer-text`);
    await text.waitFor();
    assert.ok((await text.boundingBox()).height > 20, `${key} has a line to write on`);
  }
});

atTable("a sample that plays itself, until it is stopped", async (table) => {
  const { page, host, spectator } = table;
  const tile = page.locator("[data-opening]").getByRole("article", { name: "Knights" });
  await tile.getByRole("button", { name: "Watch a sample" }).click();
  await board(await spectator.read(/Turn 2(?!\d)/));
  await host.root.waitFor({ state: "hidden" });
  await table.shot("sample");
  await page.locator("[data-stop]").click();
  await spectator.root.locator(".note").filter({ hasText: "The sample is stopped, and its match is over." }).waitFor();
  await spectator.read("Hana (host) ended the match");
  await host.root.waitFor();
});

atTable("games in the server's match channel, and the reason where one cannot begin", async (table) => {
  const { page, host, ec, spectator } = table;
  await host.command("setup panel");
  const panel = await host.read("Setting up", ".ephemeral:has(.select)");
  await host.press(panel, "Create a match channel");
  await host.says(panel, "Create the channel");
  await panel.getByRole("button", { name: "Create", exact: true }).click();
  await host.says(panel, "Matches are opened in");
  await host.choose(panel, "games", (await panel.locator(".select").count()) - 1);
  await host.says(panel, "All games are played here");
  await host.several(panel, ["knights"], 0);
  await host.says(panel, "The games played here are Knights");
  await page.locator("[data-games]").click();
  const card = page.locator("[data-opening]");
  const tile = (name) => card.getByRole("article", { name });
  await tile("Castle Siege").getByRole("button", { name: "Play both sides" }).click();
  await tile("Castle Siege").getByText("Castle Siege is not played here").waitFor();
  await table.shot("opening-refused");
  await tile("Knights").getByRole("button", { name: "Play both sides" }).click();
  for (const person of [ec, spectator]) await board(await person.read(/Turn 1(?!\d)/));
  await spectator.root.locator("[data-channel][aria-current=true]").filter({ hasText: "death-matches" }).waitFor();
  await card.waitFor({ state: "hidden" });
});

atTable("what is missing is said until it is given", async (table) => {
  const { host, page } = table;
  await page.locator("[data-opening] [data-scene]:enabled").first().waitFor();
  await host.text.click();
  await page.locator("[data-opening]").waitFor({ state: "hidden" });
  await host.text.pressSequentially("/match ope");
  await host.root.locator('.menu.suggest [data-value="match open"]').click();
  await host.root.locator(".composer .send").click();
  const trouble = host.root.locator(".composer-trouble");
  await trouble.filter({ hasText: "This option is required" }).waitFor();
  const field = host.root.locator('[data-option="game"] input');
  await field.click();
  await field.pressSequentially("warriors");
  await host.root.locator('.menu.suggest [data-value="warriors-death"]').click();
  await trouble.waitFor({ state: "hidden" });
  assert.equal(await field.getAttribute("aria-invalid"), null);
});

const GAME = fileURLToPath(new URL("../../library/wizards_duel.py", import.meta.url));
const FILE = join(mkdtempSync(join(tmpdir(), "game-")), "game.py");
copyFileSync(GAME, FILE);
atTable(
  "the game of a file by one press, and its fault on the open page",
  async ({ page, ec, dmo, spectator }) => {
    await page.locator("[data-opening]").getByRole("button", { name: "Play both sides" }).click();
    await board(await spectator.read(/Bout 1, round 1(?!\d)/));
    for (const player of [ec, dmo]) {
      await player.go("Deathmatch");
      await player.order(await player.read(/Bout 1, round 1(?!\d)/, ":has(.select)"), ["5"]);
    }
    await board(await spectator.read(/Bout 1, round 2(?!\d)/));
    const fault = page.locator("[data-broken]");
    assert.ok(await fault.isHidden());
    appendFileSync(FILE, "def (\n");
    await fault.filter({ hasText: /\(line \d+\); the text before it is played\./ }).waitFor();
    await fault.getByRole("button").click();
    const tile = page.locator("[data-opening] article");
    await tile.getByText("def (").waitFor();
    const before = await tile.locator("img").getAttribute("src");
    await page.keyboard.press("Escape");
    writeFileSync(FILE, readFileSync(GAME, "utf8").replace('"bouts won"', '"fights"').replace("def scene(v):", 'def scene(v):\n    return [text("Changed")]'));
    await fault.waitFor({ state: "hidden" });
    await page.locator("[data-read]").filter({ hasText: /^Read again at .*: the next match plays it\.$/ }).waitFor();
    assert.notEqual(await tile.locator("img").getAttribute("src"), before, "the tile shows the new picture");
  },
  ["game", "play", FILE],
);
