// pages.test.mjs: everything around a game: connections, accounts, tables of several people, languages, finished games.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import {
  enterName,
  GAMES,
  games,
  handSeatToBot,
  PHONE,
  playRandomly,
  startAgainstBots,
  startServer,
  startTogether,
  testSite,
} from "./harness.mjs";

const site = testSite();
/** A short game; with it the tests check what is alike in all games. */
const shortGame = games.find(({ played }) => played) ?? games[0];
const GAME = shortGame.name;
const tab = (page, n) => page.locator("[role=tab]").nth(n).click();
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Returns what the page asks now: the number of the question and the actions it offers. */
const question = (page) =>
  page.evaluate(() =>
    [
      document.querySelector(".board")?.dataset.question,
      ...[...document.querySelectorAll(".tray [data-legal]")].map((element) => element.textContent),
    ].join("\n"),
  );

/** Removes the faults that a test has caused on purpose. */
const removeFaults = (faults, pattern) => faults.splice(0, Infinity, ...faults.filter((fault) => !pattern.test(fault)));

/** Answers the open question with the first button; returns the number of the question. */
async function decide(page) {
  const number = await page.locator(".board").getAttribute("data-question");
  const group = page.locator(".tray summary").first();
  if ((await page.locator(".tray [data-legal=action]:visible").count()) === 0) await group.click();
  await page.locator(".tray [data-legal=action]:visible").first().click();
  await page.waitForFunction((n) => document.querySelector(".board")?.dataset.question !== n, number);
  return number;
}

/* ---- Connections ----------------------------------------------------------------------------- */

site.test("the server is killed in the middle of a game, and the page comes back by itself", async (visit) => {
  const first = await startServer();
  let server = first;
  try {
    const { page, faults } = await visit();
    await startAgainstBots(page, first.url, GAME);
    await page.waitForSelector(".prompt.mine");
    const before = await question(page);
    // A pointer that rests on the id of a clause lets the page fetch the rules, which a killed server cannot send.
    await page.mouse.move(0, 0);
    await page.waitForLoadState("networkidle");
    await first.kill();
    await page.waitForSelector(".connection.waiting");
    server = await startServer({ port: first.port, folder: first.folder });
    await page.waitForSelector(".connection", { state: "detached" });
    await page.waitForSelector(".prompt.mine");
    assert.equal(await question(page), before);
    await decide(page);
    removeFaults(faults, /WebSocket connection/);
  } finally {
    await server.stop();
  }
});

for (const game of GAMES)
  site.test(`${game}: a reload shows the same question`, async (visit) => {
    const { page } = await visit();
    await startAgainstBots(page, site.server.url, game);
    await page.waitForSelector(".prompt.mine");
    const before = await question(page);
    await page.reload();
    await page.waitForSelector(".prompt.mine");
    assert.equal(await question(page), before);
  });

site.test("two tabs of one person show the same question", async (visit) => {
  const { page, open } = await visit();
  await startAgainstBots(page, site.server.url, GAME);
  await page.waitForSelector(".prompt.mine");
  const other = await open();
  await other.goto(page.url());
  await other.waitForSelector(".prompt.mine");
  assert.equal(await question(other), await question(page));
  const log = await page.locator(".log li").count();
  await decide(other);
  await page.waitForFunction(
    (n) => document.querySelectorAll(".log li").length > n && document.querySelector(".prompt.mine"),
    log,
  );
  await other.waitForSelector(".prompt.mine");
  assert.equal(await question(other), await question(page));
});

/* ---- Accounts -------------------------------------------------------------------------------- */

site.test("an account is made, left, entered again and deleted", async (visit) => {
  const { page, faults } = await visit();
  const submitAccount = async (buttonName, name, password) => {
    await button(page, buttonName).click();
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Password").fill(password);
    await page.locator("form.who button[type=submit]").click();
  };
  await page.goto(`${site.server.url}/me`);
  await submitAccount("Make an account", "Olga", "correct horse");
  await page.getByRole("heading", { name: "Olga" }).waitFor();
  await button(page, "Log out").click();
  await page.waitForSelector("form.who");
  await submitAccount("Log in", "Olga", "wrong horse");
  await page.waitForSelector(".trouble");
  await page.getByLabel("Password").fill("correct horse");
  await page.locator("form.who button[type=submit]").click();
  await page.getByRole("heading", { name: "Olga" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Olga" }).waitFor();
  await page.getByLabel("I mean it").check();
  await page.getByLabel("Password").last().fill("correct horse");
  await button(page, "Delete all that is kept of me").click();
  await page.waitForSelector("form.who");
  await submitAccount("Log in", "Olga", "correct horse");
  await page.waitForSelector(".trouble");
  removeFaults(faults, /40[0-9]/);
});

site.test("a webhook is stored with the account", async (visit) => {
  const { page } = await visit();
  await page.goto(`${site.server.url}/me`);
  await enterName(page, "Hook");
  await page.locator("input[type=url]").fill("https://example.org/hook");
  await page.locator("form:has(input[type=url]) button").last().click();
  await page.waitForSelector("form:has(input[type=url]) code");
  await page.reload();
  await page.waitForFunction(() => document.querySelector("input[type=url]")?.value === "https://example.org/hook");
});

/* ---- Several people -------------------------------------------------------------------------- */

site.test("only one person receives a whisper", async (visit) => {
  const people = [await visit(), await visit(), await visit()];
  await startTogether(people, site.server.url, GAME);
  const [ann, ben, cleo] = people.map(({ page }) => page);
  for (const page of [ann, ben, cleo]) await tab(page, 1);
  const say = async (text, to) => {
    await ann.locator(".talk select").selectOption(to);
    await ann.locator(".talk form input").fill(text);
    await ann.locator(".talk form button").click();
    await ann.locator(".talk li", { hasText: text }).waitFor();
  };
  await say("for Ben alone", { label: "Whisper to Ben" });
  await say("for all", "");
  for (const page of [ben, cleo]) await page.locator(".talk li", { hasText: "for all" }).waitFor();
  assert.equal(await ben.locator(".talk li.whisper", { hasText: "for Ben alone" }).count(), 1);
  assert.equal(await cleo.getByText("for Ben alone").count(), 0);
});

site.test("a decision is taken back by consent, and a bot stands in for a person", async (visit) => {
  const people = [await visit(), await visit()];
  await startTogether(people, site.server.url, GAME, { players: 3 });
  const [ann, ben] = people.map(({ page }) => page);
  let [annsQuestion, lastPage] = [null, null]; // Ann's last question, and the page of the last decision
  while (annsQuestion === null || lastPage !== ben) {
    const asked = await Promise.any([ann, ben].map((page) => page.waitForSelector(".prompt.mine").then(() => page)));
    const number = await decide(asked);
    if (asked === ann) annsQuestion = number;
    lastPage = asked;
  }
  await button(ann, "Ask to take back").click();
  await button(ben, "Agree").click();
  await ann.waitForFunction((n) => document.querySelector(".board")?.dataset.question === n, annsQuestion);
  await ben.waitForSelector("div.undo", { state: "detached" });

  await tab(ben, 2);
  await handSeatToBot(ann);
  await ben.locator(".seats li", { hasText: "a bot stands in" }).waitFor();
  if ((await ann.locator(".end").count()) > 0) return; // the bot has finished the game already
  await button(ann, "Take my seat back").click();
  await ben.locator(".seats li", { hasText: "a bot stands in" }).waitFor({ state: "detached" });
});

site.test("an observer finds a public table and sees nobody's hand", async (visit) => {
  const ann = await visit();
  await startTogether([ann], site.server.url, GAME, { players: 3, open: true });
  await ann.page.waitForSelector(".prompt.mine");
  assert.equal(await ann.page.locator(shortGame.own).count(), 1);
  const { page } = await visit();
  await page.goto(`${site.server.url}/tables`);
  await enterName(page, "Eve");
  await page.locator(".filters select").last().selectOption("running");
  await page.locator(".table-row a", { hasText: "Ann" }).click();
  await page.waitForSelector(".play .board > *");
  assert.equal(await page.locator(shortGame.own).count(), 0);
  assert.equal(await page.locator("[data-legal]").count(), 0);
});

/* ---- Languages and colours ------------------------------------------------------------------- */

/** Runs in the page: returns the texts, also those for screen readers, that look like keys of the catalogue. */
const findKeys = (names) => {
  const key = new RegExp(
    `\\b(web|cli|${names.join("|")}|step|verb|event|option|level|seat|reason|web\\.learn)\\.[a-z][a-z0-9-]*`,
  );
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (key.test(walk.currentNode.data)) found.push(walk.currentNode.data);
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"])
      if (key.test(element.getAttribute(name) ?? "")) found.push(element.getAttribute(name));
  return found;
};

/** Chooses a language in the settings and waits until the page shows it. */
async function chooseLanguage(page, language) {
  await page.locator(".settings summary").click();
  await page.locator(".settings select").first().selectOption(language);
  await page.keyboard.press("Escape");
  await page.locator(".top nav", { hasText: { en: "Learn", fr: "Apprendre" }[language] }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), language);
}

site.test("every page speaks both languages", async (visit) => {
  const { page } = await visit();
  const house = ["/", "/tables", "/me", "/learn", "/rules"];
  const ofGames = GAMES.flatMap((game) => [`/rules/${game}`, `/learn/${game}`, `/new/${game}`]);
  await page.goto(site.server.url);
  for (const [name, paths] of [
    [null, [...house, ...ofGames.slice(0, 3)]],
    ["Ann", [...house, ...ofGames]],
  ]) {
    if (name) {
      await page.goto(`${site.server.url}/me`);
      await enterName(page, name);
      await page.getByRole("heading", { name }).waitFor();
    }
    for (const path of paths) {
      await page.goto(site.server.url + path);
      await page.waitForSelector(path.startsWith("/rules/") ? "article.rule" : "main h1, main h2");
      for (const language of ["fr", "en"]) {
        const before = await page.locator("main").textContent();
        await chooseLanguage(page, language);
        await page.waitForFunction((old) => document.querySelector("main").textContent !== old, before);
        assert.deepEqual(await page.evaluate(findKeys, GAMES), [], `${path} in ${language}`);
      }
    }
  }
});

for (const game of GAMES)
  site.test(`${game}: the rules fit a phone`, async (visit) => {
    const { page } = await visit({ viewport: PHONE });
    await page.goto(`${site.server.url}/rules/${game}`);
    await page.waitForSelector("article.rule");
    const sizes = () =>
      page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    const [width, screen] = await sizes();
    assert.ok(width <= screen, `${width} of ${screen} pixels`);
    // A table that is wider scrolls inside its box, and every table has a link.
    const tables = await page.locator(".rules-table").count();
    assert.equal(await page.locator(".rules-tables a").count(), tables);
    for (let n = 0; n < tables; n++) {
      const box = await page.locator(".rules-scroll").nth(n).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= screen, `table ${n}`);
    }
    if (tables > 0) {
      await page.locator(".rules-tables a").last().click();
      await page.waitForFunction(() => {
        const last = [...document.querySelectorAll(".rules-table")].at(-1);
        return last.getBoundingClientRect().top < document.documentElement.clientHeight;
      });
    }
    // Where a rule comes from is folded.
    const provenance = page.locator(".rules-provenance").first();
    if ((await provenance.count()) > 0) {
      assert.equal(await provenance.locator("p").isVisible(), false);
      await provenance.locator("summary").click();
      await provenance.locator("p").waitFor();
    }
  });

for (const game of GAMES)
  site.test(`${game}: the language changes in the middle of a game`, async (visit) => {
    const { page } = await visit();
    await startAgainstBots(page, site.server.url, game);
    await playRandomly([page], 5, 12);
    await page.reload(); // because the last press may not have been answered yet
    await page.waitForSelector(".prompt.mine, .end");
    const number = () => page.locator(".board").getAttribute("data-question");
    const before = await number();
    for (const [language, word] of [
      ["fr", "Journal"],
      ["en", "Log"],
    ]) {
      await chooseLanguage(page, language);
      await page.locator("[role=tab]", { hasText: word }).waitFor();
      for (const n of [1, 2, 0]) {
        await tab(page, n);
        assert.deepEqual(await page.evaluate(findKeys, GAMES), [], language);
      }
    }
    assert.equal(await number(), before);
  });

site.test("the dark colours are still chosen after a reload", async (visit) => {
  const { page } = await visit({ colorScheme: "light" });
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.goto(site.server.url);
  await page.waitForSelector("main");
  const light = await paper();
  await page.locator("details.settings summary").click();
  await page.locator(".settings select").nth(1).selectOption("dark");
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.reload();
  await page.waitForSelector("main");
  assert.equal(await paper(), dark);
});

/* ---- Finished games -------------------------------------------------------------------------- */

site.test("a finished game: its record, a rematch, the list of past games", async (visit) => {
  const people = [await visit(), await visit()];
  await startTogether(people, site.server.url, GAME, { players: 3 });
  const [ann, ben] = people.map(({ page }) => page);
  const table = ann.url().match(/\/t\/(\w+)/)[1];
  for (const page of [ann, ben]) await handSeatToBot(page);
  for (const page of [ann, ben]) await page.waitForSelector(".end");

  const [download] = await Promise.all([ann.waitForEvent("download"), ann.locator(".end a[download]").click()]);
  const record = await download.path();
  assert.match(readFileSync(record, "utf8"), /^apparat record 2\n/);
  execFileSync(process.env.APPARAT ?? "build/apparat", ["verify", record], { stdio: "pipe" });

  for (const page of [ann, ben]) {
    await page.locator(".end button.main").click();
    await page.waitForSelector(".room");
  }
  assert.notEqual(new URL(ann.url()).pathname, `/t/${table}`);
  assert.equal(new URL(ann.url()).pathname, new URL(ben.url()).pathname);
  await ann.locator(".room-buttons .main:enabled").click();
  await ben.waitForSelector(".play .board");

  await ann.goto(site.server.url);
  await ann.locator(`.home-lists a[href="/replay/${table}"]`).click();
  await ann.waitForSelector(".replay .board");
});
