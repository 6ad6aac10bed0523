// pictures.mjs: takes the pictures in docs/pictures: each game on one screen, in windows of every size, the first page on a
// phone, and moments of recorded games that a game's tests/browser.json names.
//
//   APPARAT=build/apparat node tests/browser/pictures.mjs [FOLDER]
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  atRest,
  games,
  launchBrowser,
  openWindow,
  playRandomly,
  recordOf,
  startAgainstBots,
  startServer,
} from "./harness.mjs";

const folder = process.argv[2] ?? fileURLToPath(new URL("../../docs/pictures", import.meta.url));
const WINDOWS = {
  "1440x900": { width: 1440, height: 900 },
  "1280x720": { width: 1280, height: 720 },
  "820x1180": { width: 820, height: 1180 },
  "390x844": { width: 390, height: 844 },
};
/** How many things are pressed before the picture is taken. */
const PRESSES = 30;

async function save(page, ...names) {
  const file = `${folder}/${names.filter(Boolean).join("-")}.png`;
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  await page.screenshot({ path: file });
  console.log(file);
}

/** Plays against bots for a while, until there is a question, and saves a picture in each window. */
async function takeTable(browser, server, { name }) {
  const { page, context } = await openWindow(browser, { viewport: WINDOWS["1280x720"], colorScheme: "light" });
  for (let seed = 1; seed === 1 || (await page.locator(".end").count()) > 0; seed++) {
    await startAgainstBots(page, server.url, name);
    await playRandomly([page], seed, PRESSES);
    await atRest(page);
    // Nothing is picked, open or scrolled in the picture, and nothing lies over the board.
    await page.reload();
    await page.waitForSelector("[data-legal], .end");
    if ((await page.locator(".recap").count()) > 0) await page.locator(".recap button").first().click();
  }
  await page.mouse.move(0, 0);
  for (const [size, viewport] of Object.entries(WINDOWS)) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await save(page, name, size);
  }
  await context.close();
}

/** Saves what somebody sees first who comes back on a phone: the table that waits for him. */
async function takeHome(browser, server, { name }) {
  const { page, context } = await openWindow(browser, { viewport: WINDOWS["390x844"], colorScheme: "light" });
  await startAgainstBots(page, server.url, name);
  await page.waitForSelector(".prompt.mine");
  await page.goto(server.url);
  await page.waitForSelector(".home-own");
  await save(page, "home", "phone");
  await context.close();
}

/** Saves a picture of a moment of a recorded game; `press` names what is pressed before. */
async function takeMoment(page, server, game, { name, record, at, seat, press }) {
  const text = recordOf({ ...game, record });
  await page.unrouteAll();
  await page.route("**/records/golden.apr", (route) => route.fulfill({ contentType: "text/plain", body: text }));
  await page.goto(`${server.url}/replay/golden?at=${at}&seat=${seat}`);
  await page.waitForSelector(".replay .board > *");
  if (press) await page.locator(press).first().click();
  await save(page, game.name, name ?? "replay");
}

mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await launchBrowser();
for (const game of games.filter(({ parts }) => parts.board)) await takeTable(browser, server, game);
await takeHome(browser, server, games[0]);
const { page } = await openWindow(browser, { viewport: WINDOWS["1440x900"], colorScheme: "light" });
for (const game of games.filter(({ record }) => record))
  for (const moment of game.pictures) await takeMoment(page, server, game, moment);
await browser.close();
await server.stop();
