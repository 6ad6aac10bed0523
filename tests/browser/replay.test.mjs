// replay.test.mjs: finished games again: moments, speeds, views, links, plots.
import assert from "node:assert/strict";
import { enter, fitsWindow, games, handOver, LONG, PHONE, playNow, recordOf, stage } from "./harness.mjs";

const at = stage();

/** Games with a record whose chance is known, so that moments in it are the same each time. */
const recorded = games.filter(({ record }) => record);

/** Opens a record as if a table of the server had it. */
async function openRecord(page, game, query = "") {
  const record = recordOf(game);
  await page.route("**/records/golden.apr", (route) => route.fulfill({ contentType: "text/plain", body: record }));
  await page.goto(`${at.server.url}/replay/golden${query}`);
  await enter(page, "Ann");
  await page.waitForSelector(".replay .board");
}

const moment = async (page) => Number((await page.locator(".replay-at").textContent()).split("/")[0]);
const length = async (page) => Number((await page.locator(".replay-at").textContent()).split("/")[1]);
const boardText = (page) =>
  page
    .locator(".replay .board > *")
    .first()
    .evaluate((board) => board.outerHTML);
const select = (page, name) => page.getByRole("combobox", { name, exact: true });

/* Bots play it to its end first: of the shortest always, of all in --soak. */
for (const { name: game } of games.filter(({ played }) => LONG || played))
  at.scene(`${game}: a game that was played here`, async (come) => {
    const { page } = await come();
    await playNow(page, at.server.url, game);
    await handOver(page);
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
  at.scene(`${game.name}: scrub, step, play, jump`, async (come) => {
    const { page } = await come();
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
  at.scene(`${game.name}: a seat sees what it saw`, async (come) => {
    const { page } = await come();
    await openRecord(page, game, "?at=60");
    const [views, own] = [{}, {}];
    for (const option of await select(page, "Seen by").locator("option").all()) {
      const seat = await option.getAttribute("value");
      await select(page, "Seen by").selectOption(seat);
      await page.waitForFunction((of) => (new URLSearchParams(location.search).get("seat") ?? "") === of, seat);
      views[seat] = await boardText(page);
      own[seat] = (await page.locator(game.own).allTextContents()).join();
    }
    assert.equal(new Set(Object.values(views)).size, Object.keys(views).length);
    const { "": everything, observer, ...seats } = own;
    assert.deepEqual([everything, observer], ["", ""], "nobody's hand is one's own");
    assert.ok(Object.values(seats).every(Boolean), "each seat has its own");
    assert.equal(new Set(Object.values(seats)).size, Object.keys(seats).length, "and sees no other");
  });

for (const game of recorded)
  at.scene(`${game.name}: a link opens the same moment, on a phone too`, async (come) => {
    const { page, context } = await come();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openRecord(page, game);
    await page.locator(".replay-bar input[type=range]").fill("33");
    await select(page, "Seen by").selectOption({ index: 2 });
    await page.locator(".replay-bar button.small").click();
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    const other = await come({ viewport: PHONE });
    await openRecord(other.page, game, link.search);
    assert.equal(await moment(other.page), 33);
    assert.equal(await select(other.page, "Seen by").inputValue(), await select(page, "Seen by").inputValue());
    assert.equal(
      await other.page.locator(".replay-line").textContent(),
      await page.locator(".replay-line").textContent(),
    );
    await fitsWindow(other.page);
  });

for (const game of recorded)
  at.scene(`${game.name}: plots lead to their moments`, async (come) => {
    const { page } = await come();
    await openRecord(page, game);
    const plots = page.locator(".statistics .plot");
    await plots.first().waitFor();
    assert.ok((await plots.count()) >= 2);
    for (const plot of await plots.all())
      assert.ok((await plot.locator("polyline").first().getAttribute("points")).split(" ").length > 2);
    await plots.first().locator(".plot-hit").nth(1).click();
    assert.ok((await moment(page)) > 0);
  });
