// access.test.mjs: what axe finds on each page, and a turn of each game without a mouse.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { enter, GAMES, games, handOver, LONG, PATIENCE, PHONE, playNow, playOn, recordOf, stage } from "./harness.mjs";

const at = stage();

const AXE = readFileSync(new URL("../../web/node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** In the page: what is serious or critical. Only that leaves the page: what is in order is long, and takes longer than the search. */
const BAD = async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return bad.map(({ id, nodes }) => [id, nodes.length, nodes[0].html.slice(0, 300), nodes[0].failureSummary]);
};

/** Nothing serious, nothing critical. */
async function isAccessible(page, where) {
  assert.equal(page.frames().length, 1, "axe would not see what is in a frame");
  await page.evaluate(AXE);
  assert.deepEqual(await page.evaluate(BAD), [], where);
}

for (const colorScheme of ["light", "dark"])
  at.scene(`every page, ${colorScheme}`, async (come) => {
    const { page } = await come({ colorScheme });
    const named = LONG || colorScheme === "light" ? GAMES : GAMES.slice(-1);
    const paths = [
      "/",
      "/tables",
      "/me",
      "/new",
      "/learn",
      "/rules",
      ...named.flatMap((game) => [`/learn/${game}`, `/new/${game}`]),
    ];
    for (const name of LONG && colorScheme === "light" ? [null, "Ann"] : ["Ann"]) {
      if (name) {
        await page.goto(`${at.server.url}/me`);
        await enter(page, name);
        await page.getByRole("heading", { name }).waitFor();
      }
      for (const path of paths) {
        await page.goto(at.server.url + path);
        await page.waitForSelector("main h1, main h2");
        await isAccessible(page, `${path} ${name}`);
      }
    }
    await page.goto(`${at.server.url}/rules/${GAMES[0]}`); // one book: all are made alike, and long
    await page.waitForSelector("article.rule");
    await isAccessible(page, "rules");
  });

const WINDOWS = [
  ["desktop", {}],
  ["phone, dark", { viewport: PHONE, colorScheme: "dark" }],
];

const shown = (game) => WINDOWS.filter((_, n) => LONG || n === GAMES.indexOf(game) % WINDOWS.length);

/* Axe takes its time with a board: those of some games always, all of them in --soak. */
for (const { name: game, parts, ...of } of games.filter(({ axe }) => LONG || axe))
  for (const [name, how] of shown(game))
    at.scene(`${game}: a table, ${name}`, async (come) => {
      const { page } = await come(how);
      await page.goto(`${at.server.url}/new/${game}`);
      await enter(page, "Ann");
      await page.locator(".making button[type=submit]").click();
      await page.waitForSelector(".room");
      await isAccessible(page, "lobby");
      await playNow(page, at.server.url, game);
      await page.waitForSelector(".prompt.mine");
      await isAccessible(page, "the first question");
      await playOn([page], 3, 9);
      await page.waitForSelector(".prompt.mine, .end");
      await isAccessible(page, "running");
      for (const n of [1, 2]) {
        await page.locator("[role=tab]").nth(n).click();
        await isAccessible(page, `tab ${n}`);
      }
      if ((await page.locator(".end").count()) === 0) await handOver(page);
      await page.waitForSelector(".end");
      await isAccessible(page, "over");
      if (of.record) {
        await page.route("**/records/golden.apr", (route) =>
          route.fulfill({ contentType: "text/plain", body: recordOf(of) }),
        );
        await page.goto(`${at.server.url}/replay/golden?at=60`);
        await page.waitForSelector(".replay .board");
        await isAccessible(page, "replay");
      }
      if (!parts.lesson) return;
      await page.goto(`${at.server.url}/learn/${game}`);
      await page.locator(".learn-begin").click();
      await page.waitForSelector(".learn-coach");
      await isAccessible(page, "lesson");
    });

/* ---- Without a mouse --------------------------------------------------------------------------- */

/** Tab until something that fits has the focus. */
async function tabTo(page, which) {
  for (let n = 0; n < 200; n++) {
    await page.keyboard.press("Tab");
    if (
      await page.evaluate(
        (fits) => document.activeElement.matches(fits) && document.activeElement.checkVisibility(),
        which,
      )
    )
      return;
  }
  throw new Error(`the Tab key does not lead to ${which}`);
}

/** What is asked, and what was picked for an answer. */
const ASKED = () => {
  const picked = [...document.querySelectorAll("[aria-pressed=true]")].map((one) => one.dataset.thing);
  return [
    document.querySelector(".board")?.dataset.question,
    document.querySelector(".tray")?.textContent,
    document.querySelectorAll(".log li").length,
    ...picked,
  ].join();
};

for (const game of GAMES)
  at.scene(`${game}: a turn by the keyboard alone`, async (come) => {
    const { page } = await come();
    await page.goto(at.server.url);
    await page.waitForSelector(".posters");
    await tabTo(page, `.poster-${game} button.main`);
    await page.keyboard.press("Enter");
    const end = Date.now() + PATIENCE;
    const pressed = { thing: 0, action: 0 };
    // Things on the board and buttons by turns, with Enter and Space, until each has been used.
    for (let n = 0; n < 60 && (pressed.thing === 0 || pressed.action < 2); n++) {
      await page.waitForSelector(".prompt.mine, .end");
      if ((await page.locator(".end").count()) > 0) break;
      const before = await page.evaluate(ASKED);
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
      while ((await page.evaluate(ASKED)) === before && Date.now() < end)
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      assert.notEqual(await page.evaluate(ASKED), before, "the key changed nothing");
    }
    assert.ok(pressed.thing > 0 && pressed.action > 0, JSON.stringify(pressed));
    assert.ok((await page.locator(".log li").count()) > 1);
  });
