// pictures.mjs: takes the pictures in docs/pictures: each board, in the middle of a recorded game.
//
//   APPARAT=build/apparat node tests/browser/pictures.mjs [FOLDER]
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DESKTOP, enterName, games, launchBrowser, openWindow, PHONE, recordOf, startServer } from "./harness.mjs";

const folder = process.argv[2] ?? fileURLToPath(new URL("../../docs/pictures", import.meta.url));
const MAX_HEIGHT = 1400;

/** Saves a picture of the board at the moment that the game's tests/browser.json names. */
async function takePicture(page, server, game, file) {
  const { at, seat } = game.moment;
  const text = recordOf(game);
  await page.route("**/records/golden.apr", (route) => route.fulfill({ contentType: "text/plain", body: text }));
  await page.goto(`${server.url}/replay/golden?at=${at}&seat=${seat}`);
  const shown = await page.waitForSelector("form.who, .replay .board");
  if (await shown.evaluate((element) => element.matches("form"))) await enterName(page, "Ann");
  await page.waitForSelector(".replay .board > *");
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => document.querySelector(".question").remove()); // it would cover the board
  const box = await page.locator(".replay .board > *").first().boundingBox();
  await page.screenshot({ path: file, fullPage: true, clip: { ...box, height: Math.min(box.height, MAX_HEIGHT) } });
}

mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await launchBrowser();
for (const [name, viewport] of [
  ["desktop", DESKTOP],
  ["phone", PHONE],
]) {
  const { page, context } = await openWindow(browser, { viewport, colorScheme: "light" });
  for (const game of games.filter(({ record }) => record)) {
    const file = `${folder}/${game.name}-${name}.png`;
    await takePicture(page, server, game, file);
    console.log(file);
  }
  await context.close();
}
await browser.close();
await server.stop();
