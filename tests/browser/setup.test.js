// The server's settings from one message, on a screen and on a phone, and what they bring about.

import assert from "node:assert/strict";
import { atTable, fits } from "./table.js";

const PAGES = { hosts: "members with Manage Server are hosts", places: "Matches are opened", games: "played here", around: "Results", time: "time zone is" };

async function panel(host) {
  await host.command("setup panel");
  return host.read("Setting up", ".ephemeral:has(.select)");
}

/** Goes to a page by the menu at the panel's foot. */
async function turn(host, at, page) {
  await host.choose(at, page, (await at.locator(".select").count()) - 1);
  await host.says(at, PAGES[page]);
  await at.scrollIntoViewIfNeeded();
}

atTable("setting a server up", async (table) => {
  const page = await table.open("/?user=hana", { viewport: { width: 1280, height: 800 } });
  const host = table.on(page, "hana");
  const at = await panel(host);
  await host.says(at, "Only members with Manage Server are hosts");
  await table.shot("setup", page);
  for (const name of Object.keys(PAGES)) {
    await turn(host, at, name);
    await table.shot(`setup-${name}`, page);
  }
  await turn(host, at, "hosts");
  await host.unfold(at);
  await table.shot("setup-roles", page);
  await host.root.locator(".menu.drop .choice").filter({ hasText: "Host" }).click();
  await host.root.locator(".menu.drop").getByRole("button", { name: "Done" }).click();
  await host.says(at, "are hosts, and those with Manage Server");
  await turn(host, at, "places");
  await host.press(at, "Give each match a thread");
  await host.says(at, "its own thread");
  await turn(host, at, "around");
  await host.unfold(at, 1);
  await table.shot("setup-channels", page);
  await host.root.locator(".menu.drop .choice").filter({ hasText: "lounge" }).click();
  await host.says(at, "are posted in");
  await turn(host, at, "time");
  await host.press(at, "Choose a city");
  const form = host.root.locator(".modal");
  await form.locator("input").first().fill("Munich");
  await table.shot("setup-form", page);
  await form.getByRole("button", { name: "Submit" }).click();
  await host.says(at, "Europe/Berlin");
  await table.shot("setup-zone", page);

  await table.openMatch("unit_s=3600");
  await table.host.go("Match 1 ·");
  for (const player of [table.ec, table.dmo]) await player.press(await player.read("to play."), "Ready");
  await table.host.read(/Bout 1 · Round 1(?!\d)/);
  await table.shot("thread");
});

atTable("a new role and a new channel are named at once", async (table) => {
  const { host } = table;
  const at = await panel(host);
  for (const [what, name] of [["host role", "@Death Match host"], ["match channel", "#death-matches"]]) {
    await host.press(at, `Create a ${what}`);
    await at.getByRole("button", { name: "Create", exact: true }).click();
    await at.locator(".mention").filter({ hasText: name }).first().waitFor();
  }
  assert.ok(!/deleted-role|unknown/.test(await at.innerText()), "nothing is unknown");
});

atTable("setting a server up on a phone", async (table) => {
  const host = await table.onPhone("hana");
  const at = await panel(host);
  await fits(host, at);
  await table.shot("setup-phone", host.page);
  for (const name of Object.keys(PAGES)) {
    await turn(host, at, name);
    await fits(host, at);
    for (const button of await at.locator(".components .button").all()) await fits(host, button);
    await table.shot(`setup-phone-${name}`, host.page);
  }
});
