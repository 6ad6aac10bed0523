// pages.test.mjs: what surrounds a game: who one is, coming back, company, languages, afterwards.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { enter, GAMES, handOver, playNow, playOn, seatAll, serve, stage } from "./harness.mjs";

const at = stage();
const GAME = "red-empire";
const tab = (page, n) => page.locator("[role=tab]").nth(n).click();
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** What the page asks now: the number of the question and the actions it offers. */
const question = (page) =>
  page.evaluate(() =>
    [
      document.querySelector(".board")?.dataset.question,
      ...[...document.querySelectorAll(".tray [data-legal]")].map((one) => one.textContent),
    ].join("\n"),
  );

/** Forgets faults that a test has caused itself. */
const forgive = (faults, which) => faults.splice(0, Infinity, ...faults.filter((fault) => !which.test(fault)));

/** Answers the open question by the first button, as a decision of one's own; returns the number of the question. */
async function decide(page) {
  const number = await page.locator(".board").getAttribute("data-question");
  const group = page.locator(".tray summary").first();
  if ((await page.locator(".tray [data-legal=action]:visible").count()) === 0) await group.click();
  await page.locator(".tray [data-legal=action]:visible").first().click();
  await page.waitForFunction((n) => document.querySelector(".board")?.dataset.question !== n, number);
  return number;
}

/* ---- Coming back ------------------------------------------------------------------------------- */

at.scene("the server is killed in the middle of a game, and the page comes back by itself", async (come) => {
  const first = await serve();
  let server = first;
  try {
    const { page, faults } = await come();
    await playNow(page, first.url, GAME);
    await page.waitForSelector(".prompt.mine");
    const before = await question(page);
    await first.kill();
    await page.waitForSelector(".connection.waiting");
    server = await serve({ port: first.port, folder: first.folder });
    await page.waitForSelector(".connection", { state: "detached" });
    await page.waitForSelector(".prompt.mine");
    assert.equal(await question(page), before);
    await decide(page);
    forgive(faults, /WebSocket connection/);
  } finally {
    await server.stop();
  }
});

at.scene("a reload shows the same question", async (come) => {
  const { page } = await come();
  await playNow(page, at.server.url, "kremlin");
  await page.waitForSelector(".prompt.mine");
  const before = await question(page);
  await page.reload();
  await page.waitForSelector(".prompt.mine");
  assert.equal(await question(page), before);
});

at.scene("two tabs of one person agree", async (come) => {
  const { page, open } = await come();
  await playNow(page, at.server.url, "atomic-business");
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

/* ---- Who one is -------------------------------------------------------------------------------- */

at.scene("an account: made, left, entered, deleted", async (come) => {
  const { page, faults } = await come();
  const log = async (way, name, password) => {
    await button(page, way).click();
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Password").fill(password);
    await page.locator("form.who button[type=submit]").click();
  };
  await page.goto(`${at.server.url}/me`);
  await log("Make an account", "Olga", "correct horse");
  await page.getByRole("heading", { name: "Olga" }).waitFor();
  await button(page, "Log out").click();
  await page.waitForSelector("form.who");
  await log("Log in", "Olga", "wrong horse");
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
  await log("Log in", "Olga", "correct horse");
  await page.waitForSelector(".trouble");
  forgive(faults, /40[0-9]/);
});

at.scene("a webhook is kept with the account", async (come) => {
  const { page } = await come();
  await page.goto(`${at.server.url}/me`);
  await enter(page, "Hook");
  await page.locator("input[type=url]").fill("https://example.org/hook");
  await page.locator("form:has(input[type=url]) button").last().click();
  await page.waitForSelector("form:has(input[type=url]) code");
  await page.reload();
  await page.waitForFunction(() => document.querySelector("input[type=url]")?.value === "https://example.org/hook");
});

/* ---- Company ----------------------------------------------------------------------------------- */

at.scene("a whisper is heard by one only", async (come) => {
  const people = [await come(), await come(), await come()];
  await seatAll(people, at.server.url, GAME);
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

at.scene("undo by consent, and a bot that stands in", async (come) => {
  const people = [await come(), await come()];
  await seatAll(people, at.server.url, GAME, { players: 3 });
  const [ann, ben] = people.map(({ page }) => page);
  let [mine, last] = [null, null]; // Ann's last question, and who decided last
  while (mine === null || last !== ben) {
    const asked = await Promise.any([ann, ben].map((page) => page.waitForSelector(".prompt.mine").then(() => page)));
    const number = await decide(asked);
    if (asked === ann) mine = number;
    last = asked;
  }
  await button(ann, "Ask to take back").click();
  await button(ben, "Agree").click();
  await ann.waitForFunction((n) => document.querySelector(".board")?.dataset.question === n, mine);
  await ben.waitForSelector("div.undo", { state: "detached" });

  await tab(ben, 2);
  await handOver(ann);
  await ben.locator(".seats li", { hasText: "a bot stands in" }).waitFor();
  if ((await ann.locator(".end").count()) > 0) return; // the bot was quick
  await button(ann, "Take my seat back").click();
  await ben.locator(".seats li", { hasText: "a bot stands in" }).waitFor({ state: "detached" });
});

at.scene("an onlooker finds a public table, and sees nobody's hand", async (come) => {
  const ann = await come();
  await seatAll([ann], at.server.url, GAME, { players: 3, open: true });
  await ann.page.waitForSelector(".prompt.mine");
  assert.equal(await ann.page.locator(".re-hand").count(), 1);
  const { page } = await come();
  await page.goto(`${at.server.url}/tables`);
  await enter(page, "Eve");
  await page.locator(".filters select").last().selectOption("running");
  await page.locator(".table-row a", { hasText: "Ann" }).click();
  await page.waitForSelector(".re-board");
  assert.equal(await page.locator(".re-hand").count(), 0);
  assert.equal(await page.locator("[data-legal]").count(), 0);
});

/* ---- Languages and light ----------------------------------------------------------------------- */

/** Texts, also those for screen readers, that look like keys of the catalogue. */
const KEYS = (names) => {
  const key = new RegExp(
    `\\b(web|cli|${names.join("|")}|step|verb|event|option|level|seat|reason|web\\.learn)\\.[a-z][a-z0-9-]*`,
  );
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (key.test(walk.currentNode.data)) found.push(walk.currentNode.data);
  for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"])
      if (key.test(one.getAttribute(name) ?? "")) found.push(one.getAttribute(name));
  return found;
};

async function speak(page, language) {
  await page.locator(".settings summary").click();
  await page.locator(".settings select").first().selectOption(language);
  await page.keyboard.press("Escape");
  await page.locator(".top nav", { hasText: { en: "Learn", fr: "Apprendre" }[language] }).waitFor(); // when the words are there
  assert.equal(await page.evaluate(() => document.documentElement.lang), language);
}

at.scene("every page speaks both languages", async (come) => {
  const { page } = await come();
  const paths = [
    "/",
    "/tables",
    "/me",
    "/learn",
    "/rules",
    ...GAMES.flatMap((game) => [`/rules/${game}`, `/learn/${game}`, `/new/${game}`]),
  ];
  await page.goto(at.server.url);
  for (const who of [null, "Ann"]) {
    if (who) {
      await page.goto(`${at.server.url}/me`);
      await enter(page, who);
      await page.getByRole("heading", { name: who }).waitFor();
    }
    for (const path of paths) {
      await page.goto(at.server.url + path);
      await page.waitForSelector(path.startsWith("/rules/") ? "article.rule" : "main h1, main h2");
      for (const language of ["fr", "en"]) {
        const before = await page.locator("main").textContent();
        await speak(page, language);
        await page.waitForFunction((old) => document.querySelector("main").textContent !== old, before);
        assert.deepEqual(await page.evaluate(KEYS, GAMES), [], `${path} in ${language}`);
      }
    }
  }
});

for (const game of GAMES)
  at.scene(`${game}: the language changes in the middle of a game`, async (come) => {
    const { page } = await come();
    await playNow(page, at.server.url, game);
    await playOn([page], 5, 12);
    await page.reload(); // the last press may still be on its way
    await page.waitForSelector(".prompt.mine, .end");
    const number = () => page.locator(".board").getAttribute("data-question");
    const before = await number();
    for (const [language, word] of [
      ["fr", "Journal"],
      ["en", "Log"],
    ]) {
      await speak(page, language);
      await page.locator("[role=tab]", { hasText: word }).waitFor();
      for (const n of [1, 2, 0]) {
        await tab(page, n);
        assert.deepEqual(await page.evaluate(KEYS, GAMES), [], language);
      }
    }
    assert.equal(await number(), before);
  });

at.scene("dark stays dark", async (come) => {
  const { page } = await come({ colorScheme: "light" });
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.goto(at.server.url);
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

/* ---- Afterwards -------------------------------------------------------------------------------- */

at.scene("afterwards: record, rematch, past games", async (come) => {
  const people = [await come(), await come()];
  await seatAll(people, at.server.url, GAME, { players: 3 });
  const [ann, ben] = people.map(({ page }) => page);
  const table = ann.url().match(/\/t\/(\w+)/)[1];
  for (const page of [ann, ben]) await handOver(page);
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

  await ann.goto(at.server.url);
  await ann.locator(`.home-lists a[href="/replay/${table}"]`).click();
  await ann.waitForSelector(".replay .board");
});
