// A match against the built-in player from one command, and what is made of it afterwards, on a phone.

import { atTable, board, fits } from "./table.js";

atTable("practice and a review, on a phone", async (table) => {
  const ec = await table.onPhone("ann");
  await ec.command("practice", { game: ["warriors", "warriors-death"], level: ["2"] });
  await ec.read("against Deathmatch L2 (level 2 of 5) begins", ".ephemeral");
  const first = await ec.read(/Bout 1 · Round 1(?!\d)/);
  await board(first);
  await table.shot("practice-begun", ec.page);
  await ec.go("Deathmatch");
  await ec.order(await ec.read(/Bout 1 · Round 1(?!\d)/, ":has(.select)"), ["samurai"]);
  await ec.go("death-match");
  await ec.read(/Round 1: .*Samurai/);
  await table.shot("practice-round", ec.page);
  await ec.command("match resign", {});
  await (await ec.read("Resign match 1 (A Warrior's Death) against", ".ephemeral")).getByRole("button", { name: "Resign" }).click();
  await ec.read("wins the friendly match");
  await ec.command("match review", {});
  const review = await ec.read("in review", ".ephemeral");
  await board(review);
  await fits(ec, review);
  await table.shot("practice-review", ec.page);
  await ec.press(await ec.read("wins the friendly match"), "Rematch");
  const asked = await ec.read("Who sits where in the rematch?", ".ephemeral");
  await fits(ec, asked);
  await table.shot("practice-rematch", ec.page);
  await ec.press(asked, "Swap seats");
  await ec.read(/Opened match 2 in .*It begins/s, ".ephemeral");
  await board(await ec.read(/Bout 1 · Round 1(?!\d)/));
  await table.shot("practice-swapped", ec.page);
  await ec.command("match resign", { match: ["2", "2"] });
  await (await ec.read("Resign match 2", ".ephemeral")).getByRole("button", { name: "Resign" }).click();
  await ec.command("practice", { game: ["warriors", "warriors-death"], level: ["1"], private: ["True", "true"] });
  await ec.read("begins in your direct messages", ".ephemeral");
  await ec.go("Deathmatch");
  await ec.read("Your match of A Warrior's Death begins.");
  const round = await ec.read(/Bout 1 · Round 1(?!\d)/, ":has(button.select)");
  await board(round);
  await table.shot("practice-private", ec.page);
});
