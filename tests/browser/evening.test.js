// The evening around a match: a start that both choose, terms in a form, a series, and a channel for commentators; a player does it on a phone.

import assert from "node:assert/strict";
import { atTable, board, fits } from "./table.js";

const CARD = ":has(.select)";

atTable("a start that both choose, terms in a form", async (table) => {
  const { host, dmo, spectator } = table;
  const ec = await table.onPhone("ann");
  const game = ["guidance", "guidance-rite"];
  await host.command("match open", { game, ec: ["Ann"], dmo: ["Bob"], preset: ["final", "final"], start: ["tomorrow 18:00, tomorrow 20:00"] });
  await host.read("Both players choose times on its card", ".ephemeral");
  const card = await host.read("choose every time that suits you", CARD);
  await table.shot("offers");

  await host.press(card, "Terms (host)");
  const terms = await host.read("Terms of match 1", ".ephemeral:has(.select)");
  await table.shot("terms");
  await host.choose(terms, "turn_s");
  await host.says(terms, "Time for each turn");
  await host.choose(terms, "120");
  await host.says(terms, "2 min for each turn of bouts 1 and 2");
  await host.press(terms, "All terms in a form");
  const form = host.root.locator(".modal");
  await form.waitFor();
  await table.shot("terms-form");
  const fields = form.locator("input, textarea");
  assert.equal(await fields.count(), 4, "values, two players' items, boards");
  await fields.nth(1).fill("honour, rotate");
  await fields.nth(2).fill("swop");
  await form.getByRole("button", { name: "Submit" }).click();
  const refused = await host.read("the items are honour, rotate, swap", ".ephemeral");
  await table.shot("terms-refused");
  await host.press(refused, "Edit and send again");
  await form.waitFor();
  assert.equal(await fields.nth(1).inputValue(), "honour, rotate");
  assert.equal(await fields.nth(2).inputValue(), "swop");
  await fields.nth(2).fill("swap");
  await form.getByRole("button", { name: "Submit" }).click();
  await spectator.read("Items of Bob: swap");

  const mine = await ec.read("choose every time that suits you", CARD);
  await fits(ec, mine);
  await table.shot("offers-phone", ec.page);
  await ec.unfold(mine);
  await fits(ec, ec.root.locator(".menu.drop"));
  await table.shot("offers-phone-menu", ec.page);
  for (const value of [0, 1]) await ec.root.locator(`.menu.drop [data-value="${value}"]`).click();
  await ec.root.locator(".menu.drop").getByRole("button", { name: "Done" }).click();
  const chosen = await dmo.read("✅ Ann", CARD);
  await dmo.several(chosen, [1], 0);
  await dmo.says(chosen, "waits for its start");
  await table.shot("start-set");
  await ec.says(mine, "waits for its start");
  await table.shot("start-set-phone", ec.page);
});

atTable("a series before commentators", async (table) => {
  const { host, ec, dmo, spectator } = table;
  await host.command("setup panel");
  const panel = await host.read("Setting up", ".ephemeral:has(.select)");
  await host.choose(panel, "watching", 0);
  await host.says(panel, "Commentators' channel: none.");
  await table.shot("setup-watching");
  await host.unfold(panel, 1);
  await host.root.locator(".menu.drop .choice").filter({ hasText: "lounge" }).click();
  await host.says(panel, "Everyone can read");
  await table.shot("setup-watching-set");

  await host.command("match series", { game: ["warriors", "warriors-death"], ec: ["Ann"], dmo: ["Bob"], best_of: ["3"] });
  await spectator.read("Best of 3 · match 1");
  await table.shot("series");
  for (const player of [ec, dmo]) await player.press(await player.read("to play."), "Ready");
  await spectator.read(/Bout 1 · Round 1(?!\d)/);
  // Both players can read the lounge, so the host is told and nothing is shown there.
  await host.go("Deathmatch");
  await host.read("Ann and Bob, who play it, can read that channel");
  await table.shot("watching-refused");
  await spectator.go("lounge");
  assert.equal(await spectator.messages("for commentators only").count(), 0);
  await spectator.go("death-match");
  await table.hide("lounge", ["ann", "bob"]);
  await spectator.go("lounge");
  await board(await spectator.read("everything, for commentators only"));
  await table.shot("commentators");

  await host.go("death-match");
  await host.command("host award", { seat: ["Ann", "ec"] });
  const asked = await host.read("Ann wins match 1 at once", ".ephemeral:has(button)");
  await host.press(asked, "Confirm");
  await host.read("match 2 (before it: 1–0 for Ann)");
  await table.shot("series-next");

  // The first match is shown again, on a page that the sandbox serves.
  await spectator.go("death-match");
  const over = await spectator.read("wins the match", ":has(button)");
  await spectator.press(over, "Replay");
  const replay = spectator.root.locator("a[data-attachment$='.html']").last();
  await replay.waitFor();
  const [page] = await Promise.all([table.page.context().waitForEvent("page"), replay.click()]);
  const trouble = [];
  page.on("console", (message) => message.type() === "error" && trouble.push(message.text()));
  await page.locator("#replay").waitFor();
  const count = page.locator("#count");
  await count.filter({ hasText: "1 /" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await count.filter({ hasText: "2 /" }).waitFor();
  await table.shot("replay-served", page);
  assert.deepEqual(trouble, []);
});
