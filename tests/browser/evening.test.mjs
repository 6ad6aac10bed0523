// evening.test.mjs: what an evening with friends needs: a tempo, a pause, passing for a while, a friend who has left, the
// log and what was missed, and an end that says what it means for each.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  atRest,
  enterName,
  games,
  handSeatToBot,
  PHONE,
  plainAction,
  playRandomly,
  startAgainstBots,
  startTogether,
  testSite,
  TIMEOUT,
} from "./harness.mjs";
import { Relay } from "./relay.mjs";

const site = testSite();
const { name: GAME } = games.find(({ played }) => played) ?? games[0];
const tab = (page, name) => page.locator(`[role=tab][data-shows=${name}]`).click();
const button = (page, name) => page.getByRole("button", { name, exact: true });
const lines = (page) => page.locator(".log li:not(.note):not(.none)").count();

/** Opens a window with a relay between page and server. */
async function visitWithRelay(visit, options = {}) {
  const { page } = await visit(options);
  const relay = new Relay();
  await relay.stand(page);
  return { page, relay };
}

/** Waits until something is true of the relay. */
async function until(page, isTrue) {
  const end = Date.now() + TIMEOUT;
  while (!isTrue()) {
    assert.ok(Date.now() < end, `never: ${isTrue}`);
    await page.evaluate(() => null); // a message that is under way comes before the answer
  }
}

/* ---- Tempo ----------------------------------------------------------------------------------- */

site.test("the clocks and how long bots think are chosen with the table", async (visit) => {
  const { page, relay } = await visitWithRelay(visit);
  await page.goto(`${site.server.url}/new/${GAME}`);
  await enterName(page, "Ann");
  await page.waitForSelector(".making");
  const paces = await page
    .locator(".making input[name=pace]")
    .evaluateAll((inputs) => inputs.map(({ value }) => value));
  assert.deepEqual(paces, ["tempo.relaxed", "tempo.brisk", "tempo.daily", "tempo.none"]);
  await page.locator('.making input[value="tempo.brisk"]').check();
  await page.locator('.making input[name="bots"][value="long"]').check();
  await page.locator(".making button[type=submit]").click();
  await page.waitForSelector(".room");
  const { tempo, bot_ms: botMs } = relay.sent.find(({ type }) => type === "create");
  assert.deepEqual([tempo, botMs], ["brisk", 3000]);
  await until(page, () => relay.table !== null);
  assert.deepEqual([relay.table.tempo, relay.table.bot_ms], ["brisk", 3000]);
});

site.test("while a bot thinks it is said for whom one waits", async (visit) => {
  const { page, relay } = await visitWithRelay(visit);
  await startAgainstBots(page, site.server.url, GAME);
  await page.waitForSelector(".prompt.mine");
  const { you, open } = relay.table;
  const waited = page.locator(".prompt:not(.mine) .player-name", { hasText: /Bot/ });
  let before = "";
  for (const { seat } of relay.table.seats.filter((one) => one.seat !== you)) {
    relay.change([], { ask: null, open: { ...open, asked: [seat], sealed: false } });
    await waited.filter({ hasNotText: before || /^$/ }).waitFor();
    before = await waited.textContent();
  }
  // In a sealed question nobody is told who has not answered yet.
  relay.change([], { ask: null, open: { ...open, asked: [], sealed: true } });
  await page.locator(".prompt:not(.mine) .player-name").waitFor({ state: "detached" });
});

site.test("whoever plays with bots alone sees no clock, and a press is marked at once", async (visit) => {
  const { page, relay } = await visitWithRelay(visit);
  await startAgainstBots(page, site.server.url, GAME);
  await page.waitForSelector(".prompt.mine");
  assert.equal(relay.table.deadline, null);
  assert.equal(await page.locator(".clock").count(), 0);
  assert.equal(await button(page, "Pause").count(), 0);

  // The mark of a press is there before the press is over: nothing has to come from the server for it.
  relay.isFrozen = true;
  const action = await plainAction(page);
  const isMarked = await action.evaluate((element) => {
    element.click();
    return element.classList.contains("pending");
  });
  assert.equal(isMarked, true);
});

site.test("a pause begins when all agree, and anybody ends it", async (visit) => {
  const people = [await visit(), await visit({ viewport: PHONE })];
  await startTogether(people, site.server.url, GAME, { players: 3 });
  const [ann, ben] = people.map(({ page }) => page);
  // Everybody's name is on the board of the others, on a phone, too.
  await ann.locator(".board", { hasText: "Ben" }).waitFor();
  await ben.locator(".board", { hasText: "Ann" }).waitFor();
  await button(ann, "Pause").click();
  await ann.locator(".vote", { hasText: /You asked for a pause[^]*Waiting for Ben[^]*lapses in [12]:\d\d/ }).waitFor();
  await ben.locator(".vote", { hasText: /Ann \(.*asks for a pause/ }).waitFor();
  await button(ben, "Refuse").click();
  await ann.locator(".vote").waitFor({ state: "detached" });
  await button(ann, "Pause").click();
  await button(ben, "Agree").click();
  for (const page of [ann, ben]) await page.locator(".tempo-band", { hasText: "paused" }).waitFor();
  assert.equal(await ann.locator(".clock").count(), 0, "no clock runs");
  await ben.locator(".tempo-band button").click();
  for (const page of [ann, ben]) await page.locator(".tempo-band").waitFor({ state: "detached" });
  await ann.locator(".clock").first().waitFor();
});

/* ---- Passing for a while --------------------------------------------------------------------- */

// Only some games have rounds.
const stepLines = (folder) => readFileSync(join(folder, "engine/steps.toml"), "utf8").split("\n");
const withRounds = games.find(({ folder }) => stepLines(folder).some((line) => line.includes("reaction =")));
if (withRounds)
  site.test("passing for a while is offered with the question, is said, and can be ended", async (visit) => {
    const { page, relay } = await visitWithRelay(visit);
    relay.answer = ({ type }) => (type === "wishes" ? { type: "done" } : undefined);
    await startAgainstBots(page, site.server.url, withRounds.name);
    await page.waitForSelector(".prompt.mine");
    const step = stepLines(withRounds.folder)
      .find((line) => line.includes("reaction ="))
      .split(" ")[0];
    const { ask, open, wishes } = relay.table;
    const tell = (orders, asked) =>
      relay.toPage({
        ...relay.table,
        type: "table",
        id: undefined,
        wishes: { ...wishes, orders },
        open: { ...open, step, sealed: true },
        ask: asked ? { ...ask, step, pass: ask.legal[0] } : null,
      });
    const given = () => relay.sent.filter(({ type }) => type === "wishes").map(({ orders }) => orders);
    tell([], true);
    await page.locator(".keep-passing summary").click();
    const ends = await page.locator("[data-until]").evaluateAll((all) => all.map(({ dataset }) => dataset.until));
    assert.deepEqual(ends, ["announcement", "phase", "concerned"], "none of them lasts for ever");
    await page.locator("[data-until=phase]").click();
    await until(page, () => given().length === 1);
    assert.deepEqual(given()[0], [{ step, action: ask.legal[0], until: "phase" }]);
    tell(given()[0], false);
    await page.locator(".kept-passing", { hasText: "You pass for this phase" }).locator("button").click();
    await until(page, () => given().length === 2);
    assert.deepEqual(given()[1], []);
    tell([], true);
    await page.locator(".kept-passing").waitFor({ state: "detached" });
    await page.locator(".keep-passing").waitFor();

    // In advance one passes once, and not for ever.
    await page.locator(".orders summary").click();
    await page.locator(".order-form select").last().selectOption(ask.legal[0]);
    assert.equal(await page.locator(".order-form input").isDisabled(), true);
    await page.locator(".order-form button").click();
    await until(page, () => given().length === 3);
    assert.equal(given()[2][0].once, true);
  });

/* ---- A friend who has left ------------------------------------------------------------------- */

site.test("a bot plays for a friend who is absent, if the others agree", async (visit) => {
  const { page, relay } = await visitWithRelay(visit);
  relay.answer = ({ type }) => (type.startsWith("replace") ? { type: "done" } : undefined);
  await startAgainstBots(page, site.server.url, GAME);
  await page.waitForSelector(".prompt.mine");
  const { you, seats } = relay.table;
  const [absent, third] = seats.filter(({ seat }) => seat !== you).map(({ seat }) => seat);
  const names = { [absent]: "Ben", [third]: "Cléo" };
  const people = seats.map((one) =>
    one.seat in names ? { seat: one.seat, kind: "person", name: names[one.seat] } : one,
  );
  const tell = (more) =>
    relay.toPage({
      ...relay.table,
      type: "table",
      id: undefined,
      seats: people.map((one) => (one.seat === absent ? { ...one, absent: true } : one)),
      ...more,
    });
  tell({});
  await tab(page, "seats");
  await page.locator(".seats li", { hasText: "Ben" }).getByRole("button", { name: "Let a bot" }).click();
  await until(page, () => relay.sent.some(({ type }) => type === "replace"));
  assert.equal(relay.sent.find(({ type }) => type === "replace").seat, absent);
  tell({ replace: { seat: absent, by: third, waits_for: [you], expires: Date.now() + 100_000 } });
  await page.locator(".vote", { hasText: /Cléo.*Ben[^]*lapses in 1:\d\d/ }).waitFor();
  await page.locator(".vote button").first().click();
  await until(page, () => relay.sent.some(({ type }) => type === "replace_answer"));
  assert.equal(relay.sent.find(({ type }) => type === "replace_answer").agree, true);
});

/* ---- The log, and what was missed ------------------------------------------------------------ */

/** Loads the page again; returns whether the game is over. If it is not, nothing happens until the person answers. */
async function reloadAndWait(page) {
  await page.reload();
  await page.waitForSelector("[data-legal], .end");
  return (await page.locator(".end").count()) > 0;
}

site.test("the log is whole after a reload and after an undo", async (visit) => {
  const { page, relay } = await visitWithRelay(visit);
  const EVENTS = 125; // more than a table is sent with
  const isShort = async () => (await lines(page)) < EVENTS && (await page.locator(".end").count()) === 0;
  // Some games end too soon for that.
  let tables = 0;
  do {
    assert.ok(++tables <= 30, "no game is long enough");
    await startAgainstBots(page, site.server.url, GAME);
    for (let seed = tables; await isShort(); seed++) await playRandomly([page], seed, 5);
  } while (await reloadAndWait(page));
  const assertWhole = async () => {
    await atRest(page);
    for (let left = 5; (await page.locator(".log-earlier").count()) > 0; left--) {
      assert.ok(left > 0, "there is always something earlier");
      // The page may fetch them by itself, for what was missed; then the button goes.
      await page.evaluate(
        (before) => {
          document.querySelector(".log-earlier button")?.click();
          const isDone = () =>
            !document.querySelector(".log-earlier") ||
            document.querySelectorAll(".log li:not(.note)").length !== before;
          return new Promise((resolve) => {
            const look = () => (isDone() ? resolve() : window.requestAnimationFrame(look));
            look();
          });
        },
        await lines(page),
      );
    }
    // Also while somebody is asked something can happen: what was sent is compared with what is shown when both have come.
    const end = Date.now() + TIMEOUT;
    let [shown, count] = [await lines(page), relay.table.event_count];
    while (shown !== count && Date.now() < end) [shown, count] = [await lines(page), relay.table.event_count];
    assert.equal(shown, count);
    return count;
  };
  const count = await assertWhole();
  assert.ok(count > 120, `${count} events`);
  const first = await page.locator(".log li:not(.note)").first().textContent();
  await page.locator("[data-undo]").waitFor();
  await page.locator("body").press("u");
  await page.waitForFunction((n) => document.querySelectorAll(".log li:not(.note)").length !== n, count);
  const left = await assertWhole();
  assert.ok(left > 0 && left < count, `${left} of ${count}`);
  assert.equal(await page.locator(".log li:not(.note)").first().textContent(), first);
});

site.test("whoever comes back is told what has happened since, and the newest line is in sight", async (visit) => {
  const { page, relay } = await visitWithRelay(visit, { speed: "fast" });
  await startAgainstBots(page, site.server.url, GAME);
  const events = () => relay.table.event_count ?? 0;
  // Until many things have happened since a decision. A game may end before that.
  for (let seed = 1; ; seed++) {
    await page.waitForSelector("[data-legal], .end");
    const isOver = await reloadAndWait(page);
    if ((await page.locator(".recap").count()) > 0) break;
    assert.ok(seed < 200, "there never was anything to tell");
    if (isOver) await startAgainstBots(page, site.server.url, GAME);
    await playRandomly([page], seed, 2);
  }
  assert.ok(events() > 6);
  const told = page.locator(".recap li");
  assert.ok((await told.count()) >= 1);
  const newest = (await page.locator(".log li").allTextContents()).slice(-6); // some may be too small to be told
  assert.ok(newest.includes(await told.last().textContent()), "it ends with the newest");
  const isSeen = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const list = element.parentElement.getBoundingClientRect();
    return top < list.bottom && bottom <= list.bottom + 1;
  };
  // A font that comes late moves the lines; the newest stays in sight.
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => new Promise((drawn) => window.requestAnimationFrame(() => window.setTimeout(drawn))));
  assert.equal(await told.last().evaluate(isSeen), true);
  assert.equal(await page.locator(".log li").last().evaluate(isSeen), true);
  await page.locator(".recap button").first().click();
  await page.waitForSelector(".recap", { state: "detached" });
  await button(page, "Since your last turn").click();
  await page.waitForSelector(".recap");
});

/* ---- The end --------------------------------------------------------------------------------- */

site.test("the end says to each what it means, why, and how the points came about", async (visit) => {
  const people = [await visit(), await visit({ viewport: PHONE })];
  await startTogether(people, site.server.url, GAME, { players: 3 });
  const pages = people.map(({ page }) => page);
  for (const page of pages) await handSeatToBot(page);
  for (const page of pages) await page.waitForSelector(".end");
  for (const [n, name] of ["Ann", "Ben"].entries()) {
    const page = pages[n];
    const won = await page.locator(".end li.won, .end li.shared").count();
    const own = page.locator(".end li", { has: page.locator("b", { hasText: name }) });
    assert.equal(await own.locator(".player-name b").textContent(), name, "the name comes first, on a phone, too");
    const result = await own.getAttribute("class");
    // Where everybody has lost nobody is told a place.
    const verdict = await page.locator(won ? ".end-verdict strong" : ".end-verdict").textContent();
    const lost = won ? /^(You came|You lost)/ : /^\s*Nobody/;
    assert.match(verdict, { won: /^You won/, shared: /^You share/, lost }[result]);
    await page.locator(".end-reason .clause-id").first().waitFor(); // the event that ended it, with its rule
    const winners = page.locator(".end li.won .player-name b");
    for (const winner of await winners.allTextContents())
      if (winner !== name) assert.ok((await page.locator(".end-verdict").textContent()).includes(winner), winner);
    assert.ok((await page.locator(".end-parts").count()) > 0, "what the points came from");
    // The log names people, too, each before the seat.
    const seat = await own.locator(".player-seat").textContent();
    await tab(page, "log");
    await page
      .locator(".log li", { hasText: `${name} (${seat})` })
      .first()
      .waitFor();
  }
});
