// Before a match: two players choose their game, the preflight, a rehearsal; a player does it all on a phone.

import assert from "node:assert/strict";
import { atTable, board, fits } from "./table.js";

const TURN = ":has(.select)";

atTable("choosing a game, a preflight and a rehearsal", async (table) => {
  const { host, dmo, spectator } = table;
  const ec = await table.onPhone("ann");
  await host.command("match choose", { ec: ["Ann"], dmo: ["Bob"], bans: ["1"] });
  await host.read("The game draft begins in", ".ephemeral");
  const first = await dmo.read("ban one.", TURN);
  await table.shot("choose");
  await dmo.unfold(first);
  await table.shot("choose-ban");
  await dmo.root.locator(".menu.drop .choice").filter({ hasText: "Castle Siege" }).click();
  await spectator.read("Bob banned Castle Siege");
  const second = await ec.read(/Ann, ban one\./, TURN);
  await fits(ec, second);
  await table.shot("choose-phone", ec.page);
  await ec.unfold(second, 1);
  await fits(ec, ec.root.locator(".menu.drop"));
  await table.shot("choose-phone-menu", ec.page);
  await ec.root.locator(".menu.drop .choice").filter({ hasText: "Knights" }).click();
  await ec.says(second, "Ann would play Knights. If Bob picks it too, you play it.");
  const wish = await dmo.read("Ann would play Knights", TURN);
  await dmo.unfold(wish, 1);
  await dmo.root.locator(".menu.drop .choice").filter({ hasText: "Knights" }).click();
  await spectator.read("Knights it is: both want it.");
  await spectator.read("to play.");
  await table.shot("chosen");
  await table.shot("chosen-phone", ec.page);

  await table.closeDms("bob");
  await host.command("preflight", { ec: ["Ann"], dmo: ["Bob"] });
  const said = await host.read("Preflight for", ".ephemeral");
  await board(said);
  await table.shot("preflight");
  for (const player of [ec, dmo]) await player.press(await player.read("press I am here"), "I am here");
  await dmo.read("I cannot send you direct messages.", ".ephemeral");
  await host.read("Bob: I cannot send you direct messages");
  await table.shot("preflight-phone", ec.page);
  await ec.go("Deathmatch");
  await ec.press(await ec.read("Your prompts will come here."), "I can read this");
  await ec.read("will reach you here");
  await host.read("Ann: direct messages arrive.");
  await table.shot("preflight-done");

  await host.command("rehearse", { game: ["warriors", "warriors-death"], player: ["Ann"] });
  await ec.go("death-match");
  const invited = await ec.read("before it counts");
  await fits(ec, invited);
  await table.shot("rehearse-phone", ec.page);
  await ec.press(invited, "Rehearse");
  await ec.read("begins in your direct messages", ".ephemeral");
  await ec.go("Deathmatch");
  await board(await ec.read(/Bout 1 · Round 1(?!\d)/, ":has(button.select)"));
  await ec.command("privacy erase");
  const asked = await ec.read("Erase yourself from my data?", ".ephemeral");
  await fits(ec, asked);
  await table.shot("erase-phone", ec.page);
  await ec.press(asked, "Erase");
  assert.ok(await ec.read("have not ended", ".ephemeral"));
});
