// one-screen.test.mjs: question, board and hand are in sight together in windows of every size, and nothing there jumps.
import assert from "node:assert/strict";
import {
  assertFitsWindow,
  atRest,
  games,
  pressSomething,
  randomNumbers,
  startAgainstBots,
  testSite,
} from "./harness.mjs";

const site = testSite();

const DESKTOPS = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
];
const TABLET = { width: 820, height: 1180 };
const PHONE = { width: 390, height: 844 };
/** 1280 x 720 at 200 %. */
const ZOOMED = { width: 640, height: 360 };
/** The presses before a table is measured, and the most presses until something is picked that is no action yet. */
const PRESSES = 5;
const MOST_PRESSES = 8;
/** What the pointer shows goes sooner than this when the pointer has gone. */
const LONGER_THAN_SHOWN_MS = 400;

const nextFrame = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

async function resize(page, size) {
  await page.setViewportSize(size);
  await nextFrame(page);
}

/* ---- What the page shows --------------------------------------------------------------------- */

/** Runs in the page: measures its parts, and how far the page and the board can be scrolled. */
const measure = () => {
  const box = (part) => {
    const element = document.querySelector(`[data-part=${part}]`);
    if (!element) return null;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const excess = (element) => element && element.scrollHeight - element.clientHeight;
  const bottom = (selector) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? NaN;
  return {
    parts: { question: box("question"), board: box("board"), hand: box("hand") },
    page: excess(document.documentElement),
    ground: excess(document.querySelector("[data-part=ground]")),
    window: { width: innerWidth, height: innerHeight },
    hasLog: document.querySelector(".log ol")?.checkVisibility() ?? false,
    hasNewestLine: bottom(".log li:last-child") <= bottom(".log ol") + 1,
  };
};

/** Fails unless a part of the page is inside the window and large enough to be seen. */
function assertInside(name, box, { width, height }) {
  assert.ok(box, `no ${name}`);
  const text = `${name} ${JSON.stringify(box)} in ${width} x ${height}`;
  assert.ok(box.left >= 0 && box.top >= 0 && box.right <= width + 0.5 && box.bottom <= height + 0.5, text);
  assert.ok(box.right - box.left > 100 && box.bottom - box.top > 30, `${text} is too small`);
}

const overlap = (a, b) =>
  a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;

/** Fails unless question, board and hand are in sight together and the page does not scroll. Returns what was measured. */
async function assertOneScreen(page, size) {
  await resize(page, size);
  const shown = await page.evaluate(measure);
  for (const [name, box] of Object.entries(shown.parts)) assertInside(name, box, shown.window);
  assert.ok(!overlap(shown.parts.question, shown.parts.board), "the question covers the board");
  assert.ok(shown.page <= 0, `the page scrolls by ${shown.page}`);
  await assertFitsWindow(page);
  return shown;
}

/** Fails unless the settings are inside the window, and everything in them is inside them. */
async function assertSettingsFit(page) {
  await page.locator(".settings summary").click();
  const { excess, isSeen } = await page.locator(".settings > div").evaluate((panel) => {
    const { left, right, top, bottom } = panel.getBoundingClientRect();
    const isSeen = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return { excess: panel.scrollWidth - panel.clientWidth, isSeen };
  });
  assert.ok(isSeen, "the settings are in the window");
  assert.ok(excess <= 0, `the settings are ${excess} px too wide`);
  await page.keyboard.press("Escape");
}

/* ---- Playing --------------------------------------------------------------------------------- */

/** Presses so many things; stops when the game is over. */
async function play(page, random, presses) {
  for (let n = 0; n < presses; n++) {
    await page.waitForSelector("[data-legal], .end");
    if ((await pressSomething(page, random)).over) return;
  }
  await atRest(page);
}

/** Runs in the page: returns where everything on the board is, and its hand; goals of what is picked come over the board. */
const placesOnBoard = () => ({
  question: document.querySelector(".board").dataset.question,
  isPicked: document.querySelector(".tray-picked") !== null,
  isToldHow: document.querySelector(".tray-how") !== null,
  isNew: localStorage.getItem("pointed") !== "yes",
  places: [...document.querySelectorAll(".board, .board [data-part], .board [data-thing]:not(.goal), .board h2")].map(
    (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.dataset.thing ?? element.className, x, y, width, height].join(" ");
    },
  ),
});

/** Runs in the page: presses a thing on the board that is not picked; returns whether there was one. */
const pressThing = (at) => {
  const things = [...document.querySelectorAll(".board [data-legal=thing]")].filter((one) => one.checkVisibility());
  const thing = things[at % Math.max(1, things.length)];
  thing?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return thing !== undefined;
};

/**
 * Runs in the page: returns what can be pressed on the board but lies under something else wherever it is scrolled to. A
 * crowded map says so by data-crowded: there the keyboard helps.
 */
const findCovered = () => {
  const scrolled = [...document.querySelectorAll("*")].map((part) => [part, part.scrollLeft, part.scrollTop]);
  const covered = [...document.querySelectorAll(".board [data-legal=thing]")]
    .filter((thing) => thing.checkVisibility() && !thing.closest("[data-crowded]"))
    .filter((thing) => {
      thing.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { left, right, top, bottom } = thing.getBoundingClientRect();
      return !thing.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    })
    .map((thing) => thing.dataset.thing);
  for (const [part, left, top] of scrolled)
    if (part.scrollLeft !== left || part.scrollTop !== top) part.scrollTo({ left, top, behavior: "instant" });
  return covered;
};

/** Picks things until one is a part of an action only. Returns where everything was before and is after; null if no thing was. */
async function pickSomething(page, random) {
  for (let n = 0; n < MOST_PRESSES; n++) {
    await page.waitForSelector("[data-legal], .end");
    if ((await page.locator(".end").count()) > 0) return null;
    await page.keyboard.press("Escape");
    await nextFrame(page);
    const before = await page.evaluate(placesOnBoard);
    if (!(await page.evaluate(pressThing, random(1000)))) await pressSomething(page, random);
    await nextFrame(page);
    const after = await page.evaluate(placesOnBoard);
    if (after.question !== before.question || !after.isPicked) continue;
    assert.deepEqual([before.isToldHow, after.isToldHow], [before.isNew, false], "one is told once how to choose");
    return { before: before.places, after: after.places };
  }
  return null;
}

/* ---- The tests ------------------------------------------------------------------------------- */

/** How a thing that can be pressed looks, by game, and the games in which something was picked. */
const looks = new Map();
const pickedIn = new Set();
/** Runs in the page: describes what makes a thing look as if it could be pressed. */
const describeLook = () => {
  const thing = document.querySelector("span.target.can:not(.picked)");
  const corner = thing && getComputedStyle(thing, "::after");
  return thing && [getComputedStyle(thing).boxShadow, corner.backgroundImage, corner.width, corner.height].join(" ");
};

async function assertSheet(page) {
  const height = async () => (await page.locator(".question").boundingBox()).height;
  const handle = page.locator(".sheet-handle");
  assert.ok((await height()) <= PHONE.height / 3, "the sheet is higher than a third");
  await handle.click();
  await nextFrame(page);
  const isWhole = await page.locator(".question").evaluate((sheet) => sheet.scrollHeight <= sheet.clientHeight);
  assert.ok((await height()) > PHONE.height / 2 || isWhole, "a press lifts the sheet until it shows all it holds");
  await handle.click();
  await nextFrame(page);
  assert.ok((await height()) <= PHONE.height / 3, "another press lets it down");
  const { x, y, width } = await handle.boundingBox();
  await page.mouse.move(x + width / 2, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + 90);
  await page.mouse.up();
  await nextFrame(page);
  assert.ok((await height()) < PHONE.height / 6, "it can be dragged down");
  await handle.focus();
  await page.keyboard.press("ArrowUp");
  await nextFrame(page);
  assert.ok((await height()) > PHONE.height / 6, "a key lifts it");
}

const boards = games.map((game) => ({ ...game, own: game.parts.board }));
const generic = boards.find(({ own }) => own) ?? boards[0];
const shown = [...boards.filter(({ own }) => own), { ...generic, own: false }];
for (const { name: game, own, map } of shown)
  site.test(`${game}${own ? "" : ", generic board"}: question, board and hand on one screen`, async (visit) => {
    const { page } = await visit({
      viewport: DESKTOPS[1],
      language: own ? "en" : "fr",
      boards: own ? "own" : "generic",
    });
    const random = randomNumbers(11);
    await startAgainstBots(page, site.server.url, game);
    await play(page, random, PRESSES);
    for (const size of [...DESKTOPS, TABLET]) {
      const { ground, hasLog, hasNewestLine } = await assertOneScreen(page, size);
      assert.ok(hasLog, "the log is beside");
      assert.ok(hasNewestLine, "the newest line is in sight, also when the window has become smaller");
      if (own) assert.ok(ground <= 0, `the board scrolls by ${ground} at ${size.width} x ${size.height}`);
    }
    for (const size of [DESKTOPS[1], PHONE]) {
      await assertOneScreen(page, size);
      await assertSettingsFit(page);
      if (own && !map) await page.waitForFunction(hasChoiceInSight); // a map has a scroller of its own
      await page.waitForFunction(hasHandInSight);
      const picked = await pickSomething(page, random);
      if (!picked) continue;
      pickedIn.add(game);
      // What can be pressed next may appear; everything that was there stays where it was.
      const moved = picked.before.filter((place) => !picked.after.includes(place));
      assert.deepEqual(moved, [], "picking something moves the board");
      assert.deepEqual(await page.evaluate(findCovered), [], "what can be pressed lies under something else");
      assertInside(
        "what was picked",
        await page.evaluate(() => {
          const { left, top, right, bottom } = document.querySelector(".tray-picked").getBoundingClientRect();
          return { left, top, right, bottom };
        }),
        size,
      );
    }
    const look = await page.evaluate(describeLook);
    if (look) looks.set(game, look);
    await assertSheet(page);
    await page.getByRole("tab", { selected: false }).first().click();
    assert.ok((await page.evaluate(measure)).hasLog, "the log is a tab");
    assert.ok(!(await page.locator(".board").isVisible()), "the log takes the place of the board");
    await page.getByRole("tab", { selected: false }).first().click();
    await resize(page, ZOOMED);
    await assertFitsWindow(page);
    for (const part of ["question", "board", "hand"]) {
      await page.locator(`[data-part=${part}]`).scrollIntoViewIfNeeded();
      assert.ok(await page.locator(`[data-part=${part}]`).isVisible(), `${part} is lost at 200 %`);
    }
  });

site.test("what can be pressed looks the same in all games", async () => {
  const [first, ...others] = looks.values();
  const most = new Set(shown.map(({ name }) => name)).size;
  assert.ok(
    looks.size >= Math.min(3, most) && pickedIn.size >= Math.min(2, most),
    [...looks.keys(), ...pickedIn].join(),
  );
  for (const look of others) assert.equal(look, first);
});

const [game] = games;

/** Runs in the page: returns where the text of a clause is, and whether it is in front of everything else. */
const measureClause = () => {
  const text = document.querySelector(".clause-text");
  if (!text) return null;
  const { left, top, right, bottom } = text.getBoundingClientRect();
  const inFront = [
    [left + 4, top + 4],
    [right - 4, bottom - 4],
  ].every(([x, y]) => text.contains(document.elementFromPoint(x, y)));
  return { left, top, right, bottom, inFront };
};

site.test("the text of a rule is inside the window, and can be pinned", async (visit) => {
  const { page } = await visit({ viewport: DESKTOPS[1] });
  await startAgainstBots(page, site.server.url, game.name);
  await page.waitForSelector(".prompt.mine");
  const clauses = page.locator(".clause-text");
  await page.locator(".log li").last().hover();
  await nextFrame(page);
  assert.ok((await page.evaluate(measure)).hasNewestLine, "pointing at the newest line leaves it in sight");
  for (const size of [DESKTOPS[1], PHONE]) {
    await resize(page, size);
    if (size === PHONE) await page.getByRole("tab").nth(1).click();
    for (const chip of [page.locator(".prompt .clause-id"), page.locator(".log .clause-id").last()]) {
      await chip.click();
      await page.waitForSelector(".clause-text .clause-body");
      const { inFront, ...box } = await page.evaluate(measureClause);
      assertInside("the clause", box, size);
      assert.ok(inFront, "something covers the clause");
      await page.mouse.move(size.width / 2, 5);
      await page.locator(".clause-close").click();
      await clauses.waitFor({ state: "detached" });
    }
  }
  await resize(page, DESKTOPS[1]);
  const chip = page.locator(".prompt .clause-id");
  await chip.hover();
  await clauses.waitFor();
  assert.equal(await page.locator(".clause-close").count(), 0, "what the pointer shows is not pinned");
  await page.mouse.move(5, 5);
  await clauses.waitFor({ state: "detached" });
  // What comes to lie under a pointer at rest shows nothing.
  const { x, y, width, height } = await chip.boundingBox();
  await chip.evaluate((element) => (element.parentElement.style.visibility = "hidden"));
  await page.mouse.move(x + width / 2, y + height / 2);
  await chip.evaluate((element) => (element.parentElement.style.visibility = ""));
  await page.waitForTimeout(LONGER_THAN_SHOWN_MS);
  assert.equal(await clauses.count(), 0);
  await chip.click();
  await clauses.waitFor();
  await page.mouse.move(5, 5);
  await page.waitForTimeout(LONGER_THAN_SHOWN_MS);
  assert.equal(await page.locator(".clause-close").count(), 1, "what was pinned stays when the pointer goes");
  await page.keyboard.press("Escape");
  await clauses.waitFor({ state: "detached" });
});

/** Runs in the page before anything else: notes what is moved on a board, and how far down or up. */
const noteMotion = () => {
  window.moved = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    const [, down = "0"] = (frames[0].translate ?? "").split(" ");
    if (this.hasAttribute("data-flip")) window.moved.push([this.getAttribute("data-flip"), parseFloat(down)]);
    return animate.call(this, frames, options);
  };
};

/** Runs in the page: returns where the things lie on the board, however far it is scrolled, once nothing moves. */
const placesOnGround = async () => {
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const ground = document.querySelector("[data-part=ground]");
  const top = ground.getBoundingClientRect().top - ground.scrollTop;
  return [...ground.querySelectorAll("[data-flip]")].map((element) => {
    const { x, y } = element.getBoundingClientRect();
    return [element.dataset.flip, `${Math.round(x)} ${Math.round(y - top)}`];
  });
};

/** Runs in the page: tells whether something that can be pressed on the board is in sight, if there is any such thing. */
const hasChoiceInSight = () => {
  const ground = document.querySelector("[data-part=ground]");
  const { top, bottom } = ground.getBoundingClientRect();
  const things = [...ground.querySelectorAll("[data-legal=thing]")].filter((thing) => thing.checkVisibility());
  const places = things.map((thing) => thing.getBoundingClientRect());
  return places.length === 0 || places.some((place) => place.bottom > top && place.top < bottom);
};

/** Runs in the page: tells whether something that can be pressed in the hand, a strip on a phone, is in sight, if there is any. */
const hasHandInSight = () => {
  const things = [...document.querySelectorAll("[data-part=hand] [data-legal=thing]")].filter((one) =>
    one.checkVisibility(),
  );
  const places = things.map((thing) => thing.getBoundingClientRect());
  return places.length === 0 || places.some((place) => place.left >= 0 && place.right <= innerWidth);
};

/** Runs in the page: scrolls the ground; returns how far down the things on it have gone by that. */
const scrollGround = (top) => {
  const ground = document.querySelector("[data-part=ground]");
  const before = ground.scrollTop;
  ground.scrollTo(0, top);
  return before - ground.scrollTop;
};

site.test("after a scroll only what has moved moves", async (visit) => {
  const { page, context } = await visit({ viewport: PHONE, reducedMotion: "no-preference" });
  await context.addInitScript(noteMotion);
  await startAgainstBots(page, site.server.url, game.name);
  await page.waitForSelector(".prompt.mine");
  let stayed = 0;
  for (let n = 0; n < 6 && stayed === 0; n++) {
    const before = new Map(await page.evaluate(placesOnGround));
    const scrolled = await page.evaluate(scrollGround, n % 2 ? 0 : 117);
    await nextFrame(page);
    await page.evaluate(() => (window.moved = []));
    const question = await page.locator(".board").getAttribute("data-question");
    const group = page.locator(".tray summary").first();
    if ((await page.locator(".tray [data-legal=action]:visible").count()) === 0) await group.click();
    await page.locator(".tray [data-legal=action]:visible").first().click();
    const goesOn = (old) =>
      document.querySelector(".confirm") || document.querySelector(".board").dataset.question !== old;
    await page.waitForFunction(goesOn, question); // an answer that gives up something large is asked about
    if ((await page.locator(".confirm").count()) > 0) await page.locator(".confirm button").first().click();
    await page.waitForFunction((old) => document.querySelector(".board").dataset.question !== old, question);
    await page.waitForSelector(".prompt.mine, .end");
    const after = await page.evaluate(placesOnGround);
    await page.waitForFunction(hasChoiceInSight);
    const same = after.filter(([name, place]) => before.get(name) === place).map(([name]) => name);
    const moved = await page.evaluate(() => window.moved);
    if (same.length < after.length / 2 || Math.abs(scrolled) < 10) continue; // the answer has moved most things
    stayed = same.length;
    // Things may move away and back while the bots decide: what was scrolled would come from as far as it was scrolled.
    const asFar = new Set(moved.filter(([, down]) => Math.abs(down + scrolled) < 2).map(([name]) => name));
    const flown = same.filter((name) => asFar.has(name));
    assert.ok(flown.length <= stayed / 2, `${flown.length} of ${stayed} things flew to where they were`);
  }
  assert.ok(stayed > 0);
});

for (const { name: taught } of games.filter(({ parts }) => parts.lessons))
  site.test(`${taught}: a lesson with its coach on one screen`, async (visit) => {
    const { page } = await visit({ viewport: DESKTOPS[1] });
    await page.goto(`${site.server.url}/learn/${taught}`);
    await page.locator(".learn-begin").click();
    await page.waitForSelector(".learn-coach");
    for (const size of [DESKTOPS[1], PHONE]) {
      await assertOneScreen(page, size);
      const { x, y } = await page.locator(".learn-coach").boundingBox();
      assert.ok(x >= 0 && y >= 0 && y < size.height, `the coach begins at ${x}, ${y} in ${size.height}`);
    }
  });
