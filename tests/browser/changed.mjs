// changed.mjs: a rule is computed once. The server's games were copied and changed by tests/changed/copy_games.py, and
// CHANGED is the folder of the copies: boards and lessons in the page show the numbers of the changed data. OLD is the
// program whose games were not changed: what was played there can be watched here.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  DESKTOP,
  handSeatToBot,
  progress,
  startAgainstBots,
  startServer,
  testSite,
  TIMEOUT,
  waitForProgress,
} from "./harness.mjs";

const site = testSite();

/** Returns a column of a game's changed data, by the names in the first column. */
function readColumn(game, file, column) {
  const text = readFileSync(`${process.env.CHANGED}/${game}/data/${file}`, "utf8");
  const [header, ...rows] = text.split("\n").filter((line) => line && !line.startsWith("#"));
  const index = header.split(",").findIndex((cell) => cell.startsWith(`${column}:`));
  return Object.fromEntries(rows.map((row) => [row.split(",")[0], Number(row.split(",")[index])]));
}

async function openBoard(visit, game, options) {
  const { page } = await visit({ viewport: DESKTOP, ...options });
  await startAgainstBots(page, site.server.url, game);
  await page.waitForSelector("[data-legal]");
  return page;
}

/** Returns a column of a table of the generic board, by the names at the beginning of the rows. */
const readShown = (page, column) =>
  page.evaluate((column) => {
    const texts = (row, selector) => [...row.querySelectorAll(selector)].map((cell) => cell.textContent.trim());
    const table = [...document.querySelectorAll(".gb-board table")].find((one) =>
      texts(one, "thead th").includes(column),
    );
    const index = texts(table, "thead th").indexOf(column);
    return [...table.querySelectorAll("tbody tr")].map((row) => {
      const cells = [...row.children].map((cell) => cell.textContent.trim());
      return [cells[0], cells[index]];
    });
  }, column);

const purge = readColumn("kremlin", "levels.csv", "purge");

const purgeNumbers = [purge.candidates, purge.second, purge.first, purge.top];
const sorted = (numbers) => [...new Set(numbers.map(Number))].sort((a, b) => a - b);

site.test("the purge numbers", async (visit) => {
  const page = await openBoard(visit, "kremlin");
  const text = await page.locator(".board").innerText();
  const shown = [...text.matchAll(/needs (\d+) or more/g)].map(([, number]) => number);
  assert.deepEqual(sorted(shown), purgeNumbers);
});

site.test("the purge numbers on the generic board", async (visit) => {
  const page = await openBoard(visit, "kremlin", { boards: "generic" });
  const shown = (await readShown(page, "Purge number")).map(([, number]) => number).filter(Boolean);
  assert.deepEqual(sorted(shown), purgeNumbers);
});

site.test("the statures", async (visit) => {
  const page = await openBoard(visit, "red-empire");
  const stature = readColumn("red-empire", "leaders.csv", "stature");
  // A leader whose stature is lower or higher for now has the printed number beside it, crossed out.
  const shown = await page.locator(".re-leader").evaluateAll((leaders) =>
    leaders.map((leader) => ({
      name: leader.querySelector(".re-leader-name").textContent,
      now: leader.querySelector(".re-stature b").textContent,
      printed: leader.querySelector(".re-stature s, .re-stature b:only-child").textContent,
      words: leader.querySelector(".hidden").textContent,
    })),
  );
  assert.ok(shown.length >= 12, `${shown.length} leaders are shown`);
  for (const { name, now, printed, words } of shown) {
    assert.equal(Number(printed), stature[name.toLowerCase()], name);
    assert.match(words, new RegExp(`stature ${now}\\b`));
  }
});

site.test("what pressure cards count, on the generic board", async (visit) => {
  const amount = readColumn("atomic-business", "secrets.csv", "amount");
  const page = await openBoard(visit, "atomic-business", { boards: "generic" });
  const shown = Object.fromEntries(await readShown(page, "Counts for a side"));
  assert.equal(shown.Bodyguards, String(amount.bodyguards));
});

site.test("the lesson tells the purge numbers", async (visit) => {
  const { page } = await visit({ viewport: DESKTOP });
  await page.goto(`${site.server.url}/learn/kremlin`);
  await page.locator(".learn-begin").click();
  const told = new RegExp(`${purge.top}\\D+${purge.first}\\D+${purge.second}\\D+${purge.candidates}\\b`);
  for (let presses = 0; presses < 200; presses++) {
    await page.waitForSelector(".learn-coach");
    if (told.test(await page.locator(".learn-coach").textContent())) return;
    const before = await progress(page);
    await page.getByRole("button", { name: "Do it for me" }).click();
    await waitForProgress(page, before, false);
  }
  assert.fail("the coach has not told them");
});

/* ---- Games of other rules -------------------------------------------------------------------- */

const GAMES = ["kremlin", "red-empire", "atomic-business", "triumph-of-chaos"];

/** Opens the replay of a table and returns what is shown, as each viewer saw it at some moments. */
async function watch(page, url, table) {
  const shown = {};
  await page.mouse.move(0, 0); // over a line of the log it would open a rule
  await page.goto(`${url}/replay/${table}`);
  await page.waitForSelector(".replay .board > *");
  const length = Number((await page.locator(".replay-at").textContent()).split("/")[1]);
  for (const at of [Math.floor(length / 2), length]) {
    await page.goto(`${url}/replay/${table}?at=${at}`);
    await page.waitForSelector(".replay .board > *");
    const viewers = page.locator(".replay-bar select").last();
    for (const viewer of await viewers.locator("option").evaluateAll((options) => options.map(({ value }) => value))) {
      await viewers.selectOption(viewer);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      assert.equal(new URL(page.url()).searchParams.get("seat") ?? "", viewer);
      shown[`${viewer || "everything"} ${at}`] = {
        log: await page.locator(".log li").allTextContents(),
        line: await page.locator(".replay-line").textContent(),
      };
    }
  }
  return shown;
}

site.test("finished games of other rules are watched from every seat", async (visit) => {
  const { page } = await visit({ viewport: DESKTOP });
  const old = await startServer({ program: process.env.OLD });
  const tables = {};
  for (const game of GAMES) {
    await startAgainstBots(page, old.url, game);
    await handSeatToBot(page);
    await page.waitForSelector(".own-wishes .take-back, .end");
    tables[game] = page.url().match(/\/t\/(\w+)/)[1];
  }
  const before = {};
  for (const game of GAMES) {
    await page.goto(`${old.url}/t/${tables[game]}`);
    await page.waitForSelector(".end", { timeout: 10 * TIMEOUT }); // a whole game of bots
    before[game] = await watch(page, old.url, tables[game]);
  }
  await page.goto(site.server.url); // the page would complain while its server is away
  await old.leave();
  const here = await startServer({ folder: old.folder, port: old.port });
  try {
    for (const game of GAMES) {
      assert.deepEqual(await watch(page, here.url, tables[game]), before[game], game);
      await page.goto(`${here.url}/t/${tables[game]}`);
      await page.waitForSelector(".replay .board > *");
    }
  } finally {
    await here.stop();
  }
});
