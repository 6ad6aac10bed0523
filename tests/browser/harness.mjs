// harness.mjs: what the browser tests share: a server, a real Chromium, windows of visitors, and playing a game by
// pressing whatever is highlighted.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { chromium } from "../../web/node_modules/playwright-core/index.mjs";

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

/**
 * What the tests need to know about a game. The file tests/browser.json in the game's folder may say otherwise. With LONG
 * in the environment, the tests that take long are run for all games.
 */
const DEFAULTS = {
  record: null, // the name of a golden record that the tests replay
  moment: { at: 0, seat: "observer" }, // the moment of that record that pictures show, and the seat that sees it
  crowded: [], // moments of that record at which the board shows much: everything can be read then, too
  own: null, // a selector for what is shown to a seat only, such as its hand
  map: false, // whether its board has a map that can be read as a list
  most: null, // if the game is long: how many presses are enough
  generic: true, // whether one person plays a whole game on the generic board
  alone: ["desktop"], // the windows in which one person plays a whole game
  together: false, // whether several people play a whole game
  axe: false, // whether axe-core examines its table
  guided: false, // whether its first lesson is followed to the end
  lessons: [], // the names of its other lessons
  played: false, // whether bots play a whole game that is then replayed
  pictures: [], // more pictures of its board: { name, record, at, seat, press: what is pressed before }
  // Games with other options that one person plays if LONG: { options, window, most: presses }. They are played to the end, or
  // one after another until the text of `counts.selector` has changed `counts.times` times.
  long: [],
};

/** The games of this build, as tools/games.py lists them. GAMES in the environment names the ones to be tested. */
export const games = JSON.parse(readFileSync(process.env.GAMES_LIST ?? "build/games/games.json", "utf8"))
  .filter(({ name }) => !process.env.GAMES || process.env.GAMES.split(",").includes(name))
  .map(({ name, folder, parts, players }) => {
    const file = join(folder, "tests/browser.json");
    return {
      ...DEFAULTS,
      ...(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}),
      name,
      folder,
      parts,
      players,
    };
  });
export const LONG = process.env.LONG !== undefined;
/** Something that never comes ends a test after so many milliseconds, however busy the machine is. */
const LONGEST_TEST = (LONG ? 30 : 12) * 60 * 1000;
/**
 * The names of the games for tests that look at pages of every game. All games without a board of their own look alike:
 * unless LONG, one of them is enough.
 */
const alike = LONG ? [] : games.filter(({ parts }) => !parts.board).slice(1);
export const GAMES = games.filter((game) => !alike.includes(game)).map(({ name }) => name);

export const PROGRAM = process.env.APPARAT ?? "build/apparat";

export const pathOfRecord = ({ folder, record }) => join(folder, "golden", `${record}.apr`);

/** Returns the text of the record that the tests replay. */
export const recordOf = (game) => readFileSync(pathOfRecord(game), "utf8");

/** The milliseconds after which a test gives up waiting; it is long because the machine may be busy. */
export const TIMEOUT = 60_000;

/** All pages of a test have one address and do everything quickly: what an address may do is tested elsewhere. */
const CROWD = Object.fromEntries(
  ["lists", "looks", "changes", "wishes", "acts", "watches", "open_seats", "bots"]
    .flatMap((what) => [`${what}_a_person`, `${what}_an_address`])
    .concat(["guests", "names", "requests", "talk", "tables", "downloads"].map((what) => `${what}_an_address`))
    .concat("connections_a_person")
    .map((limit) => [limit, 1000000]),
);

/**
 * Starts `apparat serve`, or another program, with these limits. Given the folder and the port of a server that was killed or
 * left, the new one continues its games.
 */
export async function startServer({
  limits = {},
  port = 0,
  folder = mkdtempSync(join(tmpdir(), "apparat-browser-")),
  program = PROGRAM,
} = {}) {
  const allLimits = {
    messages_a_second: 1000,
    message_burst: 1000,
    passwords_a_minute: 1000,
    tables_a_person: 1000,
    ...CROWD,
    bot_delay: 0, // bots answer at once, and no clock waits for what is shown
    shown_most: 0,
    ...limits,
  };
  const limitArguments = Object.entries(allLimits).flatMap(([name, value]) => ["--limit", `${name}=${value}`]);
  const child = spawn(program, ["serve", "--port", String(port), "--db", `sqlite:${folder}/db`, ...limitArguments], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", (line) =>
      resolve(line.replace("listening on ", "").replace(/\/$/, "")),
    );
    void ended.then(() => reject(new Error("the server ended")));
  });
  const end = async (signal) => {
    child.kill(signal);
    await ended;
  };
  const stop = async () => {
    await end("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    url,
    stop,
    leave: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    folder,
    port: Number(new URL(url).port),
  };
}

/**
 * The features of Chromium that are turned off: the suggestions of the address bar, which are pages of their own in each
 * window, and everything that Playwright turns off, because only the last --disable-features counts.
 */
const DISABLED_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "BoundaryEventDispatchTracksNodeRemoval",
  "DialMediaRouteProvider",
  "GlobalMediaControls",
  "Translate",
  "AutoDeElevate",
  "RenderDocument",
];

// Without a graphics card the emulated one is slower, and has once stopped to show anything.
export const launchBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", `--disable-features=${DISABLED_FEATURES.join()}`],
  });

/** Runs in each page before anything else: stores settings, unless the visitor has chosen others. */
const storeSettings = (settings) => {
  for (const [name, value] of Object.entries(settings))
    if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
};

/**
 * Opens a window for a visitor, with storage of its own. It has no service worker, unless `serviceWorkers` is "allow":
 * each would fetch the whole client. `open` opens another page in it; `faults` lists the errors of all
 * its pages. `boards` says whether a game is shown on its own board or on the generic one. Programs need no time to see
 * what happens, nor a guard against presses by mistake: events are shown at once, unless `speed` and `guard` say otherwise.
 */
export async function openWindow(
  browser,
  { viewport = DESKTOP, language = "en", boards = "own", speed = "once", guard = "off", ...more } = {},
) {
  const settings = { viewport, locale: language, reducedMotion: "reduce", serviceWorkers: "block" };
  const context = await browser.newContext({ ...settings, ...more });
  await context.addInitScript(storeSettings, { boards, speed, "press-guard": guard });
  const faults = [];
  const open = async () => {
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT);
    page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
    page.on("requestfailed", (request) => {
      const error = request.failure()?.errorText;
      const pageWasLeft = error === "net::ERR_ABORTED";
      if (!pageWasLeft) faults.push(`failed: ${request.url()} ${error}`);
    });
    page.on(
      "response",
      (response) => response.status() >= 400 && faults.push(`${response.status()}: ${response.url()}`),
    );
    return page;
  };
  return { context, faults, open, page: await open() };
}

/**
 * Prepares a server and a browser for the tests of a file; they start with the first test, because a file may have none.
 *
 * Its `test` declares a test, whose function is given `visit`, which opens a window (see openWindow), and the context of
 * node:test. The test fails if there was an error in any window. When it fails, pictures of all pages are left in the
 * temporary folder.
 */
export function testSite(serverOptions = {}) {
  const site = { server: null, browser: null, test: declareTest };
  let started = null;
  const start = async () => {
    site.server = await startServer(serverOptions);
    site.browser = await launchBrowser();
  };
  after(async () => {
    await site.browser?.close();
    await site.server?.stop();
  });
  function declareTest(name, body) {
    test(name, { timeout: LONGEST_TEST }, async (context) => {
      const visitors = [];
      const visit = async (options) => {
        const visitor = await openWindow(site.browser, options);
        visitors.push(visitor);
        return visitor;
      };
      await (started ??= start());
      try {
        await body(visit, context);
        for (const { faults } of visitors) assert.deepEqual(faults, []);
      } catch (error) {
        await savePictures(name, visitors);
        throw error;
      } finally {
        for (const { context } of visitors) await context.close();
      }
    });
  }
  return site;
}

async function savePictures(name, visitors) {
  const pages = visitors.flatMap(({ context }) => context.pages());
  for (const [n, page] of pages.entries()) {
    const path = join(process.env.TMP ?? tmpdir(), `failed ${name} ${n}.png`.replaceAll(/[^\w.]+/g, "-"));
    await page.screenshot({ path, timeout: 5000 }).then(
      () => console.error(`see ${path}`),
      () => {},
    );
  }
}

/* ---- Lessons --------------------------------------------------------------------------------- */

/** Runs in the page: describes how far the game of a lesson is, and what is asked now. */
const describeProgress = () =>
  `${document.querySelector(".board")?.getAttribute("data-question")} ${document.querySelector(".tray")?.textContent} ${document.querySelector(".learn-over") !== null}`;
export const progress = (page) => page.evaluate(describeProgress);

/** Waits until the progress is the old one again, or (`same` is false) no longer the old one. */
export async function waitForProgress(page, old, same) {
  const end = Date.now() + TIMEOUT;
  while (((await progress(page)) === old) !== same) {
    assert.ok(Date.now() < end, `still ${await progress(page)}`);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

/* ---- Beginning a game ------------------------------------------------------------------------ */

/** Enters as a guest of this name, on a page that asks who the visitor is. */
export async function enterName(page, name) {
  await page.locator("form.who input").first().fill(name);
  await page.locator("form.who button[type=submit]").click();
  // Who leaves the page earlier has not been signed in.
  await page.waitForFunction(() => localStorage.getItem("known") !== null);
}

/** Begins a game against bots from the home page. */
export async function startAgainstBots(page, url, game) {
  await page.goto(url);
  await page.locator(`.poster-${game} button.main`).click();
  await page.waitForSelector(".board [data-thing], .board svg");
  await page.waitForSelector("[data-legal], .end");
}

/** Begins a game against bots with these options, from the form that makes a table. */
export async function startWithOptions(page, url, game, options) {
  await page.goto(`${url}/new/${game}`);
  const shown = await page.waitForSelector("form.who, .making");
  if (await shown.evaluate((element) => element.matches("form.who"))) await enterName(page, "Ann");
  await page.waitForSelector(".making");
  for (const value of Object.values(options))
    await page
      .locator(`.making input[value="${value}"]`)
      .or(page.locator(`.making select:has(option[value="${value}"])`))
      .first()
      .evaluate((element, chosen) => {
        if (element.type === "radio") element.click();
        else {
          element.value = chosen;
          element.dispatchEvent(new Event("change", { bubbles: true }));
        }
      }, value);
  const chairs = page.locator(".chair select");
  for (let n = 1; n < (await chairs.count()); n++) await chairs.nth(n).selectOption("greedy");
  await page.locator(".making button[type=submit]").click();
  await page.locator(".room-buttons .main:enabled").click();
  await page.waitForSelector("[data-legal], .end");
}

/**
 * Begins a game of these visitors. The first one makes the table, the others follow the invitation, and bots have the
 * seats that are left. `fast` is live pace; an `open` table is listed for everybody. Returns the link of the invitation.
 */
export async function startTogether(
  people,
  url,
  game,
  { names = ["Ann", "Ben", "Cléo", "Dan"], players = people.length, fast = true, open = false } = {},
) {
  const [{ page: first }, ...rest] = people;
  await first.goto(`${url}/new/${game}`);
  await enterName(first, names[0]);
  await first.getByRole("radio", { name: String(players), exact: true }).check();
  for (let n = 1; n < players; n++)
    await first
      .locator(".chair select")
      .nth(n)
      .selectOption(n < people.length ? "open" : "greedy");
  const [listed, livePace] = await first.locator(".making input[type=checkbox]").all();
  await listed.setChecked(open);
  await livePace.setChecked(fast);
  await first.locator(".making button[type=submit]").click();
  const invitation = await first.locator(".invitation input").inputValue();
  for (const [n, { page }] of rest.entries()) {
    await page.goto(invitation);
    await page.locator(".door .room-seats button.main").first().click();
    await enterName(page, names[n + 1]);
    await page.waitForSelector(".room-seats .person button.small");
  }
  await first.locator(".room-buttons .main:enabled").click();
  await Promise.all(people.map(({ page }) => page.waitForSelector(".play .board")));
  return invitation;
}

/** Hands the seat over to a bot, unless the game is over: bots may have ended it, also between two looks at the page. */
export async function handSeatToBot(page) {
  await page.locator("[role=tab]").last().click();
  await page.waitForSelector(".own-wishes .hand-over:visible, .end", { state: "attached" });
  await page.evaluate(() => document.querySelector(".own-wishes .hand-over")?.click());
}

/** Runs in the page: how much wider it is than the window, and which elements reach farthest. */
const measureExcess = () => {
  const reach = (element) => element.getBoundingClientRect().right;
  const isCut = (element) =>
    element !== document.body &&
    (getComputedStyle(element).overflowX !== "visible" || (element.parentElement && isCut(element.parentElement)));
  const free = [...document.querySelectorAll("body *")].filter(({ parentElement }) => !isCut(parentElement));
  const farthest = free.sort((a, b) => reach(b) - reach(a)).slice(0, 3);
  const names = farthest.map((element) => `${element.tagName} ${element.getAttribute("class")} ${reach(element)}`);
  return { excess: document.documentElement.scrollWidth - innerWidth, names: names.join(", ") };
};

export async function assertFitsWindow(page) {
  const { excess, names } = await page.evaluate(measureExcess);
  assert.ok(excess <= 0, `the page is ${excess} px wider than the window: ${names}`);
}

/* ---- Playing --------------------------------------------------------------------------------- */

/** Returns a function that returns pseudo-random numbers from 0 to n - 1, the same ones for the same seed. */
export function randomNumbers(seed) {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0 || 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
  };
}

/**
 * Runs in the page: marks one highlighted element with data-pressed. Once something is picked it prefers actions with it,
 * unless `wander` is true: otherwise games would not end.
 */
const markElement = ({ at, wander }) => {
  document.querySelector("[data-pressed]")?.removeAttribute("data-pressed");
  if (document.querySelector(".end")) return { over: true };
  const visible = (selector) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const actions = visible("[data-legal=action]");
  const isPicked = document.querySelector("[data-legal=thing][aria-pressed=true], .tray-group[open]") !== null;
  const choices = isPicked && actions.length && !wander ? actions : visible("[data-legal]");
  const marked = choices[at % Math.max(1, choices.length)];
  marked?.setAttribute("data-pressed", "");
  // The question stays at the top of the window, where it would cover the element.
  marked?.scrollIntoView({ block: "center", behavior: "instant" });
  return { over: false, found: marked !== undefined, question: document.querySelector(".board")?.dataset.question };
};

/** Runs in the page: describes what it asks and offers, for the error when nobody can press anything. */
const describePage = () => {
  const text = (selector) => document.querySelector(selector)?.textContent?.trim() ?? "";
  const labels = [...document.querySelectorAll("[data-legal]")].map(
    (element) => element.textContent?.trim() || element.getAttribute("aria-label"),
  );
  return `${text(".prompt-text")} [${labels.join(" | ")}] ${text(".trouble")}`;
};

/** Waits until something can be pressed or the game is over; returns false if that takes longer than the timeout. */
const isPressable = (page, timeout) =>
  page
    .waitForFunction(() => document.querySelector("[data-legal], .end"), null, { timeout })
    .then(
      () => true,
      (error) => {
        if (error.name !== "TimeoutError") throw error;
        return false;
      },
    );

/**
 * Runs in the page: waits until nothing that was pressed waits for the server any more and there is a question, or the game is
 * over, in several frames on end: what the server says about an answer comes in two messages, one after the other.
 */
const rest = () =>
  new Promise((resolve) => {
    let frames = 0;
    const look = () => {
      const rests = !document.querySelector(".pending") && document.querySelector("[data-legal], .end");
      frames = rests ? frames + 1 : 0;
      if (frames === 4) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });
export const atRest = (page) => page.evaluate(rest);

/**
 * Runs in the page: tells whether the middle of an element of a crowded map, which says so by data-crowded, lies under another
 * element, or so near to its edge that rounding decides what a click hits.
 */
const isCovered = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  const isBelow = ([right, down]) =>
    !element.contains(document.elementFromPoint(x + width / 2 + right, y + height / 2 + down));
  const around = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => [right, down]));
  return element.closest("[data-crowded]") !== null && around.some(isBelow);
};

/** Presses an element. If it lies under another one, the keyboard reaches it. */
async function press(page, element) {
  await element.scrollIntoViewIfNeeded(); // a click would do it, and something else may come to lie over it
  await element.waitForElementState("stable"); // a piece that moves may come to lie under another one
  if (await element.evaluate(isCovered)) {
    await element.focus();
    await page.keyboard.press("Enter");
  } else {
    await element.click({ timeout: TIMEOUT });
  }
}

/** Presses a highlighted element that `random` chooses. Returns whether the game is over and whether there was one. */
export async function pressSomething(page, random) {
  const marked = await page.evaluate(markElement, { at: random(1_000_000), wander: random(4) === 0 });
  if (!marked.found) return marked;
  try {
    // An element handle is used because a locator would wait for another element with the mark.
    const element = await page.$("[data-pressed]");
    if (element) await press(page, element);
  } catch (error) {
    // The element may have gone with its question before it was pressed. One that stays must be reachable.
    const question = await page.evaluate(
      () => document.querySelector("[data-pressed][data-legal]") && document.querySelector(".board")?.dataset.question,
    );
    if (question && question === marked.question) throw error;
  }
  return marked;
}

/**
 * Presses highlighted elements in all pages at once, until the game is over or `most` presses are made. Fails if nobody
 * has anything to press for a long time. Returns the number of presses.
 */
export async function playRandomly(pages, seed, most) {
  const progress = { presses: 0, lastPress: Date.now(), failed: false };
  const playOnPage = async (page, n) => {
    const random = randomNumbers(seed + n);
    while (!progress.failed && progress.presses < most) {
      const { over, found } = await pressSomething(page, random);
      if (over) return;
      if (found) {
        progress.presses++;
        progress.lastPress = Date.now();
      } else if (!(await isPressable(page, 500)) && Date.now() - progress.lastPress > TIMEOUT)
        throw new Error("nobody can press anything");
    }
  };
  try {
    await Promise.all(pages.map(playOnPage));
  } catch (error) {
    progress.failed = true;
    const descriptions = await Promise.all(pages.map((page) => page.evaluate(describePage).catch(() => "closed")));
    throw new Error(`after ${progress.presses} presses: ${error.message}\n${descriptions.join("\n")}`);
  }
  return progress.presses;
}

/** Plays until the game is over; fails if that takes more than `most` presses. Returns the number of presses. */
export async function playToTheEnd(pages, seed, most = 2500) {
  const presses = await playRandomly(pages, seed, most);
  for (const page of pages)
    if ((await page.locator(".end").count()) === 0) {
      if (presses < most) await page.waitForSelector(".end");
      else throw new Error(`not over after ${most} presses: ${await page.evaluate(describePage)}`);
    }
  return presses;
}

/**
 * Plays until the text of a part of the page has changed so often, or the game is over. Returns how often it has changed, and
 * the number of presses. Fails if that takes more than `most` presses.
 */
export async function playUntilChanged(page, seed, { selector, times }, most) {
  const textNow = () => page.evaluate((part) => document.querySelector(part)?.textContent ?? null, selector);
  const random = randomNumbers(seed);
  let [presses, changes, last] = [0, 0, null];
  while (changes < times && (await page.locator(".end").count()) === 0) {
    assert.ok(presses < most, `${changes} changes after ${most} presses`);
    presses += await playRandomly([page], random(1_000_000), 1);
    const text = await textNow();
    if (text !== null && text !== last) changes++;
    last = text ?? last;
  }
  return { changes, presses };
}

/**
 * Returns a button of the tray that answers at once. Passing comes first there, and may be asked about; the last button is
 * taken, in a group that is opened for it if there is one.
 */
export async function plainAction(page) {
  const groups = page.locator(".tray summary");
  if ((await groups.count()) > 0) await groups.last().click();
  return page.locator(".tray [data-legal=action]:visible").last();
}

/**
 * Presses the first button of the tray. Returns the milliseconds until another question or the end of the game is drawn;
 * null if the game was over.
 */
export async function timeOneDecision(page) {
  await page.waitForSelector(".prompt.mine, .end");
  return page.evaluate(async () => {
    if (document.querySelector(".end")) return null;
    const board = document.querySelector(".board");
    const firstAction = () => document.querySelector(".tray [data-legal=action]");
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (!firstAction()) {
      if (document.querySelector(".end")) return null;
      document.querySelector(".tray details:not([open]) > summary")?.click();
      await nextFrame();
    }
    // The decisions of one sealed answer have the same number, but other actions.
    const question = () => `${board.dataset.question} ${document.querySelector(".tray")?.textContent}`;
    const before = question();
    const start = performance.now();
    firstAction().click();
    while (board.isConnected && question() === before && !document.querySelector(".end")) {
      document.querySelector(".confirm button")?.click(); // an answer that gives up something large is asked about
      await nextFrame();
    }
    await nextFrame();
    return performance.now() - start;
  });
}
