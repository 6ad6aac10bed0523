// play.test.mjs: whole games are played in the page by pressing whatever is highlighted.
import assert from "node:assert/strict";
import {
  assertFitsWindow,
  DESKTOP,
  games,
  LONG,
  PHONE,
  playRandomly,
  playToTheEnd,
  playUntilChanged,
  startAgainstBots,
  startTogether,
  startWithOptions,
  testSite,
} from "./harness.mjs";

const site = testSite();

const WINDOWS = { desktop: DESKTOP, phone: PHONE };

/** Fails if the page does not show the result of each seat. */
async function assertResults(page) {
  const results = await page.locator(".end li").evaluateAll((items) => items.map((item) => item.className));
  assert.ok(
    results.length >= 2 && results.every((result) => ["won", "shared", "lost"].includes(result)),
    results.join(),
  );
}

// Whole games take long: each game is played in some of these ways only, or in all if LONG.
for (const { name: game, alone, most, parts } of games)
  for (const [name, viewport] of Object.entries(WINDOWS).filter(([name]) => LONG || alone.includes(name)))
    site.test(`${game}: one person and bots, ${name}`, async (visit, context) => {
      const { page } = await visit({ viewport });
      await startAgainstBots(page, site.server.url, game);
      if (!parts.board) await page.waitForSelector(".gb-board");
      await playRandomly([page], 7, 15);
      await page.reload();
      await page.waitForSelector("[data-legal], .end");
      await assertFitsWindow(page);
      if (most && !LONG) {
        await playRandomly([page], 8, most);
      } else {
        context.diagnostic(`${15 + (await playToTheEnd([page], 8))} presses`);
        await assertResults(page);
      }
      await assertFitsWindow(page);
    });

// A game may have options that make it another game, or a much longer one.
for (const { name: game, long } of games.filter(() => LONG))
  for (const { options, window, most, counts } of long)
    site.test(
      `${game}: one person and bots, ${Object.values(options).join(" ")}, ${window}`,
      async (visit, context) => {
        const { page } = await visit({ viewport: WINDOWS[window] });
        const start = async () => {
          await startWithOptions(page, site.server.url, game, options);
          await assertFitsWindow(page);
        };
        if (counts) {
          for (let left = counts.times, seed = 13; left > 0; seed++) {
            await start();
            const { changes, presses } = await playUntilChanged(page, seed, { ...counts, times: left }, most);
            context.diagnostic(`${presses} presses, ${changes} of ${left}`);
            left -= changes;
          }
        } else {
          await start();
          context.diagnostic(`${await playToTheEnd([page], 13, most)} presses`);
          await assertResults(page);
        }
        await assertFitsWindow(page);
      },
    );

for (const { name: game } of games.filter(({ generic, parts }) => parts.board && (LONG || generic)))
  site.test(`${game}: one person and bots, on the generic board`, async (visit, context) => {
    const { page } = await visit({ viewport: PHONE, language: "fr", boards: "generic" });
    await startAgainstBots(page, site.server.url, game);
    await page.waitForSelector(".gb-board");
    await assertFitsWindow(page);
    context.diagnostic(`${await playToTheEnd([page], 9)} presses`);
    await assertResults(page);
    await assertFitsWindow(page);
  });

for (const { name: game, players } of games.filter(({ together }) => LONG || together))
  site.test(`${game}: people, each in a window`, async (visit, context) => {
    const people = [];
    for (const n of [0, 1, 2, 3].slice(0, players[1]))
      people.push(await visit({ viewport: n % 2 ? PHONE : DESKTOP, language: n % 2 ? "fr" : "en" }));
    await startTogether(people, site.server.url, game);
    const pages = people.map(({ page }) => page);
    context.diagnostic(`${await playToTheEnd(pages, 11, 5000)} presses`);
    for (const page of pages) {
      await assertResults(page);
      await assertFitsWindow(page);
    }
  });
