// learn.test.mjs: the guided game of each game, to its end, with the coach at one's elbow.
import assert from "node:assert/strict";
import { chance, fitsWindow, GAMES, PHONE, pressSomething, stage } from "./harness.mjs";

const at = stage();

const MOST = 1500;

/** In the page, or null: the question that is open; how often something was answered is in it. */
const STANDING = () => (document.querySelector(".end") ? null : `${document.querySelector(".board").dataset.question} ${document.querySelectorAll(".log li").length}`);

const buttons = (page) => page.locator(".learn-buttons button");

async function begins(page, game) {
  await page.goto(`${at.server.url}/learn`);
  await page.locator(`a.main[href="/learn/${game}"]`).click();
  await page.locator(".learn-begin").click();
  await page.waitForSelector("[data-legal]");
}

/** The first question is new: what it is, why it is asked, and the rules it rests on. */
async function explains(page, language) {
  const coach = page.locator(".learn-coach");
  const fresh = { en: "New", fr: "Nouveau" };
  assert.match(await coach.locator(".learn-new").textContent(), new RegExp(fresh[language]));
  assert.ok((await coach.locator(".learn-what").textContent()).length > 20);
  assert.ok((await coach.locator(".learn-clauses .clause-id").count()) >= 1, "rules are named");
  await buttons(page).first().click();
  assert.ok((await coach.locator(".learn-advice b").textContent()).length > 3);
}

/** What was done is undone: the same question, the same things, as if it had never been answered. */
async function takesBack(page) {
  const before = await page.locator(".prompt-text").textContent();
  const board = () => page.locator(".board").evaluate((one) => [...one.querySelectorAll("[data-thing]")].map(({ dataset }) => dataset.thing).join());
  const [question, things] = [await page.evaluate(STANDING), await board()];
  await buttons(page).nth(1).click();
  await page.waitForFunction(`(${STANDING})() !== ${JSON.stringify(question)}`);
  await page.locator(".question > button.small").last().click();
  await page.waitForFunction(`(${STANDING})() === ${JSON.stringify(question)}`);
  assert.equal(await page.locator(".prompt-text").textContent(), before);
  assert.equal(await board(), things);
}

/** Pressing highlighted things, or leaving it to the coach, until the game is over. */
async function toTheEnd(page, seed) {
  const pick = chance(seed);
  let [own, coached] = [0, 0];
  for (let n = 0; n < MOST; n++) {
    if ((await page.evaluate(STANDING)) === null) return { own, coached };
    if (pick(3) === 0) {
      await pressSomething(page, pick);
      own++;
    } else {
      const list = await buttons(page).count();
      if (list) await buttons(page).nth(list - 1).click(); // "and so on", where there is one
      coached++;
    }
  }
  throw new Error(`not over after ${MOST} presses: ${await page.locator(".prompt-text").textContent()}`);
}

async function sumsUp(page) {
  await page.waitForSelector(".end li");
  assert.ok((await page.locator(".learn-coach .learn-again").count()) >= 3, "what came up is told again");
  await page.locator(".learn-coach .learn-links button").last().click();
  await page.waitForSelector(".learn-new");
}

const lesson = (game, language, viewport) =>
  at.scene(`${game}: the guided game, ${language}`, async (come, t) => {
    const { page } = await come(viewport ? { viewport, language } : { language });
    await begins(page, game);
    await explains(page, language);
    await takesBack(page);
    await fitsWindow(page);
    const { own, coached } = await toTheEnd(page, 5);
    t.diagnostic(`${own} presses, ${coached} times the coach`);
    await fitsWindow(page);
    await sumsUp(page);
  });

for (const game of GAMES) lesson(game, "en");
lesson(GAMES.at(-1), "fr", PHONE);
