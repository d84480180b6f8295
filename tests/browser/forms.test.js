// Orders of Castle Siege, filled in field by field: an allocation and five actions, on a phone and at a desk.

import assert from "node:assert/strict";
import { atTable, fits } from "./table.js";

/** Opens a match of Castle Siege and lets both press Ready. */
async function begin({ host, dmo }, ec) {
  await host.command("match open", { game: ["castle", "castle-siege"], ec: ["Ann"], dmo: ["Bob"] });
  await host.read("Opened match", ".ephemeral");
  for (const player of [ec, dmo]) await player.press(await player.read("to play."), "Ready");
}

/** Starts from a whole allocation and seals it. */
async function allocate(person, form) {
  await person.choose(form, "5");
  await person.says(form, "Left to give: nothing.");
  await person.press(form, "Seal it");
  await person.says(form, "Sealed: A 2/2/2, B 2/2/2, C 2/2/2, D 2/2/2, E 2/2/2");
}

atTable("an order of five fields, on a phone and at a desk", async (table) => {
  const { dmo, spectator } = table;
  const ec = await table.onPhone("ann");
  await begin(table, ec);
  for (const player of [ec, dmo]) await player.go("Deathmatch");
  const form = await ec.read("Left to give: 10 ATK, 10 DEF, 10 HP.");
  await fits(ec, form);
  await table.shot("forms-phone-allocation", ec.page);
  await allocate(ec, form);
  await table.shot("forms-phone-sealed", ec.page);
  await allocate(dmo, await dmo.read("Left to give: 10 ATK, 10 DEF, 10 HP."));

  const round = await ec.read("Seal it");
  await fits(ec, round);
  await table.shot("forms-phone-actions", ec.page);
  await ec.several(round, ["a"], 0);
  await ec.says(round, "A attacks");
  await ec.press(round, "Seal it");
  const other = await dmo.read("Not sealed yet");
  await dmo.several(other, ["b"], 1);
  await dmo.says(other, "B defends");
  await table.shot("forms-actions");
  await dmo.press(other, "Seal it");
  await spectator.read("Round 1");
  assert.equal(await spectator.messages(/ANNNN|NDNNN/).count(), 0, "what was ordered is its player's own");
});
