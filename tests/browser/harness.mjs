// harness.mjs: a server of its own, a real Chromium, and people who press whatever is highlighted.
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

/** Of a game that says nothing else: tests/browser.json in its folder does. Some of what takes long is done in --soak only. */
const USUAL = {
  record: null, // a golden record whose replay is looked at
  moment: { at: 0, seat: "observer" }, // in it, for pictures
  own: null, // a selector: what a seat alone sees of its own
  alone: ["desktop"], // windows in which one person plays a whole game
  together: false, // several people play a whole game
  axe: false, // axe-core looks at its table
  guided: false, // its lesson is followed to its end
  played: false, // bots play it to its end, to be replayed
};

/** The games of this build, as tools/games.py lists them; GAMES: only these. */
export const games = JSON.parse(readFileSync(process.env.GAMES_LIST ?? "build/games/games.json", "utf8"))
  .filter(({ name }) => !process.env.GAMES || process.env.GAMES.split(",").includes(name))
  .map(({ name, folder, parts, players }) => {
    const file = join(folder, "tests/browser.json");
    return { ...USUAL, ...(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}), name, folder, parts, players };
  });
export const GAMES = games.map(({ name }) => name);
export const LONG = process.env.LONG !== undefined;

/** The text of the record that a game is replayed with. */
export const recordOf = ({ folder, record }) => readFileSync(join(folder, "golden", `${record}.apr`), "utf8");

/** How long nothing may happen: a loaded machine is slow, a dead end is for ever. */
export const PATIENCE = 60_000;

/** `apparat serve`; limits as it takes them. With the folder and port of one that was killed it goes on where that was. */
export async function serve({ limits = {}, port = 0, folder = mkdtempSync(join(tmpdir(), "apparat-browser-")) } = {}) {
  const all = { messages_a_second: 1000, message_burst: 1000, passwords_a_minute: 1000, tables_a_person: 1000, ...limits };
  const more = Object.entries(all).flatMap(([name, value]) => ["--limit", `${name}=${value}`]);
  const child = spawn(process.env.APPARAT ?? "build/apparat", ["serve", "--port", String(port), "--db", `sqlite:${folder}/db`, ...more], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", (line) => resolve(line.replace("listening on ", "").replace(/\/$/, "")));
    void gone.then(() => reject(new Error("the server ended")));
  });
  const end = async (signal) => {
    child.kill(signal);
    await gone;
  };
  const stop = async () => {
    await end("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop, kill: () => end("SIGKILL"), folder, port: Number(new URL(url).port) };
}

/* What is not wanted: the address bar's suggestions, which are pages of their own for each window, and what Playwright turns off: of two such lists the last one counts. */
const WITHOUT = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
  ...["BoundaryEventDispatchTracksNodeRemoval", "DialMediaRouteProvider", "GlobalMediaControls", "Translate", "AutoDeElevate", "RenderDocument"],
];

export const browse = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", `--disable-features=${WITHOUT.join()}`] });

/** Somebody with a window of his own. What goes wrong in it is kept. */
export async function visitor(browser, { viewport = DESKTOP, language = "en", ...more } = {}) {
  const context = await browser.newContext({ viewport, locale: language, reducedMotion: "reduce", ...more });
  const faults = [];
  const open = async () => {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
    page.on("requestfailed", (request) => {
      const why = request.failure()?.errorText;
      if (why !== "net::ERR_ABORTED") faults.push(`failed: ${request.url()} ${why}`); // aborted: the page was left
    });
    page.on("response", (response) => response.status() >= 400 && faults.push(`${response.status()}: ${response.url()}`));
    return page;
  };
  return { context, faults, open, page: await open() };
}

/**
 * A server and a browser for the tests of a file. Its `scene` is a test with visitors: it fails if
 * anything went wrong in a window, and then leaves pictures of them all in the temporary folder.
 */
export function stage(options = {}) {
  const at = { server: null, browser: null, scene };
  /* With the first scene: a file may have none to play. */
  let begun = null;
  const begin = async () => {
    at.server = await serve(options);
    at.browser = await browse();
  };
  after(async () => {
    await at.browser?.close();
    await at.server?.stop();
  });
  function scene(name, act) {
    test(name, async (t) => {
      const come = [];
      await (begun ??= begin());
      try {
        await act(async (more) => (come.push(await visitor(at.browser, more)), come.at(-1)), t);
        for (const { faults } of come) assert.deepEqual(faults, []);
      } catch (why) {
        await picture(name, come);
        throw why;
      } finally {
        for (const { context } of come) await context.close();
      }
    });
  }
  return at;
}

async function picture(name, come) {
  const pages = come.flatMap(({ context }) => context.pages());
  for (const [n, page] of pages.entries()) {
    const path = join(process.env.TMP ?? tmpdir(), `failed ${name} ${n}.png`.replaceAll(/[^\w.]+/g, "-"));
    await page.screenshot({ path, timeout: 5000 }).then(
      () => console.error(`see ${path}`),
      () => {},
    );
  }
}

/* ---- Getting somewhere ------------------------------------------------------------------------- */

/** Says who he is, where the page asks for it. */
export async function enter(page, name) {
  await page.locator("form.who input").first().fill(name);
  await page.locator("form.who button[type=submit]").click();
}

/** From the home page to a table against bots. */
export async function playNow(page, url, game) {
  await page.goto(url);
  await page.locator(`.poster-${game} button.main`).click();
  await page.waitForSelector(".board [data-thing], .board svg");
  await page.waitForSelector("[data-legal], .end");
}

/** A table of as many people as are there, each in a window, who follow the first one's invitation. */
export async function seatAll(people, url, game, { names = ["Ann", "Ben", "Cléo", "Dan"], players = people.length, fast = true, open = false } = {}) {
  const [{ page: first }, ...rest] = people;
  await first.goto(`${url}/new/${game}`);
  await enter(first, names[0]);
  await first.getByRole("radio", { name: String(players), exact: true }).check();
  for (let n = 1; n < players; n++) await first.locator(".chair select").nth(n).selectOption(n < people.length ? "open" : "greedy");
  const [toAll, quick] = await first.locator(".making input[type=checkbox]").all();
  await toAll.setChecked(open);
  await quick.setChecked(fast);
  await first.locator(".making button[type=submit]").click();
  const invitation = await first.locator(".invitation input").inputValue();
  for (const [n, { page }] of rest.entries()) {
    await page.goto(invitation);
    await enter(page, names[n + 1]);
    await page.locator(".room-seats button.main").first().click();
  }
  await first.locator(".room-buttons .main:enabled").click();
  await Promise.all(people.map(({ page }) => page.waitForSelector(".play .board")));
  return invitation;
}

/** A bot takes the seat, and plays it to the end. */
export async function handOver(page) {
  await page.locator("[role=tab]").last().click();
  await page.locator(".own-wishes button").last().click();
}

export async function fitsWindow(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} px wider than the window`);
}

/* ---- Chance that can be repeated --------------------------------------------------------------- */

export function chance(seed) {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0 || 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
  };
}

/* ---- Playing ----------------------------------------------------------------------------------- */

/** In the page: marks one highlighted thing. Once something is picked an action with it comes first, or games would have no end. */
const MARK = ({ at, wander }) => {
  document.querySelector("[data-pressed]")?.removeAttribute("data-pressed");
  if (document.querySelector(".end")) return { over: true };
  const seen = (which) => [...document.querySelectorAll(which)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const actions = seen("[data-legal=action]");
  const isPicked = document.querySelector("[data-legal=thing][aria-pressed=true], .tray-group[open]") !== null;
  const things = isPicked && actions.length && !wander ? actions : seen("[data-legal]");
  const one = things[at % Math.max(1, things.length)];
  one?.setAttribute("data-pressed", "");
  one?.scrollIntoView({ block: "center", behavior: "instant" }); // away from the question, which stays at the top
  return { over: false, found: one !== undefined, question: document.querySelector(".board")?.dataset.question };
};

/** Where a page stands, for those who read that it got stuck. */
const WHERE = () => {
  const text = (which) => document.querySelector(which)?.textContent?.trim() ?? "";
  return `${text(".prompt-text")} [${[...document.querySelectorAll("[data-legal]")].map((one) => one.textContent?.trim() || one.getAttribute("aria-label")).join(" | ")}] ${text(".trouble")}`;
};

const isPressable = (page, timeout) =>
  page.waitForFunction(() => document.querySelector("[data-legal], .end"), null, { timeout }).then(
    () => true,
    (why) => {
      if (why.name !== "TimeoutError") throw why;
      return false;
    },
  );

/** On a crowded map, which says so by data-crowded, one counter lies under another: whoever does not zoom in has the keyboard. */
async function press(page, thing) {
  const isCrowded = await thing.evaluate((one) => one.closest("[data-crowded]") !== null);
  try {
    await thing.click({ timeout: isCrowded ? 1500 : 5000 }); // not a locator: that would wait for another one
  } catch (why) {
    if (!isCrowded || why.name !== "TimeoutError") throw why;
    await thing.focus();
    await page.keyboard.press("Enter");
  }
}

/** One press on something highlighted, whichever chance says. */
export async function pressSomething(page, pick) {
  const marked = await page.evaluate(MARK, { at: pick(1_000_000), wander: pick(4) === 0 });
  if (!marked.found) return marked;
  try {
    const thing = await page.$("[data-pressed]");
    if (thing) await press(page, thing);
  } catch (why) {
    // It may be gone with its question before it is pressed. But what stays must be reachable.
    const still = await page.evaluate(() => document.querySelector("[data-pressed][data-legal]") && document.querySelector(".board")?.dataset.question);
    if (still && still === marked.question) throw why;
  }
  return marked;
}

/**
 * People press highlighted things, all at once, until the game is over or `most` presses are made.
 * Nobody may be stuck: somebody must have something to press, always. Returns the presses.
 */
export async function playOn(pages, seed, most) {
  const run = { presses: 0, last: Date.now(), stopped: false };
  const one = async (page, n) => {
    const pick = chance(seed + n);
    while (!run.stopped && run.presses < most) {
      const { over, found } = await pressSomething(page, pick);
      if (over) return;
      if (found) {
        run.presses++;
        run.last = Date.now();
      } else if (!(await isPressable(page, 500)) && Date.now() - run.last > PATIENCE) throw new Error("nobody can press anything");
    }
  };
  try {
    await Promise.all(pages.map(one));
  } catch (why) {
    run.stopped = true;
    const where = await Promise.all(pages.map((page) => page.evaluate(WHERE).catch(() => "gone")));
    throw new Error(`after ${run.presses} presses: ${why.message}\n${where.join("\n")}`);
  }
  return run.presses;
}

/** A whole game, which must end. */
export async function playToTheEnd(pages, seed, most = 2500) {
  const presses = await playOn(pages, seed, most);
  for (const page of pages)
    if ((await page.locator(".end").count()) === 0) {
      if (presses < most) await page.waitForSelector(".end");
      else throw new Error(`not over after ${most} presses: ${await page.evaluate(WHERE)}`);
    }
  return presses;
}

/** Presses the first button of the tray and gives the milliseconds until another question, or the end, is drawn; null: it is over. */
export async function decideOnce(page) {
  await page.waitForSelector(".prompt.mine, .end");
  return page.evaluate(async () => {
    if (document.querySelector(".end")) return null;
    const board = document.querySelector(".board");
    const actions = () => document.querySelector(".tray [data-legal=action]");
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    if (!actions()) document.querySelector(".tray summary").click();
    while (!actions()) await frame();
    // Answers to one sealed question have the same number, but leave other actions.
    const asked = () => `${board.dataset.question} ${document.querySelector(".tray")?.textContent}`;
    const before = asked();
    const begun = performance.now();
    actions().click();
    while (board.isConnected && asked() === before && !document.querySelector(".end")) await frame();
    await frame();
    return performance.now() - begun;
  });
}
