// play.test.mjs: whole games through the page alone, by pressing highlighted things.
import assert from "node:assert/strict";
import { DESKTOP, fitsWindow, games, LONG, PHONE, playNow, playOn, playToTheEnd, seatAll, stage } from "./harness.mjs";

const at = stage();

const WINDOWS = { desktop: DESKTOP, phone: PHONE };

async function isOver(page) {
  const results = await page.locator(".end li").evaluateAll((list) => list.map((one) => one.className));
  assert.ok(results.length >= 2 && results.every((one) => ["won", "shared", "lost"].includes(one)), results.join());
}

/* Whole games take their time: all ways of playing them in --soak. */
for (const { name: game, alone } of games)
  for (const [name, viewport] of Object.entries(WINDOWS).filter(([name]) => LONG || alone.includes(name)))
    at.scene(`${game}: one person and bots, ${name}`, async (come, t) => {
      const { page } = await come({ viewport });
      await playNow(page, at.server.url, game);
      await playOn([page], 7, 15);
      await page.reload();
      await page.waitForSelector("[data-legal], .end");
      await fitsWindow(page);
      t.diagnostic(`${15 + (await playToTheEnd([page], 8))} presses`);
      await isOver(page);
      await fitsWindow(page);
    });

for (const { name: game } of games.filter(({ generic, parts }) => parts.board && (LONG || generic)))
  at.scene(`${game}: one person and bots, on the generic board`, async (come, t) => {
    const { page } = await come({ viewport: PHONE, language: "fr", boards: "generic" });
    await playNow(page, at.server.url, game);
    await page.waitForSelector(".gb-board");
    await fitsWindow(page);
    t.diagnostic(`${await playToTheEnd([page], 9)} presses`);
    await isOver(page);
    await fitsWindow(page);
  });

for (const { name: game, players } of games.filter(({ together }) => LONG || together))
  at.scene(`${game}: people, each in a window`, async (come, t) => {
    const people = [];
    for (const n of [0, 1, 2, 3].slice(0, players[1]))
      people.push(await come({ viewport: n % 2 ? PHONE : DESKTOP, language: n % 2 ? "fr" : "en" }));
    await seatAll(people, at.server.url, game);
    const pages = people.map(({ page }) => page);
    t.diagnostic(`${await playToTheEnd(pages, 11, 5000)} presses`);
    for (const page of pages) {
      await isOver(page);
      await fitsWindow(page);
    }
  });
