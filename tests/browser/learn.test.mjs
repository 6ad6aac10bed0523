// learn.test.mjs: the guided game of each game, to its end.
import assert from "node:assert/strict";
import { DESKTOP, fitsWindow, games, LONG, PATIENCE, PHONE, stage } from "./harness.mjs";

const at = stage();
const MOST = 600;

async function begin(page, game) {
  await page.goto(`${at.server.url}/learn`);
  await page.locator(`a[href="/learn/${game}"]`).click();
  await page.waitForSelector(".learn-cards svg");
  await page.locator(".learn-begin").click();
  await page.waitForSelector(".learn-coach");
}

/** What was played so far, and what is asked now. */
const PLAYED = () =>
  `${document.querySelectorAll(".log li").length} ${document.querySelector(".tray")?.textContent} ${document.querySelector(".end") !== null}`;
const played = (page) => page.evaluate(PLAYED);

/** Until that is, or is no longer, what it was. */
async function until(page, old, same) {
  const end = Date.now() + PATIENCE;
  while (((await played(page)) === old) !== same) {
    assert.ok(Date.now() < end, `still ${await played(page)}`);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

/* Both widths in --soak. */
const WINDOWS = [
  ["desktop", DESKTOP],
  ["phone", PHONE],
];
const lessons = games.filter(({ parts }) => parts.lesson).map(({ name }) => name);
const shown = (game) => WINDOWS.filter((_, n) => LONG || n === lessons.indexOf(game) % WINDOWS.length);

/* The longest only there. */
for (const { name: game } of games.filter(({ parts, guided }) => parts.lesson && (LONG || guided)))
  for (const [name, viewport] of shown(game))
    at.scene(`${game}: the guided game to its end, ${name}`, async (come, t) => {
      const { page } = await come({ viewport });
      await begin(page, game);
      await fitsWindow(page);
      let [presses, explained] = [0, 0];
      for (; presses < MOST && (await page.locator(".end").count()) === 0; presses++) {
        explained += await page.locator(".learn-new").count();
        const before = await played(page);
        await page.getByRole("button", { name: "Do it for me" }).click();
        await until(page, before, false);
      }
      t.diagnostic(`${presses} presses, ${explained} decisions explained`);
      assert.equal(await page.locator(".end").count(), 1, `not over after ${MOST} presses`);
      assert.ok(explained >= 4, `${explained} decisions were explained`);
      assert.ok((await page.locator(".end li").count()) >= 2);
      assert.ok((await page.locator(".learn-coach details.learn-again").count()) >= 4, "the end tells what came up");
      await fitsWindow(page);
    });

for (const game of lessons)
  at.scene(`${game}: advice is shown, and a decision can be taken back`, async (come) => {
    const { page } = await come();
    await begin(page, game);
    const before = await played(page);
    await page.getByRole("button", { name: "What would you do?" }).click();
    await page.waitForSelector(".learn-advice");
    assert.equal(await played(page), before);
    await page.getByRole("button", { name: "Do it for me" }).click();
    await until(page, before, false);
    await page.locator(".question > button.small").click();
    await until(page, before, true);
  });
