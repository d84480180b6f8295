// A tournament on the page: four people sign up, one of them on a phone; the bracket follows what becomes of its matches.

import { atTable, board, fits } from "./table.js";

const MESSAGE = ":has(.picture img)";

atTable("a tournament of four", async (table) => {
  const { host, ec, dmo, spectator } = table;
  const phone = await table.onPhone("sam");
  await host.command("tournament open", { game: ["warriors", "warriors-death"] });
  await host.read("open for sign-up", ".ephemeral");
  const open = await phone.read("Single elimination", ":has(button)");
  await fits(phone, open);
  await table.shot("tournament-open-phone", phone.page);
  for (const person of [host, ec, dmo, spectator]) {
    await person.press(await person.read("Single elimination", ":has(button)"), "Join");
    await person.read("You are in", ".ephemeral");
  }
  await table.shot("tournament-open");
  await host.command("tournament start");
  await host.press(await host.read("Sign-up then closes", ".ephemeral"), "Begin");
  const bracket = await spectator.read("Single elimination", MESSAGE);
  await board(bracket);
  await bracket.scrollIntoViewIfNeeded();
  await table.shot("tournament");
  const small = await phone.read("Single elimination", MESSAGE);
  await fits(phone, small);
  await board(small);
  await table.shot("tournament-phone", phone.page);
  await spectator.command("tournament show");
  await board(await spectator.read("Single elimination", `.ephemeral${MESSAGE}`));
});
