// installed.mjs URL GAME: for tests/bare. Opens the page that a server shows in a real Chromium, starts a game against bots there, and plays it
// to its end by pressing whatever is highlighted.
import assert from "node:assert/strict";
import { launchBrowser, openWindow, playToTheEnd, startAgainstBots } from "./harness.mjs";

const [url, game] = process.argv.slice(2);
const browser = await launchBrowser();
try {
  const { page, faults } = await openWindow(browser);
  await startAgainstBots(page, url, game);
  const presses = await playToTheEnd([page], 1);
  assert.deepEqual(faults, []);
  console.log(presses);
} finally {
  await browser.close();
}
