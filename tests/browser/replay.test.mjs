// replay.test.mjs: replays of finished games: moments, speeds, views, links and plots.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  assertFitsWindow,
  enterName,
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
  await enterName(page, "Ann");
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

// Bots play a whole game first: of the shortest games only, or of all if LONG.
for (const { name: game } of games.filter(({ played }) => LONG || played))
  site.test(`${game}: a game that was played here`, async (visit) => {
    const { page } = await visit();
    await startAgainstBots(page, site.server.url, game);
    await handSeatToBot(page);
    await page.waitForSelector(".end");
    const results = await page.locator(".end li").count();
    await page.locator(".end a[href^='/replay/']").click();
    await page.waitForSelector(".replay .board");
    assert.equal(await moment(page), 0);
    assert.ok((await length(page)) > 10);
    assert.equal(await select(page, "Seen by").locator("option").count(), results + 2);
    await page.locator(".replay-bar input[type=range]").fill(String(await length(page)));
    assert.equal(await moment(page), await length(page));
    assert.equal(await page.getByRole("button", { name: "One move on" }).isDisabled(), true);
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
    await select(page, "Speed").selectOption("10");
    await page.waitForFunction(() => Number(document.querySelector(".replay-at").textContent.split("/")[0]) >= 43);
    await select(page, "Speed").selectOption("0");
    await page.locator(".points summary").click();
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
    await page.locator(".replay-bar button.small").click();
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
