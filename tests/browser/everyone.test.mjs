// everyone.test.mjs: the table for people who listen to it, who use the keyboard, who need time, who cannot tell colours
// apart, or who need everything large.
import assert from "node:assert/strict";
import {
  assertFitsWindow,
  atRest,
  games,
  playRandomly,
  pressSomething,
  randomNumbers,
  startAgainstBots,
  startTogether,
  testSite,
  TIMEOUT,
} from "./harness.mjs";

const site = testSite();
const shortGame = games.find(({ played }) => played) ?? games[0];
const nextFrame = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

/* ---- Listening ------------------------------------------------------------------------------- */

/** Runs in the page: notes every line that is added to a polite live region. */
const noteAnnouncements = () => {
  window.announced = [];
  const watch = () => {
    const region = document.querySelector(".announcer");
    if (!region || region.noted) return;
    region.noted = true;
    new window.MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) window.announced.push(node.textContent);
    }).observe(region, { childList: true });
  };
  new window.MutationObserver(watch).observe(document, { childList: true, subtree: true });
};

site.test("each line of the log is announced, in order, once", async (visit) => {
  const { page, context } = await visit();
  await context.addInitScript(noteAnnouncements);
  await startAgainstBots(page, site.server.url, shortGame.name);
  await page.waitForSelector(".prompt.mine");
  const region = page.locator(".announcer");
  assert.equal(await region.getAttribute("aria-live"), "polite");
  assert.equal(await region.getAttribute("role"), "log");
  const lines = () => page.locator(".log li:not(.note) > span:first-child").allTextContents();
  const before = (await lines()).length;
  await page.evaluate(() => (window.announced = []));
  const random = randomNumbers(3);
  // A decision with few events: what is more than a dozen at once is for the recap.
  for (let n = 0; n < 30 && (await lines()).length === before; n++) {
    await page.waitForSelector("[data-legal], .end");
    await pressSomething(page, random);
    await nextFrame(page);
  }
  await page.waitForSelector(".prompt.mine, .end");
  const told = (await lines()).slice(before);
  assert.ok(told.length > 0);
  const announced = await page.evaluate(() => window.announced);
  assert.deepEqual(announced, told.slice(-announced.length));
  assert.ok(announced.length >= Math.min(told.length, 12), `${announced.length} of ${told.length}`);
});

site.test("the parts of a table are landmarks with names", async (visit) => {
  const { page } = await visit();
  await startAgainstBots(page, site.server.url, shortGame.name);
  await page.waitForSelector(".prompt.mine");
  await page.getByRole("banner").waitFor();
  await page.getByRole("navigation", { name: "Pages" }).or(page.getByRole("navigation")).first().waitFor();
  const main = page.getByRole("main");
  for (const name of ["Question", "Board"]) await main.getByRole("region", { name, exact: true }).waitFor();
  await main.getByRole("complementary", { name: "Log, talk and seats" }).waitFor();
  await main.getByRole("heading", { level: 1 }).waitFor();
});

/** Waits until this element has the focus. */
async function focused(locator) {
  const element = await locator.elementHandle();
  await locator.page().waitForFunction((wanted) => document.activeElement === wanted, element);
}

/* ---- A map as words -------------------------------------------------------------------------- */

for (const { name: game } of games.filter(({ map }) => map)) {
  site.test(`${game}: the direction keys lead over the map, and each space is told`, async (visit) => {
    const { page } = await visit();
    await startAgainstBots(page, site.server.url, game);
    await page.waitForSelector(".prompt.mine");
    const told = () => page.locator(".tc-outlook[aria-live=polite]").innerText();
    await page.locator(".tc-frame").focus();
    await page.keyboard.press("ArrowRight"); // begins in the middle of what is in sight
    const first = await told();
    assert.match(first, /Ways out: .*\d movement point/);
    const places = new Set([first]);
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowRight"]) {
      await page.keyboard.press(key);
      places.add(await told());
      const { x, y, width, height } = await page.locator(".tc-cursor").boundingBox();
      const frame = await page.locator(".tc-frame").boundingBox();
      assert.ok(x + width / 2 > frame.x && x + width / 2 < frame.x + frame.width, "the space is in sight");
      assert.ok(y + height / 2 > frame.y && y + height / 2 < frame.y + frame.height, "the space is in sight");
    }
    assert.ok(places.size > 3, [...places].join("\n"));

    // Enter opens the list there; a way leads to the next place and back.
    await page.keyboard.press("Enter");
    const list = page.getByRole("region", { name: "Places" });
    const place = () => list.getByRole("heading").first().innerText();
    await focused(list.locator("select"));
    const start = await place();
    await list.locator(".tc-place-ways button").first().click();
    await list.getByRole("heading", { name: start }).waitFor({ state: "detached" });
    await focused(list.getByRole("heading").first());
    await list.locator(".tc-place-ways button", { hasText: start }).first().click();
    await list.getByRole("heading", { name: start }).waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await focused(page.locator(".tc-frame"));
  });

  site.test(`${game}: from the list of places somebody on the map is picked`, async (visit) => {
    const { page } = await visit();
    await startAgainstBots(page, site.server.url, game);
    const random = randomNumbers(4);
    const list = page.getByRole("region", { name: "Places" });
    const lively = list.locator("select optgroup").first().locator("option");
    for (let n = 0; n < 60; n++) {
      await page.waitForSelector(".prompt.mine, .end");
      await page.locator(".tc-places-switch").click();
      const places = await lively.evaluateAll((options) =>
        options[0].parentElement.label === "Where you can act now" ? options.map(({ value }) => value) : [],
      );
      if (places.length > 0) {
        await list.locator("select").selectOption(places[0]);
        const question = await page.locator(".board").getAttribute("data-question");
        const target = list.locator("[data-legal=thing]").first();
        const thing = await target.getAttribute("data-thing");
        await target.focus();
        await page.keyboard.press("Enter");
        // Either it is a part of an answer now, or it was the answer.
        await page.waitForFunction(
          ([name, old]) =>
            document.querySelector(".board")?.dataset.question !== old ||
            document.querySelector(`[data-thing="${name}"][aria-pressed=true]`) ||
            document.querySelector(".confirm"),
          [thing, question],
          { timeout: TIMEOUT },
        );
        return;
      }
      await page.locator(".tc-places-switch").click();
      await pressSomething(page, random);
    }
    assert.fail("nothing on the map could be pressed");
  });
}

/* ---- Needing time ---------------------------------------------------------------------------- */

/** Runs in the page: tells whether the clock beside the question shows so many minutes. */
const clockShows = ({ least, most }) => {
  const text = document.querySelector(".clock-time")?.textContent;
  if (!text) return false;
  const minutes = Number(text.split(/[: ]/)[0]) * (text.includes("h") ? 60 : 1);
  return minutes >= least && minutes <= most;
};
const USUAL = { least: 0, most: 5 };
const LONG = { least: 30, most: 60 };

site.test("clocks wait for whoever says in the settings that he needs it", async (visit) => {
  const people = [await visit(), await visit()];
  await startTogether(people, site.server.url, shortGame.name, { players: 3 });
  const [ann, ben] = people.map(({ page }) => page);
  const asked = await Promise.any([ann, ben].map((page) => page.waitForSelector(".prompt.mine").then(() => page)));
  const other = asked === ann ? ben : ann;
  await asked.waitForFunction(clockShows, USUAL);
  const set = async (page, checked) => {
    await page.locator(".settings summary").click();
    await page.locator(".settings-clocks").setChecked(checked);
    await page.keyboard.press("Escape");
  };
  await set(asked, true);
  for (const page of [asked, other]) await page.waitForFunction(clockShows, LONG);
  await other.locator("[role=tab]").last().click();
  await other.locator(".seats li", { hasText: "clocks wait" }).waitFor();
  // It is said again at the next table, and taken back when it is not wanted any more.
  await asked.reload();
  await asked.waitForFunction(clockShows, LONG);
  await set(asked, false);
  for (const page of [asked, other]) await page.waitForFunction(clockShows, USUAL);
  await other.locator(".seats li", { hasText: "clocks wait" }).waitFor({ state: "detached" });
});

/* ---- Colours --------------------------------------------------------------------------------- */

const DEFICIENCIES = ["protanopia", "deuteranopia", "tritanopia", "achromatopsia"];

/** Runs in the page: returns the brightness of each pixel of a picture, from 0 to 1, and its width. */
const readPicture = async (base64) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${base64}`;
  await picture.decode();
  const canvas = new window.OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, picture.width, picture.height);
  const linear = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = [];
  for (let n = 0; n < data.length; n += 4)
    light.push(0.2126 * linear(data[n]) + 0.7152 * linear(data[n + 1]) + 0.0722 * linear(data[n + 2]));
  return light;
};

const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Returns the brightness of the pixels inside a part of the page, as Chromium simulates it. */
async function look(page, clip) {
  const picture = await page.screenshot({ clip, animations: "disabled" });
  return page.evaluate(readPicture, picture.toString("base64"));
}

/** Runs in the page: where the symbols of the seats are, and the corners of what can be pressed. */
const findMarks = () => {
  const box = ({ x, y, width, height }) => ({ x, y, width, height });
  const isInSight = ({ x, y, width, height }) =>
    width > 0 && x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;
  const seats = [...document.querySelectorAll(".seats .seat-mark")].map((mark) => box(mark.getBoundingClientRect()));
  // The corner of a thing can be covered by another thing that can be pressed.
  const isOnTop = (thing, { right, bottom }) =>
    document.elementFromPoint(right - 3, bottom - 3)?.closest(".target.can") === thing;
  const corners = [...document.querySelectorAll(".board span.target.can")]
    .map((thing) => ({ thing, place: thing.getBoundingClientRect() }))
    .filter(({ thing, place }) => isInSight(place) && isOnTop(thing, place))
    .map(({ place }) => place)
    .map(({ right, bottom }) => ({ x: right - 10, y: bottom - 10, width: 10, height: 10 }));
  return { seats, corners: corners.slice(0, 4) };
};

for (const { name: game } of games.filter(({ parts }) => parts.board))
  site.test(`${game}: nothing is told by colour alone`, async (visit, test) => {
    const { page, context } = await visit({ viewport: { width: 1440, height: 900 } });
    await startAgainstBots(page, site.server.url, game);
    await playRandomly([page], 6, 4);
    await atRest(page); // before that things move after they have been found
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Seats" }).click();
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready);
    const { seats, corners } = await page.evaluate(findMarks);
    assert.ok(seats.length >= 2);
    const session = await context.newCDPSession(page);
    for (const type of DEFICIENCIES) {
      await session.send("Emulation.setEmulatedVisionDeficiency", { type });
      const pictures = [];
      for (const seat of seats) pictures.push(await look(page, seat));
      for (const [a, one] of pictures.entries())
        for (const other of pictures.slice(a + 1)) {
          const differing = one.filter((light, n) => contrast(light, other[n] ?? light) >= 1.5).length / one.length;
          assert.ok(differing > 0.08, `${type}: two seats differ in ${differing} of their symbols`);
        }
      for (const corner of corners) {
        const lights = await look(page, corner);
        const most = contrast(Math.max(...lights), Math.min(...lights));
        assert.ok(most >= 3, `${type}: the corner of what can be pressed has a contrast of ${most}`);
      }
    }
    test.diagnostic(`${seats.length} seats, ${corners.length} corners`);
  });

/* ---- Large ----------------------------------------------------------------------------------- */

for (const { name: game } of games.filter(({ parts }) => parts.board))
  site.test(`${game}: at 200 % everything can still be reached and pressed`, async (visit) => {
    // A window of 1280 x 720 in which everything is twice as large.
    const { page } = await visit({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 });
    await startAgainstBots(page, site.server.url, game);
    await playRandomly([page], 8, 6);
    await atRest(page);
    await assertFitsWindow(page);
    for (const part of ["question", "board", "hand"]) {
      await page.locator(`[data-part=${part}]`).scrollIntoViewIfNeeded();
      assert.ok(await page.locator(`[data-part=${part}]`).isVisible(), `${part} is lost at 200 %`);
    }
  });
