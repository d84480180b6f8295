// A whole bout of A Warrior's Death by four people on one screen.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { atTable, board, inWords } from "./table.js";

/** Both orders of each round and what is announced of them; `instead` of what the first order is changed. */
const ROUNDS = [
  { ann: ["astrologian", "dragoon"], bob: ["dragoon"], told: ["Announced winner: Ann", "Astrologian", "Dragoon"] },
  { ann: ["blue-mage", "samurai"], bob: ["reaper"], told: ["Announced winner: Ann", "Samurai", "Reaper"] },
  { ann: ["bard"], bob: ["astrologian", "bard"], told: ["Announced winner: Bob", "Bard", "Astrologian"] },
  { ann: ["sage"], bob: ["samurai"], told: ["A tie is announced", "Sage", "Samurai"] },
  { ann: ["samurai"], bob: ["blue-mage", "chocobo"], instead: ["dark-knight"], told: ["A tie is announced", "Samurai", "Chocobo"] },
  { ann: ["reaper"], bob: ["bard"], told: ["Announced winner: Ann", "Reaper", "Bard"] },
  { ann: ["dark-knight"], bob: ["black-mage"], told: ["Announced winner: Bob", "Dark Knight", "Black Mage"] },
  { ann: ["dragoon"], bob: ["dark-knight"], told: ["A tie is announced", "Dragoon", "Dark Knight"] },
  { ann: ["black-mage"], bob: ["dark-knight"], told: ["Announced winner: Ann", "Black Mage", "Dark Knight"] },
  { ann: ["chocobo"], bob: ["sage"], told: ["Announced winner: Bob", "Chocobo", "Sage"] },
];
/** Four rounds won on each side; the fallen are worth 48 (9+2+3+5+6+7+8+8) and 47 (8+6+4+5+2+3+7+8+4). */
const TOTALS = "Points: Ann 60, Bob 59";

atTable("a bout by four people on one screen", async (table) => {
  const { host, ec, dmo, spectator } = table;
  await table.openMatch();
  await table.shot("bout-card");
  for (const player of [ec, dmo]) await player.press(await player.read("to play."), "Ready");
  await spectator.read("The match has begun.");
  for (const player of [ec, dmo]) await player.go("Deathmatch");

  for (const [index, round] of ROUNDS.entries()) {
    const number = index + 1;
    const stage = new RegExp(`Bout 1 · Round ${number}(?!\\d)`);
    const prompts = await begins(table, stage);
    if (number === 1) await table.shot("bout-round-1");
    const [first, second] = index % 2 ? [dmo, ec] : [ec, dmo];
    const before = await settled(table, second, host, spectator);
    const hidden = async (when) => assert.deepEqual(await table.seenBy(second, host, spectator), before, `round ${number}: nothing shows ${when}`);
    if (round.instead) {
      await first.order(prompts[first.key], round.instead);
      await hidden("that an order is sealed");
      await first.press(prompts[first.key], "Change");
      await first.says(prompts[first.key], new RegExp(`${inWords(round.instead)} stays sealed until you choose another`, "i"));
      await table.shot("bout-change");
    }
    await first.order(prompts[first.key], round[first.key]);
    await hidden("that an order is sealed");
    await second.compose(prompts[second.key], round[second.key]);
    assert.deepEqual(await table.seenBy(host, spectator), before.slice(1), `round ${number}: nothing shows that an order is being made`);
    if (number === 5) await table.shot("bout-menu");
    await second.seal(prompts[second.key], round[second.key]);
    const [announced, ...units] = round.told;
    const told = new RegExp(`Round ${number}: .*(${announced}(\\.|.s [^.]*\\.))`);
    for (const person of [host, spectator]) {
      const message = await person.read(told);
      for (const unit of units) await person.says(message, unit);
    }
  }

  const over = await spectator.read(TOTALS);
  await spectator.says(over, "Break after bout 1");
  const { alt } = await board(over);
  assert.match(alt, /Ann 1, Bob 0/);
  await table.shot("bout-break-dm");
  await ec.press(await ec.read("Your order was Chocobo."), "More");
  await (await ec.read("Match 1 is in")).getByRole("link", { name: "Go to channel" }).click();
  await ec.press(await ec.read(TOTALS), "Ready");
  await spectator.says(over, "Ready (Ann is ready)");
  await table.shot("bout-break-ready");
  await dmo.go("death-match");
  await dmo.press(await dmo.read(TOTALS), "Ready (Ann is ready)");
  await spectator.read("Bout 2 begins");
  for (const player of [ec, dmo]) await player.go("Deathmatch");
  await begins(table, /Bout 2 · Round 1(?!\d)/);
  await table.shot("bout-2");

  const onlooker = JSON.stringify(await spectator.seen());
  assert.doesNotMatch(onlooker, /"ephemeral":true/, "the spectator sees nothing that is another's");
  assert.equal(await spectator.root.locator("[data-kind=dm]").count(), 0, "the spectator has no direct messages");
  assert.equal(await spectator.messages(/Sealed|Only you can see this/).count(), 0);
});

/** What some people see, once nothing of it changes any more. */
async function settled(table, ...people) {
  for (;;) {
    const seen = await table.seenBy(...people);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const later = await table.seenBy(...people);
    if (isDeepStrictEqual(seen, later)) return later;
  }
}

/** Waits until a round has begun for everyone, and gives the players' prompts in their direct messages. */
async function begins({ host, ec, dmo, spectator }, stage) {
  for (const onlooker of [host, spectator]) {
    const announced = await onlooker.read(stage);
    await board(announced);
    await announced.locator("time.stamp[data-style=R]").waitFor();
  }
  return { ann: await ec.read(stage, ":has(.select)"), bob: await dmo.read(stage, ":has(.select)") };
}
