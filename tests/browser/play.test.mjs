// play.test.mjs: whole games through the page alone, by pressing highlighted things.
import assert from "node:assert/strict";
import { DESKTOP, fitsWindow, GAMES, PHONE, playNow, playOn, playToTheEnd, seatAll, stage } from "./harness.mjs";

const at = stage();

/* Whole games take their time: all ways of playing them in --soak, of the shortest one always. */
const LONG = process.env.LONG !== undefined;
const alone = { "red-empire": ["desktop", "phone"], "atomic-business": [], kremlin: ["phone"], "triumph-of-chaos": ["desktop"] };
const together = ["red-empire"];

async function isOver(page) {
  const results = await page.locator(".end li").evaluateAll((list) => list.map((one) => one.className));
  assert.ok(results.length >= 2 && results.every((one) => ["won", "shared", "lost"].includes(one)), results.join());
}

for (const game of GAMES)
  for (const [name, viewport] of [["desktop", DESKTOP], ["phone", PHONE]].filter(([name]) => LONG || alone[game].includes(name)))
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

for (const game of GAMES.filter((one) => LONG || together.includes(one)))
  at.scene(`${game}: people, each in a window`, async (come, t) => {
    const people = [];
    for (const n of game === "triumph-of-chaos" ? [0, 1] : [0, 1, 2, 3]) people.push(await come({ viewport: n % 2 ? PHONE : DESKTOP, language: n % 2 ? "fr" : "en" }));
    await seatAll(people, at.server.url, game);
    const pages = people.map(({ page }) => page);
    t.diagnostic(`${await playToTheEnd(pages, 11, 5000)} presses`);
    for (const page of pages) {
      await isOver(page);
      await fitsWindow(page);
    }
  });
