// The host panel on the page: every ruling from one message, on a screen and on a phone.

import assert from "node:assert/strict";
import { atTable, board, fits } from "./table.js";

/** The message that holds the host panel, as it is from here on. */
async function openHostPanel(host) {
  await host.command("host panel");
  return host.read("Match 1 ·", ".ephemeral:has(.select)");
}

async function write(host, words) {
  const form = host.root.locator(".modal");
  await form.locator("input, textarea").first().fill(words);
  await form.getByRole("button", { name: "Submit" }).click();
  await form.waitFor({ state: "detached" });
}

async function begin({ table, ec, dmo }) {
  await table.openMatch("unit_s=3600");
  for (const player of [ec, dmo]) await player.press(await player.read("to play."), "Ready");
}

atTable("a host on a screen", async (table) => {
  const { host, ec, dmo, spectator } = table;
  await begin({ table, ec, dmo });
  await spectator.read(/Bout 1 · Round 1(?!\d)/);
  const at = await openHostPanel(host);
  await table.shot("host-panel");
  const before = await table.seenBy(ec, dmo, spectator);

  await host.press(at, "End without result");
  await host.says(at, "otherwise nothing is done");
  await host.press(at, "Reason");
  await write(host, "The lights went out");
  await host.says(at, "Reason: The lights went out");
  await table.shot("host-panel-question");
  await host.press(at, "Cancel");
  await host.says(at, "Being played");
  assert.deepEqual(await table.seenBy(ec, dmo, spectator), before, "a question is nobody else's");

  await host.choose(at, "form order ec", 1);
  await table.shot("host-panel-order");
  await write(host, "samurai");
  await host.says(at, "Gives samurai as Ann's order");
  await host.press(at, "Confirm");
  await host.says(at, "The order samurai is in for Ann.");

  await host.press(at, "View");
  await host.says(at, "Your look is recorded");
  await table.shot("host-panel-view");
  await host.press(at, "Everything");
  await board(await host.says(at, "Ann's order: samurai"));
  await at.scrollIntoViewIfNeeded();
  await table.shot("host-panel-everything");
  await host.press(at, "Back");
  await host.choose(at, "sits dmo", 1);
  await host.unfold(at);
  await table.shot("host-panel-substitute");
  await host.root.locator(".menu.drop .choice").filter({ hasText: "Sam" }).click();
  await host.says(at, "Puts Sam in Bob's place");
  await host.press(at, "Confirm");
  await host.says(at, "Sam (DMO");
  await spectator.read("(host) put Sam in Bob's place");
  await host.press(at, "Log");
  await host.says(at, "looked at what both players hide");
  await table.shot("host-panel-log");
});

atTable("a host on a phone", async (table) => {
  const { ec, dmo, spectator } = table;
  await begin({ table, ec, dmo });
  await spectator.read(/Bout 1 · Round 1(?!\d)/);
  const host = await table.onPhone("hana");
  const at = await openHostPanel(host);
  for (const part of await at.locator(".button, .select").all()) await fits(host, part);
  await table.shot("phone-host-panel", host.page);
  await host.unfold(at, 1);
  await table.shot("phone-host-panel-menu", host.page);
  await fits(host, host.root.locator(".menu.drop"));
  await host.take("forfeit dmo");
  await host.says(at, "Bob loses match 1 at once; Ann wins.");
  await table.shot("phone-host-panel-question", host.page);
  await host.press(at, "Cancel");
  await host.choose(at, "form more");
  await table.shot("phone-host-panel-form", host.page);
  await write(host, "3 min");
  await host.says(at, "3 min more");
  await host.press(at, "Confirm");
  await spectator.read("gave all clocks 3 min more.");
});
