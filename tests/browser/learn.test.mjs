// learn.test.mjs: the lessons of each game, followed to their ends.
import assert from "node:assert/strict";
import { assertFitsWindow, DESKTOP, games, LONG, PHONE, progress, testSite, waitForProgress } from "./harness.mjs";

const site = testSite();
const MOST_PRESSES = 600;

/** Begins a lesson of a game: "GAME", or "GAME/NAME" for one that has a name. */
async function beginLesson(page, lesson) {
  await page.goto(`${site.server.url}/learn`);
  await page.locator(`a[href="/learn/${lesson}"]`).click();
  await page.waitForSelector(".learn-cards svg");
  await page.locator(".learn-begin").click();
  await page.waitForSelector(".learn-coach");
}

const WINDOWS = [
  ["desktop", DESKTOP],
  ["phone", PHONE],
];
const taught = games.filter(({ parts }) => parts.lessons);
const lessons = taught.map(({ name }) => name);
/** Returns the windows in which a lesson is followed: both if LONG, otherwise one. */
const windowsFor = (n) => WINDOWS.filter((_, window) => LONG || window === n % WINDOWS.length);

/** Follows the coach until the lesson is over, and returns how often a question was explained in full. */
async function followCoach(page, context) {
  let [presses, explained] = [0, 0];
  for (; presses < MOST_PRESSES && (await page.locator(".learn-over").count()) === 0; presses++) {
    explained += await page.locator(".learn-new").count();
    const before = await progress(page);
    await page.getByRole("button", { name: "Do it for me" }).click();
    await waitForProgress(page, before, false);
  }
  context.diagnostic(`${presses} presses, ${explained} decisions explained`);
  assert.ok((await page.locator(".learn-over").count()) >= 1, `not over after ${MOST_PRESSES} presses`);
  return explained;
}

// The longest lessons are followed only if LONG.
taught
  .filter(({ guided }) => LONG || guided)
  .forEach(({ name: game }, n) => {
    for (const [name, viewport] of windowsFor(n))
      site.test(`${game}: the guided game to its end, ${name}`, async (visit, context) => {
        const { page } = await visit({ viewport });
        await beginLesson(page, game);
        await assertFitsWindow(page);
        const explained = await followCoach(page, context);
        assert.ok(explained >= 4, `${explained} decisions were explained`);
        assert.ok((await page.locator(".end li").count()) >= 2);
        assert.ok((await page.locator(".learn-coach details.learn-again").count()) >= 4, "the end tells what came up");
        await assertFitsWindow(page);
      });
  });

taught
  .flatMap(({ name, lessons: more }) => more.map((lesson) => `${name}/${lesson}`))
  .forEach((lesson, n) => {
    for (const [name, viewport] of windowsFor(n))
      site.test(`${lesson}: the lesson to its end, ${name}`, async (visit, context) => {
        const { page } = await visit({ viewport });
        await beginLesson(page, lesson);
        await assertFitsWindow(page);
        assert.ok((await followCoach(page, context)) >= 4);
        assert.ok((await page.locator(".learn-over details.learn-again").count()) >= 4, "the end tells what came up");
        await assertFitsWindow(page);
      });
  });

for (const game of lessons)
  site.test(`${game}: advice is shown, and a decision can be taken back`, async (visit) => {
    const { page } = await visit();
    await beginLesson(page, game);
    const before = await progress(page);
    assert.equal(await page.locator(".tray-how").count(), 0, "the coach tells how one chooses, and nobody else does");
    await page.getByRole("button", { name: "What would you do?" }).click();
    await page.waitForSelector(".learn-advice");
    assert.equal(await progress(page), before);
    await page.getByRole("button", { name: "Do it for me" }).click();
    await waitForProgress(page, before, false);
    await page.locator(".question > button.small").click();
    await waitForProgress(page, before, true);
  });
