// One player alone on a phone, against the others at a desk.

import assert from "node:assert/strict";
import { atTable, board, fits } from "./table.js";

atTable("a round on a phone", async (table) => {
  const { dmo } = table;
  const ec = await table.onPhone("ann");
  await table.openMatch();
  const card = await ec.read("to play.");
  await fits(ec, card);
  await table.shot("phone-card", ec.page);
  await ec.press(card, "Ready");
  await dmo.press(await dmo.read("to play."), "Ready");

  const announced = await ec.read(/Bout 1 · Round 1(?!\d)/);
  const { image } = await board(announced);
  await fits(ec, image);
  assert.ok((await image.boundingBox()).width > 300, "the picture uses the phone's width");
  const badge = announced.locator(".alt-badge").first();
  assert.ok((await badge.boundingBox()).y >= (await image.boundingBox()).y + (await image.boundingBox()).height, "the badge covers nothing of the picture");
  await badge.click();
  assert.ok((await announced.locator(".alt-text").first().boundingBox()).y >= (await image.boundingBox()).y + (await image.boundingBox()).height - 1, "nor does the description");
  await badge.click();
  const spoken = await ec.page.locator(".unseen[role=status]").textContent();
  assert.ok(spoken.length > 10 && !/\*\*|<t:|<@|-# |`/.test(spoken), `what is read aloud is words: ${spoken}`);
  await fits(ec, announced.getByRole("button", { name: "Order" }));
  await table.shot("phone-round", ec.page);

  await ec.go("Deathmatch");
  const prompt = await ec.read(/Bout 1 · Round 1(?!\d)/, ":has(.select)");
  await fits(ec, prompt);
  await table.shot("phone-prompt", ec.page);
  await ec.choose(prompt, "blue-mage");
  await ec.says(prompt, "So far:");
  await ec.unfold(prompt);
  const menu = ec.root.locator(".menu.drop");
  await fits(ec, menu);
  for (const row of await menu.locator(".choice").all()) assert.ok((await row.boundingBox()).height >= 36, "a line can be hit with a thumb");
  await table.shot("phone-menu", ec.page);
  await ec.seal(prompt, ["blue-mage", "dragoon"]);
  await ec.text.click();
  await fits(ec, ec.root.locator(".composer"));

  await dmo.go("Deathmatch");
  await dmo.order(await dmo.read(/Bout 1 · Round 1(?!\d)/, ":has(.select)"), ["sage"]);
  await ec.go("death-match");
  await board(await ec.read(/Ann.s (lower )?Dragoon .*Bob.s Sage|Bob.s (lower )?Sage .*Ann.s Dragoon/));
  await table.shot("phone-announced", ec.page);
});

atTable("a phone draws mentions and code as Discord does", async (table) => {
  const ann = await table.onPhone("ann");
  const { guild } = await (await ann.page.request.get(`${table.sandbox.url}/client/state?user=ann`)).json();
  const host = guild.roles.at(-1);
  await ann.type(`<@&${host.id}> <@&5> <#5> \`\`\`${"a long line of code ".repeat(8)}\`\`\``);
  const written = await ann.read("a long line of code");
  assert.deepEqual(await written.locator(".mention").allTextContents(), [`@${host.name}`, "@deleted-role", "# unknown"]);
  assert.equal(await written.locator("button.mention").count(), 0, "nothing to press");
  assert.notEqual(await written.locator(".mention.coloured").first().evaluate((node) => getComputedStyle(node).color), await written.locator(".mention").last().evaluate((node) => getComputedStyle(node).color));
  assert.ok(await written.locator("pre").evaluate((node) => node.scrollWidth <= node.clientWidth), "the code is not cut");
  await table.shot("phone-mentions", ann.page);
});
