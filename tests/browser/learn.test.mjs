// learn.test.mjs: the lesson of each game, followed to its end.
import assert from "node:assert/strict";
import { assertFitsWindow, DESKTOP, games, LONG, PHONE, testSite, TIMEOUT } from "./harness.mjs";

const site = testSite();
const MOST_PRESSES = 600;

async function beginLesson(page, game) {
  await page.goto(`${site.server.url}/learn`);
  await page.locator(`a[href="/learn/${game}"]`).click();
  await page.waitForSelector(".learn-cards svg");
  await page.locator(".learn-begin").click();
  await page.waitForSelector(".learn-coach");
}

/** Runs in the page: describes how far the game is, and what is asked now. */
const describeProgress = () =>
  `${document.querySelectorAll(".log li").length} ${document.querySelector(".tray")?.textContent} ${document.querySelector(".end") !== null}`;
const progress = (page) => page.evaluate(describeProgress);

/** Waits until the progress is the old one again, or (`same` is false) no longer the old one. */
async function waitForProgress(page, old, same) {
  const end = Date.now() + TIMEOUT;
  while (((await progress(page)) === old) !== same) {
    assert.ok(Date.now() < end, `still ${await progress(page)}`);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

const WINDOWS = [
  ["desktop", DESKTOP],
  ["phone", PHONE],
];
const lessons = games.filter(({ parts }) => parts.lesson).map(({ name }) => name);
/** Returns the windows in which a lesson is followed: both if LONG, otherwise one. */
const windowsFor = (game) => WINDOWS.filter((_, n) => LONG || n === lessons.indexOf(game) % WINDOWS.length);

// The longest lessons are followed only if LONG.
for (const { name: game } of games.filter(({ parts, guided }) => parts.lesson && (LONG || guided)))
  for (const [name, viewport] of windowsFor(game))
    site.test(`${game}: the guided game to its end, ${name}`, async (visit, context) => {
      const { page } = await visit({ viewport });
      await beginLesson(page, game);
      await assertFitsWindow(page);
      let [presses, explained] = [0, 0];
      for (; presses < MOST_PRESSES && (await page.locator(".end").count()) === 0; presses++) {
        explained += await page.locator(".learn-new").count();
        const before = await progress(page);
        await page.getByRole("button", { name: "Do it for me" }).click();
        await waitForProgress(page, before, false);
      }
      context.diagnostic(`${presses} presses, ${explained} decisions explained`);
      assert.equal(await page.locator(".end").count(), 1, `not over after ${MOST_PRESSES} presses`);
      assert.ok(explained >= 4, `${explained} decisions were explained`);
      assert.ok((await page.locator(".end li").count()) >= 2);
      assert.ok((await page.locator(".learn-coach details.learn-again").count()) >= 4, "the end tells what came up");
      await assertFitsWindow(page);
    });

for (const game of lessons)
  site.test(`${game}: advice is shown, and a decision can be taken back`, async (visit) => {
    const { page } = await visit();
    await beginLesson(page, game);
    const before = await progress(page);
    await page.getByRole("button", { name: "What would you do?" }).click();
    await page.waitForSelector(".learn-advice");
    assert.equal(await progress(page), before);
    await page.getByRole("button", { name: "Do it for me" }).click();
    await waitForProgress(page, before, false);
    await page.locator(".question > button.small").click();
    await waitForProgress(page, before, true);
  });
