// A host's first match night, as docs/first-night.md describes it. Where PICTURES names a folder, the page's pictures are left in it.

import path from "node:path";
import { atTable, board } from "./table.js";

const PHONE = { viewport: { width: 403, height: 1400 }, deviceScaleFactor: 1.6, colorScheme: "dark" };

async function picture(name, message) {
  if (process.env.PICTURES) await message.screenshot({ path: path.join(process.env.PICTURES, `night-${name}.png`) });
}

atTable("a first match night", async (table) => {
  const { ec, dmo } = table;
  const alone = async (key) => table.on(await table.open(`/?user=${key}`, PHONE), key);
  const [host, ann] = [await alone("hana"), await alone("ann")];
  await host.command("match open", { game: ["knights", "knights"], ec: ["Ann"], dmo: ["Bob"] });
  const card = await host.read("to play.");
  await picture("card", card);
  await ec.press(await ec.read("to play."), "Ready");
  await dmo.press(await dmo.read("to play."), "Ready");
  await board(await host.read(/Turn 1(?!\d)/));

  await ann.go("Deathmatch");
  const prompt = await ann.read("Your move, Ann", ":has(.select)");
  await board(prompt);
  await picture("prompt", prompt);
  await ann.type("move b5-c3, claim c3");
  await ann.read("Sealed", ".message");
  await dmo.go("Deathmatch");
  await dmo.read("Your move, Bob", ":has(.select)");
  await dmo.type("move d1-e3, claim e3");
  const round = await host.read(/Turn 2(?!\d)/);
  await board(round);
  await picture("round", round);

  await host.command("host panel");
  const panel = await host.read("Who has answered", ".ephemeral");
  await picture("panel", panel);
  await host.press(panel, "For one player");
});
