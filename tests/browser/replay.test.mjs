// replay.test.mjs: replays of finished games: moments, speeds, views, links and plots.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import {
  assertFitsWindow,
  games,
  handSeatToBot,
  LONG,
  PHONE,
  PROGRAM,
  pathOfRecord,
  recordOf,
  startAgainstBots,
  testSite,
} from "./harness.mjs";

const site = testSite();

/** The games that have a golden record; its moments are the same each time. */
const recorded = games.filter(({ record }) => record);

/** Opens the golden record of a game as if it were the record of a table. */
async function openRecord(page, game, query = "") {
  const record = recordOf(game);
  await page.route("**/records/golden.apr", (route) => route.fulfill({ contentType: "text/plain", body: record }));
  await page.goto(`${site.server.url}/replay/golden${query}`);
  await page.waitForSelector(".replay .board");
}

/** Returns the number of the move that is shown, and the number of all moves. */
const moment = async (page) => Number((await page.locator(".replay-at").textContent()).split("/")[0]);
const length = async (page) => Number((await page.locator(".replay-at").textContent()).split("/")[1]);
const boardText = (page) =>
  page
    .locator(".replay .board > *")
    .first()
    .evaluate((board) => board.outerHTML);

/** Returns how many events a viewer is told in the first moves, as `apparat replay` tells them. */
function countTold(game, moves, seat) {
  const words = ["replay", pathOfRecord(game), ...(seat ? ["--seat", seat] : [])];
  const lines = execFileSync(PROGRAM, words, { encoding: "utf8" }).trim().split("\n");
  return lines.filter((line) => Number(line.trim().split(" ")[0]) <= moves).length;
}

const select = (page, name) => page.getByRole("combobox", { name, exact: true });

/** Somebody whom the server does not know opens a link to a moment: no name is asked for. */
async function openLinkAsStranger(visit, key) {
  const { page, context } = await visit();
  await page.goto(`${site.server.url}/replay/${key}?at=7&seat=observer`);
  await page.waitForSelector(".replay .board");
  assert.equal(await moment(page), 7);
  assert.equal(await page.locator("form.who").count(), 0);
  assert.deepEqual(await context.cookies(), []);
}

/** Makes a page that may not store anything: merely looking at its storage throws. */
const forbidStorage = () =>
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new Error("SecurityError");
    },
  });

/** Uses the replay in the first frame of a page; the second frame must be empty. */
async function watchInFrame(page, context, key) {
  const frame = page.frameLocator("iframe").first();
  await frame.locator(".replay .board").waitFor();
  assert.match(await frame.locator(".replay-at").textContent(), /^5 /);
  await frame.getByRole("button", { name: "One move on" }).click();
  assert.match(await frame.locator(".replay-at").textContent(), /^6 /);
  for (const absent of ["nav", ".share", "form.who"]) assert.equal(await frame.locator(absent).count(), 0, absent);
  const [opened] = await Promise.all([context.waitForEvent("page"), frame.locator(".embedded-foot a").click()]);
  await opened.waitForURL(`${site.server.url}/replay/${key}?at=6`);
  await opened.close();
  assert.equal(await page.frameLocator("iframe").nth(1).locator(".replay").count(), 0);
  assert.deepEqual(await context.cookies(), []);
}

/** A page of another site shows the replay in a frame, with the text that the replay offers; no other page of the server. */
async function embedElsewhere(visit, key) {
  const { page: own } = await visit();
  await own.goto(`${site.server.url}/replay/${key}?at=5`);
  await own.locator(".share summary").click();
  const code = await own.locator(".share textarea").nth(1).inputValue();
  const { page, context, faults } = await visit();
  const body = `<!doctype html><title>Elsewhere</title>${code}<iframe src="${site.server.url}/replay/${key}"></iframe>`;
  const elsewhere = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end(body));
  await new Promise((resolve) => elsewhere.listen(0, "localhost", resolve));
  try {
    await page.addInitScript(forbidStorage);
    // Another name of the same machine is another site.
    await page.goto(`http://localhost:${elsewhere.address().port}/`);
    await watchInFrame(page, context, key);
  } finally {
    elsewhere.closeAllConnections();
    elsewhere.close();
  }
  // The browser reports the frame that it did not fill, and that frame has no storage for what is set in every window.
  const refused = /ERR_BLOCKED_BY_RESPONSE|frame-ancestors|X-Frame-Options/;
  assert.ok(faults.some((fault) => refused.test(fault)));
  const isExpected = (fault) => refused.test(fault) || /'localStorage'.*denied for this document/.test(fault);
  faults.splice(0, Infinity, ...faults.filter((fault) => !isExpected(fault)));
}

// Bots play a whole game first: of the shortest games only, or of all if LONG.
for (const { name: game } of games.filter(({ played }) => LONG || played))
  site.test(`${game}: a game that was played here`, async (visit) => {
    const { page } = await visit();
    await startAgainstBots(page, site.server.url, game);
    await handSeatToBot(page);
    await page.waitForSelector(".end", { timeout: 0 }); // bots take long for a long game; the test has a limit
    const results = await page.locator(".end li").count();
    await page.locator(".end a[href^='/replay/']").click();
    await page.waitForSelector(".replay .board");
    assert.equal(await moment(page), 0);
    assert.ok((await length(page)) > 10);
    assert.equal(await select(page, "Seen by").locator("option").count(), results + 2);
    await page.locator(".replay-bar input[type=range]").fill(String(await length(page)));
    assert.equal(await moment(page), await length(page));
    assert.equal(await page.getByRole("button", { name: "One move on" }).isDisabled(), true);
    const key = new URL(page.url()).pathname.split("/")[2];
    await openLinkAsStranger(visit, key);
    await embedElsewhere(visit, key);
  });

for (const game of recorded)
  site.test(`${game.name}: scrub, step, play, jump`, async (visit) => {
    const { page } = await visit();
    await openRecord(page, game);
    const first = await boardText(page);
    await page.locator(".replay-bar input[type=range]").fill("40");
    assert.equal(await moment(page), 40);
    const fortieth = await boardText(page);
    assert.notEqual(fortieth, first);
    await page.getByRole("button", { name: "One move on" }).click();
    assert.equal(await moment(page), 41);
    await page.getByRole("button", { name: "One move back" }).click();
    await page.getByRole("button", { name: "One move back" }).click();
    assert.equal(await moment(page), 39);
    await select(page, "Speed").selectOption("5");
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForFunction(() => Number(document.querySelector(".replay-at").textContent.split("/")[0]) >= 43);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Play" }).waitFor();
    await select(page, "Speed").selectOption("0.5"); // so that it is not over before the next keys are pressed
    // The keys do the same, unless they belong to what has the focus.
    await page.evaluate(() => document.activeElement.blur());
    const paused = await moment(page);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await moment(page), paused - 1);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "Play" }).waitFor();
    await page.locator(".points summary").click();
    const moments = (await page.locator(".points li button").allTextContents()).map(Number);
    await page.locator(".replay-bar input[type=range]").fill("40");
    await page.getByRole("button", { name: "On to the next moment that matters" }).click();
    assert.equal(
      await moment(page),
      moments.find((at) => at > 40),
    );
    await page.locator(".replay-bar input[type=range]").fill(String(await length(page)));
    await page.getByRole("button", { name: "Back to the last moment that matters" }).click();
    const end = await length(page);
    assert.equal(await moment(page), Math.max(...moments.filter((at) => at < end)));
    const point = page.locator(".points li button").last();
    const to = Number(await point.textContent());
    await point.click();
    assert.equal(await moment(page), to);
    assert.ok(to > 43);
  });

for (const game of recorded)
  site.test(`${game.name}: a seat sees what it saw`, async (visit) => {
    const { page } = await visit();
    await openRecord(page, game, "?at=60");
    const [views, own] = [{}, {}];
    for (const option of await select(page, "Seen by").locator("option").all()) {
      const seat = await option.getAttribute("value");
      await select(page, "Seen by").selectOption(seat);
      await page.waitForFunction((wanted) => (new URLSearchParams(location.search).get("seat") ?? "") === wanted, seat);
      views[seat] = await boardText(page);
      own[seat] = (await page.locator(game.own).allTextContents()).join();
      assert.equal(await page.locator(".log li").count(), countTold(game, 60, seat), `log of ${seat}`);
    }
    assert.equal(new Set(Object.values(views)).size, Object.keys(views).length);
    const { "": everything, observer, ...seats } = own;
    assert.deepEqual([everything, observer], ["", ""], "only a seat has something of its own");
    assert.ok(Object.values(seats).every(Boolean), "each seat has something of its own");
    assert.equal(new Set(Object.values(seats)).size, Object.keys(seats).length, "no seat sees what another has");
  });

for (const game of recorded)
  site.test(`${game.name}: a link opens the same moment, on a phone too`, async (visit) => {
    const { page, context } = await visit();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openRecord(page, game);
    await page.locator(".replay-bar input[type=range]").fill("33");
    await select(page, "Seen by").selectOption({ index: 2 });
    await page.locator(".share summary").click();
    await page.getByRole("button", { name: "Copy the link" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    const other = await visit({ viewport: PHONE });
    await openRecord(other.page, game, link.search);
    assert.equal(await moment(other.page), 33);
    assert.equal(await select(other.page, "Seen by").inputValue(), await select(page, "Seen by").inputValue());
    assert.equal(
      await other.page.locator(".replay-line").textContent(),
      await page.locator(".replay-line").textContent(),
    );
    await assertFitsWindow(other.page);
  });

for (const game of recorded)
  site.test(`${game.name}: plots lead to their moments`, async (visit) => {
    const { page } = await visit();
    await openRecord(page, game);
    const plots = page.locator(".statistics .plot");
    await plots.first().waitFor();
    assert.ok((await plots.count()) >= 2);
    for (const plot of await plots.all())
      assert.ok((await plot.locator("polyline").first().getAttribute("points")).split(" ").length > 2);
    await plots.first().locator(".plot-hit").nth(1).click();
    assert.ok((await moment(page)) > 0);
  });
