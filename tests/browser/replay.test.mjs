// replay.test.mjs: a finished game again: scrubbed, stepped, played, seen from each seat, and shared.
import assert from "node:assert/strict";
import { enter, fitsWindow, GAMES, handOver, PHONE, seatAll, stage } from "./harness.mjs";

const at = stage();

/** In the page: what is drawn of things only the seat with this name knows. */
const SECRETS = {
  kremlin: (name) =>
    [...document.querySelectorAll(".kr-man > .hidden")].flatMap(({ textContent }) =>
      [...textContent.matchAll(/([^.:]+): (?:[^.]*, )?(\d+) hidden\./g)]
        .filter(([, faction]) => faction.trim() === name)
        .map(([, , points]) => `${points} on ${textContent.split(",")[0]}`),
    ),
  "red-empire": (name) => {
    const faction = document.querySelector(`.re-faction[aria-label="${name}"]`);
    const hand = faction.matches(".re-mine") ? document.querySelectorAll(".re-hand .target") : faction.querySelectorAll(".re-known li");
    return [...hand].map((card) => card.textContent);
  },
  "atomic-business": (name) => {
    const power = [...document.querySelectorAll(".ab-power")].find((one) => one.querySelector(".ab-power-name b").textContent === name);
    const mine = power.matches(".ab-power-me");
    return [...(mine ? document : power).querySelectorAll(`${mine ? ".ab-own" : ".ab-power-hand"} [data-thing^="secret:"]`)].map((card) => card.textContent);
  },
};

const range = (page) => page.locator(".replay-bar input[type=range]");
const moment = async (page) => Number(await range(page).inputValue());
const atLeast = (page, n) => page.waitForFunction((least) => Number(document.querySelector(".replay-bar input").value) >= least, n);
const line = (page) => page.locator(".replay-line").textContent();

/** All that lies on the board, in its order. */
const things = (page) => page.locator(".board").evaluate((board) => [...board.querySelectorAll("[data-thing]")].map((one) => one.dataset.thing).join());

async function scrub(page, to) {
  await range(page).fill(String(to));
  assert.equal(await moment(page), to);
}

async function steps(page, length) {
  const [back, on] = await page.locator(".replay-bar > button[aria-label]").all();
  assert.ok(await back.isDisabled(), "nothing lies before the beginning");
  await on.click();
  await on.click();
  assert.equal(await moment(page), 2);
  await back.click();
  assert.equal(await moment(page), 1);
  const early = await things(page);
  await scrub(page, length);
  assert.ok(await on.isDisabled(), "nothing comes after the end");
  assert.notEqual(await things(page), early);
  await scrub(page, 1);
  assert.equal(await things(page), early);
}

async function runs(page) {
  const speed = page.locator(".replay-bar select").first();
  await scrub(page, 3);
  await speed.selectOption("10");
  await atLeast(page, 6);
  await speed.selectOption("0");
  const stopped = await moment(page);
  await page.locator(".replay-bar > button[aria-label]").last().click();
  assert.equal(await moment(page), stopped + 1);
}

async function jumps(page) {
  await page.locator(".points summary").click();
  const point = page.locator(".points li").last();
  const button = point.locator("button");
  const to = Number(await button.textContent());
  const told = (await point.textContent()).replace(/^\d+ /, "");
  await button.click();
  assert.equal(await moment(page), to);
  assert.ok((await line(page)).includes(told), told);
  await page.locator(".points summary").click();
}

/** A moment of the middle at which two seats hide something; what they hide. */
async function hiding(page, game, seats, length) {
  for (let n = length >> 1; n < length; n++) {
    await scrub(page, n);
    const all = await Promise.all(seats.map(({ name }) => page.evaluate(SECRETS[game], name)));
    const two = seats.map((seat, i) => ({ ...seat, secrets: all[i] })).filter(({ secrets }) => secrets.length > 0);
    if (two.length >= 2) return two;
  }
  throw new Error("nobody hides anything from the middle on");
}

async function views(page, game, length) {
  const choice = page.locator(".replay-bar select").last();
  const options = await choice.locator("option").evaluateAll((list) => list.map(({ value, textContent: name }) => ({ value, name })));
  const seats = options.slice(1, -1);
  assert.equal(seats.length, 4);
  const [one, other] = await hiding(page, game, seats, length);
  const has = async (seat) => (await page.evaluate(SECRETS[game], seat.name)).length > 0;
  for (const [viewer, seesOne, seesOther] of [[one.value, true, false], [other.value, false, true], ["observer", false, false], ["", true, true]]) {
    await choice.selectOption(viewer);
    assert.equal(await has(one), seesOne, `${viewer || "everything"} looks at ${one.name}: ${one.secrets}`);
    assert.equal(await has(other), seesOther, `${viewer || "everything"} looks at ${other.name}: ${other.secrets}`);
  }
  await choice.selectOption(one.value);
  return one.value;
}

async function plots(page) {
  const lines = await page.locator(".plot").evaluateAll((all) => all.map((plot) => [...plot.querySelectorAll(".plot-line")].map((one) => one.getAttribute("points"))));
  assert.ok(lines.length >= 2);
  for (const points of lines.flat()) assert.match(points, /^[\d.]+,[\d.]+( [\d.]+,[\d.]+)+$/);
}

/** The address in the clipboard shows somebody else the same moment from the same seat. */
async function shares(come, person, seat) {
  const { page, context } = person;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator(".replay-bar button.small").click();
  await page.waitForFunction(() => navigator.clipboard.readText().then((text) => text.includes("/replay/")));
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const { page: friend } = await come({ viewport: PHONE });
  await friend.goto(address);
  await enter(friend, "Ben");
  await friend.waitForSelector(".board [data-thing]");
  assert.equal(await moment(friend), await moment(page));
  assert.equal(await friend.locator(".replay-bar select").last().inputValue(), seat);
  assert.equal(await line(friend), await line(page));
  assert.equal(await things(friend), await things(page));
  await fitsWindow(friend);
}

for (const game of GAMES)
  at.scene(`${game}: a finished game again`, async (come) => {
    const person = await come();
    const { page } = person;
    await seatAll([person], at.server.url, game, { players: 4, open: true });
    await handOver(page);
    await page.locator('.end a[href^="/replay/"]').click();
    await page.waitForSelector(".replay .board [data-thing]");
    const length = Number(await range(page).getAttribute("max"));
    assert.ok(length > 20, `${length} moves`);
    await steps(page, length);
    await runs(page);
    await jumps(page);
    await plots(page);
    const seat = await views(page, game, length);
    await shares(come, person, seat);
  });
