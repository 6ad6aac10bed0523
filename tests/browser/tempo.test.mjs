// tempo.test.mjs: the pace at which a table is shown, and presses that must not count. Between the page and the server
// stands a relay that can hold messages back, add some and read what the page sends.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { games, plainAction, startAgainstBots, testSite, TIMEOUT } from "./harness.mjs";
import { Relay } from "./relay.mjs";

const site = testSite();
const { name: GAME, folder } = games.find(({ played }) => played) ?? games[0];
/** The lines of a file in which a game declares something. */
const declared = (file, gameFolder = folder) => readFileSync(join(gameFolder, "engine", file), "utf8").split("\n");
const nameIn = (line) => line?.split(" ")[0];
const QUIET_MS = 400; // longer than what has appeared needs to settle

/** Opens a game against bots with a relay; returns when the person is asked. */
async function sitDown(visit, options = {}, prepare = () => {}) {
  const { page } = await visit(options);
  const relay = new Relay();
  prepare(relay);
  await relay.stand(page);
  await startAgainstBots(page, site.server.url, GAME);
  await page.waitForSelector(".prompt.mine");
  return { page, relay };
}

/** The answer that means "nothing", in most questions of the game. */
const nothing = nameIn(declared("verbs.toml").find((line) => line.includes("nothing = true")));
/** Returns the other answers to what the person is asked; of equal cards, which look the same on the page, one. */
function otherAnswers({ table }) {
  const looks = (action) => action.replace(/(-\d*)[a-z]\b/g, "$1");
  const others = table.ask.legal.filter((action) => action !== nothing);
  return others.filter((action, n) => others.findIndex((other) => looks(other) === looks(action)) === n);
}
/** The same as sitDown(), at a table where the person is asked something with two other answers at least. */
async function sitDownWithChoice(visit, options, prepare) {
  const { page, relay } = await sitDown(visit, options, prepare);
  for (let tables = 1; otherAnswers(relay).length < 2; tables++) {
    assert.ok(tables < 40, "there never is a choice");
    await startAgainstBots(page, site.server.url, GAME);
    await page.waitForSelector(".prompt.mine");
  }
  return { page, relay };
}

/** A kind of event that is shown for a while; whether one of them has happened yet is a matter of luck. */
const shownLine = declared("events.toml").find(
  (line) => line.includes("about =") && !/quiet = true|shown = 0|die = /.test(line),
);
/** Returns so many events of that kind, of which nobody knows any more. */
const copies = (relay, n) => {
  const args = [...(shownLine.match(/with = \[([^\]]*)\]/)?.[1] ?? "").matchAll(/"/g)].length / 2;
  const event = { event: nameIn(shownLine), clause: relay.table.open.clause, args: Array(args).fill(null) };
  return Array.from({ length: n }, () => ({ ...event }));
};
/** Waits until the page has sent what the test expects. */
async function until(page, isTrue) {
  const end = Date.now() + TIMEOUT;
  while (!isTrue()) {
    assert.ok(Date.now() < end, `never: ${isTrue}`);
    await page.evaluate(() => null); // a message that is under way comes before the answer
  }
}
const lines = (page) => page.locator(".log li:not(.note)").count();
const waiting = (page) => page.locator(".strip").getAttribute("data-waiting");
const legalCount = (page) => page.locator("[data-legal]").count();
/** Lets time pass in the page, whose clock stands still otherwise. */
const pass = (page, ms) => page.clock.runFor(ms);

/** Stops the clock of the page. */
async function stopClock(page) {
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 1000));
}

/** Chooses in the settings how quickly events are shown. */
async function chooseSpeed(page, speed) {
  await page.locator(".settings summary").click();
  const speeds = await page.locator(".settings-speed option").evaluateAll((all) => all.map(({ value }) => value));
  assert.deepEqual(speeds, ["slow", "normal", "fast", "once"]);
  await page.locator(".settings-speed").selectOption(speed);
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement.blur()); // space would open the settings again
}

site.test("events are told one after the other, the question comes after them, and space skips", async (visit) => {
  const { page, relay } = await sitDown(visit, { speed: "once" });
  await chooseSpeed(page, "slow");
  await stopClock(page);
  const before = await lines(page);
  const ask = { ...relay.table.ask, legal: relay.table.ask.legal.slice(1) };
  relay.change(copies(relay, 3), { ask });
  await page.waitForFunction(() => document.querySelector(".strip").dataset.waiting === "2");
  assert.equal(await legalCount(page), 0, "nobody is asked before he has seen it");
  assert.equal(await lines(page), before + 1, "the line comes with its event");
  assert.match(await page.locator(".strip-skip").textContent(), /2/);
  while ((await waiting(page)) !== "1") await pass(page, 50);
  assert.equal(await lines(page), before + 2);
  await page.locator("body").press("Space");
  await page.waitForSelector("[data-legal]");
  assert.equal(await lines(page), before + 3);
  assert.equal(await waiting(page), "0");

  relay.change(copies(relay, 3), { ask: null });
  await page.waitForFunction(() => document.querySelector(".strip").dataset.waiting === "2");
  await page.locator(".strip-skip").click();
  assert.equal(await waiting(page), "0");
  assert.equal(await lines(page), before + 6);

  await chooseSpeed(page, "once");
  relay.change(copies(relay, 3));
  await page.waitForFunction((n) => document.querySelectorAll(".log li:not(.note)").length === n, before + 9);
  assert.equal(await waiting(page), "0");
});

// Only some games have dice.
const dieLine = declared("events.toml").find((line) => line.includes('die = "'));
if (dieLine)
  site.test("a die is shown with its face and with what it had to reach", async (visit) => {
    const { page, relay } = await sitDown(visit, { speed: "slow", boards: "generic" });
    await stopClock(page);
    const called = [...dieLine.match(/with = \[([^\]]*)\]/)[1].matchAll(/"\S+ ([^"]+)"/g)].map(([, name]) => name);
    const face = dieLine.match(/die = "([^"]+)"/)[1];
    const event = {
      event: nameIn(dieLine),
      clause: relay.table.open.clause,
      args: called.map((n) => (n === face ? 5 : null)),
    };
    const odds = { fact: "odds", clause: event.clause, frame: 0, what: null, value: null, first: 4, last: 6, of: 6 };
    relay.change([], { situation: [odds] });
    relay.change([event]);
    await page.locator(".strip-die b", { hasText: "5" }).waitFor();
    assert.match(await page.locator(".strip-die small").textContent(), /4.*6/);
  });

site.test("a hidden page waits for nothing, and an absence is told of", async (visit) => {
  const { page, relay } = await sitDown(visit, { speed: "slow" });
  const setHidden = (hidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new window.Event("visibilitychange"));
    }, hidden);
  const before = await lines(page);
  await setHidden(true);
  relay.change(copies(relay, 7));
  await page.waitForFunction((n) => document.querySelectorAll(".log li:not(.note)").length === n, before + 7);
  assert.equal(await waiting(page), "0");
  assert.equal(await page.locator(".recap").count(), 0);
  await setHidden(false);
  await page.waitForSelector(".recap");
  assert.ok((await page.locator(".recap li").count()) >= 7);
  await page.locator("body").press("r");
  await page.waitForSelector(".recap", { state: "detached" });
});

site.test("a press meant for one question never answers the next, by pointer or by key", async (visit) => {
  const { page, relay } = await sitDownWithChoice(visit, { guard: "on" }, (wire) => {
    wire.answer = ({ type }) => (type === "act" ? { type: "done" } : undefined);
  });
  // The same number with other actions: a part of one sealed question.
  const { ask } = relay.table;
  const [first, ...rest] = [nothing, ...otherAnswers(relay)];
  const asking = (...legal) => ({ ask: { ...ask, pass: first, step: "none", legal } });
  const button = page.locator(`[data-action="${first}"]`);
  await stopClock(page); // nothing settles but by settle()
  const settle = () => pass(page, QUIET_MS);
  relay.change([], asking(first, rest[0]));
  await button.waitFor();
  await settle();
  const point = async () => {
    const { x, y, width, height } = await button.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
  };
  await point();
  await page.mouse.down();
  relay.change([], asking(first, rest[0], rest[1]));
  await page.locator(`[data-action="${rest[1]}"]`).waitFor();
  await settle();
  await point(); // how one chooses may be told in more words now, above the button
  await page.mouse.up();
  await page.locator(".stopped", { hasText: /./ }).waitFor();

  // What has just appeared takes no press, of a pointer or of a key, nor does a key that is held down until it would.
  relay.change([], asking(first, rest[1]));
  await page.locator(`[data-action="${rest[0]}"]`).waitFor({ state: "detached" });
  await button.click();
  await page.keyboard.press("1");
  await button.focus();
  await page.keyboard.down("Enter");
  await settle();
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  assert.deepEqual(relay.acts(), []);
  await page.keyboard.press("Enter");
  await until(page, () => relay.acts().length > 0);
  assert.deepEqual(relay.acts(), [first], "none of the presses before has counted");

  // The number of a button presses it.
  const { question } = ask;
  relay.change([], { ask: { ...asking(first, rest[0]).ask, question: question + 1 } });
  await page.locator(`[data-action="${rest[0]}"]`).waitFor();
  await settle();
  const numbered = await page
    .locator(".tray [data-legal]")
    .evaluateAll((buttons, wanted) => buttons.findIndex(({ dataset }) => dataset.action === wanted) + 1, rest[0]);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press(String(numbered));
  await until(page, () => relay.acts().length > 1);
  assert.deepEqual(relay.acts(), [first, rest[0]]);
});

site.test(
  "what was pressed is pending until the answer, and a frozen connection is said above the question",
  async (visit) => {
    const { page, relay } = await sitDown(visit);
    await stopClock(page);
    const action = await plainAction(page);
    await pass(page, 1000); // what has just appeared takes no press
    relay.isFrozen = true;
    await action.click();
    assert.equal(await page.locator(".tray .pending").count(), 1);
    assert.equal(await page.locator(".connection-band").count(), 0);
    await pass(page, 3100);
    await page.locator(".question .connection-band").waitFor();
    relay.thaw();
    await page.locator(".connection-band").waitFor({ state: "detached" });
    await page.locator(".pending").waitFor({ state: "detached" });
    await until(page, () => relay.sent.some(({ type }) => type === "ping")); // the connection is checked all the time
  },
);

site.test(
  "the whole log is fetched when one scrolls up or searches, and filtered by person and kind",
  async (visit) => {
    const EARLIER = 1400;
    const about = (relay, n) => ({ ...relay.table.events.at(-1), n });
    const { page, relay } = await sitDown(visit, {}, (wire) => {
      wire.rewrite = (message) =>
        message.type === "table" && message.events
          ? { ...message, event_count: message.events.length + EARLIER }
          : message;
      wire.answer = ({ type, before }) => {
        if (type !== "log") return undefined;
        const first = Math.max(0, before - 500);
        const events = Array.from({ length: before - first }, (_, n) => about(wire, first + n));
        return { type: "log", first, count: EARLIER, events };
      };
    });
    const asked = () => relay.sent.filter(({ type }) => type === "log").map(({ before }) => before);
    const before = await lines(page);
    await page.locator(".log-earlier button").click();
    await page.waitForFunction((n) => document.querySelectorAll(".log li:not(.note)").length > n, before);
    // Scrolling up to the button may have fetched a part already, and pressing it one more.
    const scrolled = asked();
    assert.deepEqual(scrolled, [EARLIER, 900].slice(0, scrolled.length));
    await page.locator(".log input").fill("e");
    await page.locator(".log-earlier").waitFor();
    await until(page, () => asked().length >= 3);
    assert.deepEqual(asked(), [EARLIER, 900, 400], "whoever searches searches the whole game");
    await page.locator(".log input").fill("");

    const texts = () =>
      page.locator(".log li:not(.note)").evaluateAll((items) => items.map((item) => item.textContent));
    const all = (await texts()).length;
    const { event } = relay.table.events.find((one) => one.event !== relay.table.events.at(-1).event);
    await page.locator(".log-kind").selectOption(event);
    const ofKind = (await texts()).length;
    assert.ok(ofKind > 0 && ofKind < all, `${ofKind} of ${all}`);
    await page.locator(".log-kind").selectOption("");
    const bySeat = [];
    for (const { seat } of relay.table.seats) {
      await page.locator(".log-seat").selectOption(seat);
      bySeat.push((await texts()).length);
    }
    assert.ok(Math.min(...bySeat) < all, `${bySeat} of ${all}`);
    await page.locator(".log-seat").selectOption("");
    assert.equal((await texts()).length, all);
  },
);

site.test("an answer that gives up something large is asked about once", async (visit) => {
  const { page, relay } = await sitDownWithChoice(visit, {}, (wire) => {
    wire.answer = ({ type }) => (type === "act" ? { type: "done" } : undefined);
  });
  const step = nameIn(declared("steps.toml").find((line) => line.includes("final = true")));
  const final = nameIn(declared("verbs.toml").find((line) => line.includes("final = true")));
  const verb = step ? nothing : final;
  const { ask } = relay.table;
  const others = otherAnswers(relay).slice(0, 2);
  relay.change([], { ask: { ...ask, step: step ?? ask.step, pass: step ? verb : null, legal: [verb, ...others] } });
  await page.locator(`[data-action="${verb}"]`).click();
  await page.locator(".confirm", { hasText: "2" }).waitFor();
  assert.deepEqual(relay.acts(), []);
  await page.locator(".confirm button").last().click();
  await page.locator(".confirm").waitFor({ state: "detached" });
  assert.deepEqual(relay.acts(), []);
  await page.locator("body").press("p");
  if (step === undefined) await page.locator(`[data-action="${verb}"]`).click();
  await page.locator(".confirm button").first().click();
  await until(page, () => relay.acts().length > 0);
  assert.deepEqual(relay.acts(), [verb]);
});

site.test("keys, answers in advance, a pause and a round that is held", async (visit) => {
  const { page, relay } = await sitDown(visit, {}, (wire) => {
    wire.answer = ({ type }) =>
      ["act", "wishes", "hold", "release", "pause", "pause_answer", "resume"].includes(type)
        ? { type: "done" }
        : undefined;
  });
  const body = page.locator("body");
  await body.press("?");
  await page.locator("dialog.keys[open] kbd").first().waitFor();
  await body.press("1");
  assert.deepEqual(relay.acts(), [], "the list of keys is in front");
  await page.locator("dialog.keys button").click();
  await page.locator("dialog.keys").waitFor({ state: "detached" });
  await body.press("l");
  await page.waitForFunction(() => document.activeElement.matches(".log input"));
  await page.keyboard.press("1");
  assert.equal(await page.locator(".log input").inputValue(), "1", "a number that is typed is typed");
  assert.deepEqual(relay.acts(), []);
  await page.locator(".log input").fill("");

  await page.locator(".orders summary").click();
  await page.locator(".order-form button").click();
  const wish = () => relay.sent.find(({ type }) => type === "wishes");
  await until(page, () => wish() !== undefined);
  assert.deepEqual(wish().orders, [{ step: relay.table.ask.step, action: relay.table.ask.legal[0], once: true }]);

  const { you, seats } = relay.table;
  const other = seats.find(({ seat }) => seat !== you).seat;
  relay.toPage({
    ...relay.table,
    id: undefined,
    paused: null,
    pause: { by: other, waits_for: [you], expires: Date.now() + 120_000 },
  });
  await page
    .locator(".vote", { hasText: /lapses in [12]:\d\d/ })
    .locator("button")
    .first()
    .click();
  relay.toPage({ ...relay.table, id: undefined, paused: { since: Date.now() }, pause: null });
  await page.locator(".tempo-band", { hasText: "paused" }).locator("button").click();
  await until(page, () => relay.sent.some(({ type }) => type === "resume"));
  assert.deepEqual(
    relay.sent.filter(({ type }) => /^(pause_answer|resume)$/.test(type)).map(({ type, agree }) => [type, agree]),
    [
      ["pause_answer", true],
      ["resume", undefined],
    ],
  );
});

// Only some games have rounds.
const withRounds = games.find((game) =>
  declared("steps.toml", game.folder).some((line) => line.includes("reaction =")),
);
if (withRounds)
  site.test("whoever needs longer holds a round, and its clock is beside what was announced", async (visit) => {
    const { page } = await visit();
    const relay = new Relay();
    relay.answer = ({ type }) => (type === "hold" || type === "release" ? { type: "done" } : undefined);
    await relay.stand(page);
    await startAgainstBots(page, site.server.url, withRounds.name);
    await page.waitForSelector(".prompt.mine");
    const step = nameIn(declared("steps.toml", withRounds.folder).find((line) => line.includes("reaction =")));
    const { table, ...whole } = relay.table;
    const round = (held, deadline) => ({
      ...whole,
      type: "table",
      id: undefined,
      table,
      pace: "live",
      countdown_ms: 8000,
      hold_ms: 60_000,
      seats: whole.seats.map((seat) => ({ ...seat, kind: "person", name: seat.seat })),
      open: { ...whole.open, step, sealed: true, held },
      ask: { ...whole.ask, step },
      deadline,
    });
    relay.toPage(round(null, Date.now() + 8000));
    await page.locator(".strip .clock").waitFor();
    assert.equal(await page.locator(".prompt .clock").count(), 0);
    await page.locator("body").press("h");
    relay.toPage(round(whole.you, Date.now() + 60_000));
    await page.locator(".tempo-band button").click();
    await until(page, () => relay.sent.some(({ type }) => type === "release"));
    assert.deepEqual(
      relay.sent.filter(({ type }) => /^(hold|release)$/.test(type)).map(({ type, question }) => [type, question]),
      [
        ["hold", whole.open.question],
        ["release", whole.open.question],
      ],
    );
  });
