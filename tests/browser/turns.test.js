// Turns of Garden of Statues taken in front of everyone, from the menu under the board: at a desk, and by one player on a phone.

import assert from "node:assert/strict";
import { atTable, board, fits } from "./table.js";

/** Opens a match of Garden of Statues in which nobody runs out of time, and lets both press Ready. */
async function begin({ host, dmo }, ec) {
  await host.command("match open", {
    game: ["blockade", "blockade-chess"],
    ec: ["Ann"],
    dmo: ["Bob"],
    preset: ["garden", "garden-of-statues"],
    options: ["colour_s=900 placement_s=900 move_s=900"],
  });
  await host.read("Opened match", ".ephemeral");
  for (const player of [ec, dmo]) await player.press(await player.read("to play."), "Ready");
}

/** The newest board with a menu, once it asks for `words`. */
const turn = (person, words) => person.read(words, ":has(.select):not(.ephemeral)");

/** How a menu calls what an order calls by a letter. */
const PIECES = { Q: "Queen", R: "Rook", B: "Bishop" };

/** Takes a line of a menu; a long menu is cut into parts, of which the one with the square is taken first. */
async function place(person, message, square) {
  await person.unfold(message);
  const menu = person.root.locator(".menu.drop");
  const values = await menu.locator("[data-value]").evaluateAll((lines) => lines.map((line) => [line.dataset.value, line.textContent]));
  if (values.some(([value]) => value === square)) return person.take(square);
  const [, piece, file] = /^([QRB]?)(\w)/.exec(square);
  const heading = piece ? `${PIECES[piece]} in column ${file}` : `Column ${file}`;
  const part = values.find(([, words]) => words.startsWith(heading));
  assert.ok(part, `a part of the menu has ${square}: ${values.join(" | ")}`);
  await person.take(part[0]);
  // A part of a menu in front of everyone is in a message of the player's own.
  const own = await message.evaluate((node) => node.classList.contains("ephemeral"));
  const shown = own ? message : await person.read("Your move", ".ephemeral:has(.select)");
  for (let tries = 0; tries < 100; tries += 1) {
    await person.unfold(shown);
    if (await menu.locator(`[data-value="${square}"]`).count()) return person.take(square);
    await person.page.keyboard.press("Escape");
    await new Promise((go) => setTimeout(go, 200));
  }
  return assert.fail(`the part of the menu does not hold ${square}`);
}

/** Gives a whole order from the menu under a board; what follows the first word is in a message of the player's own. */
async function give(person, message, words) {
  await place(person, message, words[0]);
  let own;
  for (const [index, word] of words.entries()) {
    if (index === 0) continue;
    own = await person.read(new RegExp(`So far: ${Array(index).fill("[^·]+").join("·")}`), ".ephemeral");
    await place(person, own, word);
  }
  return person.read("Played:", ".ephemeral");
}

atTable("a placement and a first move under the board", async (table) => {
  const { ec, dmo, spectator } = table;
  await begin(table, ec);
  const colours = await turn(dmo, "Which colour do you play?");
  await board(colours);
  await table.shot("turns-colours");

  const others = await table.seenBy(spectator);
  const tried = await turn(ec, "Which colour do you play?");
  await ec.choose(tried, "red");
  await ec.read(/It is \w+'s turn/, ".ephemeral");
  assert.deepEqual(await table.seenBy(spectator), others, "a press by another changes nothing");
  await give(dmo, colours, ["blue"]);

  const steps = [
    [ec, "Place one piece", ["Qd4"], "puts a queen on d4"],
    [dmo, "Place two pieces", ["Qd8", "Rh8"], "puts a queen on d8 and a rook on h8"],
    [ec, "Place two pieces", ["Ra1", "Bf1"], "puts a rook on a1 and a bishop on f1"],
    [dmo, "Place two pieces", ["Bc8", "Bf8"], "puts a bishop on c8 and a bishop on f8"],
    [ec, "Place two pieces", ["Rh1", "Bc1"], "puts a rook on h1 and a bishop on c1"],
    [dmo, "Place one piece", ["Ra8"], "All pieces are placed. Play begins:"],
  ];
  for (const [player, asked, words, told] of steps) {
    await give(player, await turn(player, asked), words);
    await board(await spectator.read(told));
  }
  const { alt: before } = await board(await spectator.read("Play begins:"));
  await table.shot("turns-placed");

  const menu = await turn(ec, "Which piece moves");
  await place(ec, menu, "Qd4");
  const goes = await ec.read("So far: Queen d4", ".ephemeral");
  await board(goes);
  await table.shot("turns-choosing");
  await place(ec, goes, "d7");
  const lands = await ec.read("So far: Queen d4 · to d7", ".ephemeral");
  await place(ec, lands, "f5");
  await ec.read("Played: Queen d4 to d7, statue on f5", ".ephemeral");
  const moved = await spectator.read("Queen d4 to d7, statue on f5.");
  const { alt: after } = await board(moved);
  assert.notEqual(after, before, "the board has changed");
  assert.match(after, /f5/);
  await spectator.says(moved, "Reserve left: Ann 5:00, Bob 5:00");
  assert.equal(await spectator.messages(/So far:|Played:|Only you can see this/).count(), 0, "how a turn was chosen is the player's own");
  await table.shot("turns-moved");
});

atTable("a turn on a phone", async (table) => {
  const { dmo } = table;
  const ec = await table.onPhone("ann");
  await begin(table, ec);
  await give(dmo, await turn(dmo, "Which colour do you play?"), ["blue"]);
  const asked = await turn(ec, "Place one piece");
  const { image } = await board(asked);
  await fits(ec, image);
  await fits(ec, asked.locator(".select"));
  await table.shot("turns-phone", ec.page);
  await ec.unfold(asked);
  await fits(ec, ec.root.locator(".menu.drop"));
  await table.shot("turns-phone-parts", ec.page);
  await ec.page.keyboard.press("Escape");
  await place(ec, asked, "Qd4");
  await ec.read("Played: Queen on d4", ".ephemeral");
  const next = await ec.read("puts a queen on d4");
  await board(next);
  await fits(ec, next);
  await table.shot("turns-phone-placed", ec.page);
});

atTable("turns by direct message, for the player who answers there", async (table) => {
  const { dmo, spectator } = table;
  const ec = await table.onPhone("ann");
  await begin(table, ec);
  await give(dmo, await turn(dmo, "Which colour do you play?"), ["blue"]);
  await turn(ec, "Place one piece");
  await ec.go("Deathmatch");
  await ec.type("Qd4");
  await ec.read("Played: Queen on d4");
  await give(dmo, await turn(dmo, "Place two pieces"), ["Qd8", "Rh8"]);
  // Asked here from now on, with the board and what has happened.
  const asked = await ec.read("Place two pieces");
  await board(asked);
  await ec.says(asked, "puts a queen on d8 and a rook on h8");
  await table.shot("turns-dm", ec.page);
  await fits(ec, asked);
  await ec.type("Ra1 Bf1");
  await ec.read(/Played: .*Rook on a1.*Bishop on f1/);
  await spectator.read("puts a rook on a1 and a bishop on f1");
});
