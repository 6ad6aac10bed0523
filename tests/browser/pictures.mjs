// pictures.mjs: takes the pictures in docs/pictures: each board, in the middle of a recorded game, and other moments that a
// game's tests/browser.json names.
//
//   APPARAT=build/apparat node tests/browser/pictures.mjs [FOLDER]
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DESKTOP, enterName, games, launchBrowser, openWindow, PHONE, recordOf, startServer } from "./harness.mjs";

const folder = process.argv[2] ?? fileURLToPath(new URL("../../docs/pictures", import.meta.url));
const HEIGHT = 1400;

/** Saves a picture of the board at a moment of a recorded game; `press` names what is pressed before. */
async function takePicture(page, server, game, { record, at, seat, press }, file) {
  const text = recordOf({ ...game, record });
  await page.unrouteAll();
  await page.route("**/records/golden.apr", (route) => route.fulfill({ contentType: "text/plain", body: text }));
  await page.goto(`${server.url}/replay/golden?at=${at}&seat=${seat}`);
  const shown = await page.waitForSelector("form.who, .replay .board");
  if (await shown.evaluate((element) => element.matches("form"))) await enterName(page, "Ann");
  await page.waitForSelector(".replay .board > *");
  await page.evaluate(() => document.fonts.ready);
  if (press) await page.locator(press).first().click();
  await page.evaluate(() => document.querySelector(".question").remove()); // it would cover the board
  await page.evaluate(() => document.querySelector(".board").scrollIntoView({ block: "start", behavior: "instant" }));
  const box = await page.locator(".replay .board > *").first().boundingBox();
  const y = Math.max(0, box.y);
  await page.screenshot({ path: file, clip: { ...box, y, height: Math.min(box.height + box.y, HEIGHT) - y } });
}

mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await launchBrowser();
for (const [name, viewport] of [
  ["desktop", DESKTOP],
  ["phone", PHONE],
]) {
  const high = { ...viewport, height: HEIGHT };
  const { page, context } = await openWindow(browser, { viewport: high, colorScheme: "light" });
  for (const game of games.filter(({ record }) => record)) {
    const moments = [{ record: game.record, ...game.moment }, ...game.pictures];
    for (const moment of moments) {
      const file = `${folder}/${[game.name, moment.name, name].filter(Boolean).join("-")}.png`;
      await takePicture(page, server, game, moment, file);
      console.log(file);
    }
  }
  await context.close();
}
await browser.close();
await server.stop();
