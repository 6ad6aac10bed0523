// access.test.mjs: accessibility: axe-core examines every page, and each game is played with the keyboard alone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  atRest,
  enterName,
  GAMES,
  games,
  handSeatToBot,
  LONG,
  PHONE,
  playRandomly,
  recordOf,
  startAgainstBots,
  testSite,
  TIMEOUT,
} from "./harness.mjs";

const site = testSite();

const AXE_SOURCE = readFileSync(new URL("../../web/node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Runs in the page: returns what violates a rule of axe-core, and nothing else, because the full report is very long. */
const findViolations = async (part) => {
  const { violations } = await axe.run(part ?? document, { resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => [id, nodes.length, nodes[0].html.slice(0, 300), nodes[0].failureSummary]);
};

/** Fails if axe-core finds any violation in the page, or in the part with this selector. */
async function assertAccessible(page, where, part = null) {
  assert.equal(page.frames().length, 1, "axe does not examine frames");
  await page.evaluate(AXE_SOURCE);
  assert.deepEqual(await page.evaluate(findViolations, part), [], where);
}

for (const colorScheme of ["light", "dark"])
  site.test(`every page, ${colorScheme}`, async (visit) => {
    const { page } = await visit({ colorScheme });
    const shownGames = LONG || colorScheme === "light" ? GAMES : GAMES.slice(-1);
    const paths = [
      "/",
      "/tables",
      "/me",
      "/new",
      "/learn",
      "/rules",
      "/licences",
      "/recover",
      ...shownGames.flatMap((game) => [`/learn/${game}`, `/new/${game}`]),
    ];
    for (const name of LONG && colorScheme === "light" ? [null, "Ann"] : ["Ann"]) {
      if (name) {
        await page.goto(`${site.server.url}/me`);
        await enterName(page, name);
        await page.getByRole("heading", { name }).waitFor();
      }
      for (const path of paths) {
        await page.goto(site.server.url + path);
        await page.waitForSelector("main h1, main h2");
        await assertAccessible(page, `${path} ${name}`);
      }
    }
    await page.goto(`${site.server.url}/rules/${GAMES[0]}`); // one rulebook is enough: all have the same form
    await page.waitForSelector("article.rule");
    await assertAccessible(page, "rules");
  });

const WINDOWS = [
  ["desktop", {}],
  ["phone, dark", { viewport: PHONE, colorScheme: "dark" }],
];

/** Returns the windows in which a game is examined: all of them if LONG, otherwise one. */
const windowsFor = (game) => WINDOWS.filter((_, n) => LONG || n === GAMES.indexOf(game) % WINDOWS.length);

// axe-core is slow on a board: it examines the boards of some games only, or of all if LONG.
for (const { name: game, parts, ...settings } of games.filter(({ axe }) => LONG || axe))
  for (const [name, options] of windowsFor(game))
    site.test(`${game}: a table, ${name}`, async (visit) => {
      const { page } = await visit(options);
      await page.goto(`${site.server.url}/new/${game}`);
      await enterName(page, "Ann");
      await page.locator(".making button[type=submit]").click();
      await page.waitForSelector(".room");
      await assertAccessible(page, "lobby");
      await startAgainstBots(page, site.server.url, game);
      await page.waitForSelector(".prompt.mine");
      await assertAccessible(page, "the first question");
      await playRandomly([page], 3, 9);
      await atRest(page);
      await assertAccessible(page, "running");
      for (const n of [1, 2]) {
        await page.locator("[role=tab]").nth(n).click();
        await assertAccessible(page, `tab ${n}`, ".beside");
      }
      if ((await page.locator(".end").count()) === 0) await handSeatToBot(page);
      await page.waitForSelector(".end", { timeout: 0 }); // bots take long for a long game; the test has a limit
      await assertAccessible(page, "over");
      if (settings.record) {
        await page.route("**/records/golden.apr", (route) =>
          route.fulfill({ contentType: "text/plain", body: recordOf(settings) }),
        );
        await page.goto(`${site.server.url}/replay/golden?at=60`);
        await page.waitForSelector(".replay .board");
        await assertAccessible(page, "replay");
      }
      if (!parts.lessons) return;
      await page.goto(`${site.server.url}/learn/${game}`);
      await page.locator(".learn-begin").click();
      await page.waitForSelector(".learn-coach");
      await assertAccessible(page, "lesson");
    });

/* ---- Without a mouse ------------------------------------------------------------------------- */

/** Presses Tab until an element with this selector has the focus. */
async function tabTo(page, selector) {
  for (let n = 0; n < 200; n++) {
    await page.keyboard.press("Tab");
    if (
      await page.evaluate(
        (wanted) => document.activeElement.matches(wanted) && document.activeElement.checkVisibility(),
        selector,
      )
    )
      return;
  }
  throw new Error(`the Tab key does not lead to ${selector}`);
}

/** Runs in the page: describes what is asked, and what was picked for an answer. */
const describeQuestion = () => {
  const picked = [...document.querySelectorAll("[aria-pressed=true]")].map((element) => element.dataset.thing);
  return [
    document.querySelector(".board")?.dataset.question,
    document.querySelector(".tray")?.textContent,
    document.querySelectorAll(".log li").length,
    ...picked,
  ].join();
};

for (const game of GAMES)
  site.test(`${game}: a turn by the keyboard alone`, async (visit) => {
    const { page } = await visit();
    await page.goto(site.server.url);
    await page.waitForSelector(".posters");
    await tabTo(page, `.poster-${game} button.main`);
    await page.keyboard.press("Enter");
    const end = Date.now() + TIMEOUT;
    const pressed = { thing: 0, action: 0 };
    // Presses a thing on the board and two buttons, with Enter and Space in turn.
    for (let n = 0; n < 60 && (pressed.thing === 0 || pressed.action < 2); n++) {
      await page.waitForSelector(".prompt.mine, .end");
      if ((await page.locator(".end").count()) > 0) break;
      const before = await page.evaluate(describeQuestion);
      const wanted =
        pressed.thing === 0 && (await page.locator(".board [data-legal=thing]").count()) > 0 ? "thing" : "action";
      if (wanted === "action" && (await page.locator(".tray [data-legal=action]:visible").count()) === 0) {
        await tabTo(page, ".tray summary");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".tray details[open] [data-legal=action]");
      }
      await tabTo(page, `[data-legal=${wanted}]`);
      await page.keyboard.press(n % 2 ? "Enter" : "Space");
      pressed[wanted]++;
      while ((await page.evaluate(describeQuestion)) === before && Date.now() < end)
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      assert.notEqual(await page.evaluate(describeQuestion), before, "the key changed nothing");
    }
    // On the generic board a short game may end before anything on the board can be pressed.
    const hasBoard = games.find(({ name }) => name === game).parts.board !== undefined;
    assert.ok((pressed.thing > 0 || !hasBoard) && pressed.action > 0, JSON.stringify(pressed));
    assert.ok((await page.locator(".log li").count()) > 1);
  });
