// web.mjs: how much the browser client loads, and how soon it draws: node bench/web.mjs [GAME...]
//
// APPARAT is the program to measure (build/apparat). Figures and bars are in README.md.
import { games as allGames, launchBrowser, openWindow, startAgainstBots, startServer, timeOneDecision } from "../tests/browser/harness.mjs";

const ACTIONS = 50;
const OPENINGS = 5;
const games = process.argv.length > 2 ? process.argv.slice(2) : allGames.filter(({ parts }) => parts.board).map(({ name }) => name);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const server = await startServer();
const browser = await launchBrowser();

/** What comes over the wire, heads and all, until nothing more is asked for. */
async function firstLoad() {
  const { page, context } = await openWindow(browser);
  const wire = await context.newCDPSession(page);
  let [bytes, count] = [0, 0];
  await wire.send("Network.enable");
  wire.on("Network.loadingFinished", ({ encodedDataLength }) => ((bytes += encodedDataLength), count++));
  await page.goto(server.url, { waitUntil: "networkidle" });
  await context.close();
  return { bytes, count };
}

/** Returns a function that returns the milliseconds of processor time that the page's own thread has used so far. */
async function threadTime(page, context) {
  const wire = await context.newCDPSession(page);
  await wire.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => 1000 * (await wire.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
}

/**
 * From the address of a table to its board on the screen, in a window that knows nothing yet but who it is. Returns the
 * time by the clock, and the processor time of the page's thread, which other work on the machine does not change.
 */
async function firstBoard(game) {
  const [times, processor] = [[], []];
  for (let n = 0; n < OPENINGS; n++) {
    const { page, context } = await openWindow(browser);
    await startAgainstBots(page, server.url, game);
    const fresh = await openWindow(browser, { storageState: await context.storageState() });
    await fresh.page.addInitScript(() => {
      const look = () => (document.querySelector(".board > *") ? requestAnimationFrame(() => (window.drawn = performance.now())) : requestAnimationFrame(look));
      requestAnimationFrame(look);
    });
    const used = await threadTime(fresh.page, fresh.context);
    await fresh.page.goto(page.url());
    times.push(await (await fresh.page.waitForFunction(() => window.drawn)).jsonValue());
    processor.push(await used());
    await fresh.context.close();
    await context.close();
  }
  return [median(times), median(processor)];
}

/** From the press to the frame that shows its effect. */
async function oneAction(game) {
  const times = [];
  let { page, context } = await openWindow(browser);
  await startAgainstBots(page, server.url, game);
  while (times.length < ACTIONS) {
    const time = await timeOneDecision(page);
    if (time !== null) times.push(time);
    else {
      await context.close();
      ({ page, context } = await openWindow(browser));
      await startAgainstBots(page, server.url, game);
    }
  }
  await context.close();
  return median(times);
}

/** From the press to the frame in which what was pressed is marked as pending. */
async function pendingMark(game) {
  const [times, processor] = [[], []];
  const { page, context } = await openWindow(browser);
  const used = await threadTime(page, context);
  await startAgainstBots(page, server.url, game);
  while (times.length < OPENINGS) {
    await page.waitForSelector(".prompt.mine, .end");
    if ((await page.locator(".end").count()) > 0) {
      await startAgainstBots(page, server.url, game);
      continue;
    }
    const before = await used();
    const time = await page.evaluate(async () => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const question = document.querySelector(".board").dataset.question;
      const actions = () => [...document.querySelectorAll(".tray [data-legal=action]")].filter((one) => one.checkVisibility());
      if (actions().length === 0) document.querySelector(".tray summary").click();
      while (actions().length === 0) await nextFrame();
      const start = performance.now();
      actions().at(-1).click();
      while (!document.querySelector(".pending") && document.querySelector(".board")?.dataset.question === question && performance.now() - start < 2000) await nextFrame();
      await nextFrame();
      return performance.now() - start;
    });
    processor.push((await used()) - before);
    times.push(time);
    await page.locator("body").press("Escape");
    await page.waitForTimeout(300);
  }
  await context.close();
  return [median(times), median(processor)];
}

const { bytes, count } = await firstLoad();
console.log(`first load        ${(bytes / 1000).toFixed(1)} kB in ${count} requests (at most 130)`);
const ms = ([clock, processor]) => `${clock.toFixed(0)} ms (${processor.toFixed(0)} of processor time)`;
for (const game of games) {
  const [board, mark] = [await firstBoard(game), await pendingMark(game)];
  console.log(`${game.padEnd(17)} first board ${ms(board)} (at most 500), a press marked ${ms(mark)} (at most 60), an action drawn ${(await oneAction(game)).toFixed(0)} ms (at most 100)`);
}
await browser.close();
await server.stop();
