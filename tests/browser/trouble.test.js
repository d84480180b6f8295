// What does not go smoothly: closed direct messages, typed orders, an undo, a prompt that is over, a deadline that passes.

import assert from "node:assert/strict";
import { atTable, board } from "./table.js";

const MENU = ":has(.select)";

atTable("closed direct messages, typed orders and an undo", async (table) => {
  const { host, ec, dmo, spectator } = table;
  await table.closeDms("ann");
  await table.openMatch("unit_s=120");
  await spectator.read("2 min for each order");
  await ec.press(await ec.read("to play."), "Ready");
  const told = await ec.read("I cannot send you direct messages", ".ephemeral");
  await ec.says(told, "Only you can see this");
  await table.shot("trouble-closed-dms");
  await dmo.press(await dmo.read("to play."), "Ready");

  await dmo.go("Deathmatch");
  const first = await dmo.read(/Bout 1 · Round 1(?!\d)/, MENU);
  await dmo.type("my best unit");
  await dmo.read("is no order here; write, for example");
  const prompt = await asked(ec, /Bout 1 · Round 1(?!\d)/);
  assert.equal(await ec.root.locator("[data-kind=dm] [data-badge]").count(), 0, "nothing came by direct message");
  await ec.order(prompt, ["reaper"]);
  await table.shot("trouble-behind-order");
  await dmo.type("blu as sam");
  await dmo.read(/Sealed: Blue Mage .*Samurai/);
  await table.shot("trouble-typed");
  await spectator.read(/Ann.s Reaper .*Bob.s Samurai|Bob.s Samurai .*Ann.s Reaper/);
  const second = await dmo.read(/Bout 1 · Round 2(?!\d)/, MENU);

  await host.command("host undo", { reason: ["Bob pressed by mistake"] });
  await host.press(await host.read("Reverts Bout 1 · Round 1: both players order again"), "Confirm");
  const undone = await spectator.read("Reason: Bob pressed by mistake");
  await spectator.says(undone, /Bout 1 · Round 1(?!\d)/);
  const { alt } = await board(undone);
  assert.match(alt, /No round of this bout has been fought/);
  await spectator.says(undone.locator(".origin"), /announced/);
  await table.shot("trouble-undone");

  for (const old of [first, second]) await old.locator(".select").first().waitFor({ state: "detached" });
  await prompt.getByRole("button", { name: "Change" }).waitFor({ state: "detached" });
  await table.shot("trouble-old-prompt");

  // Discord takes five messages in five seconds, so the new prompt may be some seconds behind.
  const former = await first.getAttribute("data-message");
  let again = first;
  for (let tries = 0; tries < 60 && (await again.getAttribute("data-message")) === former; tries += 1) {
    await new Promise((go) => setTimeout(go, 250));
    again = await dmo.read(/Bout 1 · Round 1(?!\d)/, MENU);
  }
  assert.notEqual(await again.getAttribute("data-message"), former, "an undone round is asked again");
  await dmo.order(again, ["dragoon"]);
  await ec.order(await asked(ec, /Bout 1 · Round 1(?!\d)/), ["astrologian", "dragoon"]);
  await spectator.read(/Announced winner: Ann/);
  assert.equal(await spectator.root.locator(".ephemeral").count(), 0, "the spectator sees nothing that is another's");
  await table.shot("trouble-again");
});

atTable("a deadline that passes", async (table) => {
  const { host, ec, dmo, spectator } = table;
  await table.openMatch("unit_s=10");
  for (const player of [ec, dmo]) await player.press(await player.read("to play."), "Ready");
  for (const player of [ec, dmo]) await player.go("Deathmatch");
  const missed = await dmo.read(/Bout 1 · Round 1(?!\d)/, MENU);
  await ec.order(await ec.read(/Bout 1 · Round 1(?!\d)/, MENU), ["samurai"]);

  await dmo.read("You sent nothing in time, so a Chocobo went out.");
  await ec.read("Your order was Samurai.");
  for (const onlooker of [host, spectator]) await onlooker.read(/Round 1: .*(Samurai.*Chocobo|Chocobo.*Samurai)/);
  await missed.locator(".select").first().waitFor({ state: "detached" });
  await table.shot("trouble-timeout");
  const others = JSON.stringify(await table.seenBy(host, ec, spectator));
  assert.doesNotMatch(others, /nothing in time|in time,|missed|too late|timed? ?out/i, "only Bob hears that he sent nothing");
});

/** Presses Order under a round's public message, and gives the prompt that only this person sees. */
async function asked(person, stage) {
  const before = await person.messages(stage, `.ephemeral${MENU}`).count();
  await person.press(await person.read(stage, ":not(.ephemeral):has([data-custom-id$=':order'])"), "Order");
  await person.messages(stage, `.ephemeral${MENU}`).nth(before).waitFor();
  const prompt = await person.read(stage, `.ephemeral${MENU}`);
  return person.says(prompt, "Only you can see this");
}
