// Around the players: spectators predict on the card, the season tells who was eliminated, and a host's list says what to do next.

import assert from "node:assert/strict";
import { atTable, fits } from "./table.js";

atTable("predictions, a season and the host's evening", async (table) => {
  const { host, ec, dmo } = table;
  const sam = await table.onPhone("sam");
  await host.command("season begin", { name: ["Autumn"] });
  await host.read("The season Autumn has begun", ".ephemeral");
  await host.command("host evening");
  const list = await host.read("No match is open here.", ".ephemeral");
  await table.openMatch();
  await host.says(list, "Match 1 waits for Ann and Bob.");
  await table.shot("evening-ready");

  const card = await sam.read("Who survives?");
  await fits(sam, card.getByRole("button", { name: "Ann survives" }));
  await sam.press(card, "Bob survives");
  await sam.read("Your prediction: Bob.", ".ephemeral");
  await sam.press(card, "Ann survives");
  const own = await sam.read("Your prediction: Ann.", ".ephemeral");
  await fits(sam, own);
  await table.shot("prediction-phone", sam.page);
  assert.equal(await host.messages("Your prediction").count(), 0, "nobody else reads it");
  for (const player of [ec, dmo]) await player.press(await player.read("to play."), "Ready");
  await sam.says(card, "The match has begun");
  assert.equal(await card.getByRole("button", { name: "Ann survives" }).count(), 0, "no prediction once it runs");
  await host.says(list, "Nothing waits for a host.");
  await host.says(list, "Bout 1 · Round 1");
  await table.shot("evening-running");

  const phone = await table.onPhone("hana");
  await phone.command("host evening");
  const small = await phone.read("Nothing waits for a host.", ".ephemeral");
  await fits(phone, small);
  await phone.choose(small, "1");
  const panel = await phone.read("has been asked for an order", ".ephemeral");
  await fits(phone, panel);
  await small.scrollIntoViewIfNeeded();
  await table.shot("evening-phone", phone.page);

  await host.command("host award", { seat: ["Ann", "ec"] });
  await host.press(await host.read("Ann wins match 1 at once", ".ephemeral:has(button)"), "Confirm");
  await sam.read("The one spectator who predicted was right.");
  await phone.says(small, "over: Ann won");
  await phone.says(small, "Over (1)");

  await sam.command("season show");
  const season = await sam.read("1 Death Match, 1 of 2 contestants left", ".ephemeral");
  await sam.says(season, "Bob was eliminated by Ann");
  await sam.says(season, "Foresaw the most: Sam (1 of 1).");
  const image = season.locator(".picture img");
  await image.waitFor();
  assert.match(await image.getAttribute("alt"), /^The contestants of Autumn: Ann 1–0; Bob 0–1, eliminated by Ann\./);
  await fits(sam, season);
  await table.shot("season-phone", sam.page);
  await sam.press(season, "Share");
  await host.read("1 Death Match, 1 of 2 contestants left");
});
