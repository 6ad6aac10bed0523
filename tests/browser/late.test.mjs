// late.test.mjs: boards late in a game, when they show much: everything can be read in windows of every size. The moments
// are those of recorded games, shown in as much room as a board has at a table.
import assert from "node:assert/strict";
import { games, LONG, recordOf, startAgainstBots, testSite } from "./harness.mjs";

const site = testSite();

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];
/** If LONG, so many moments of each game are looked at. */
const MANY = 30;

const nextFrame = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

/**
 * Runs in the page: returns the texts of the board that are cut off, and those that lie over one another. What ends with dots
 * is meant to, and so is what has data-over: it lies over something for a while. Of what is scrolled only the visible part
 * counts.
 */
const findUnreadable = () => {
  const INK = 0.36; // capitals and digits reach so far up and down from the middle of their line, in ems
  const board = document.querySelector(".board");
  const styleOf = (element) => getComputedStyle(element);
  const isForEyes = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest("svg, .hidden, [data-over], .statistics");
  const inkOf = ({ left, right, top, bottom }, element) => {
    const reach = Math.min((bottom - top) / 2, parseFloat(styleOf(element).fontSize) * INK);
    const middle = (top + bottom) / 2;
    return { left, right, top: middle - reach, bottom: middle + reach };
  };
  const found = [];
  const seen = [];
  const look = (element, text, box) => {
    const ink = inkOf(box, element);
    const visible = { ...ink };
    let isScrolled = false;
    let isAbsolute = false; // then only what is positioned cuts it off
    for (let part = element; part && part !== board.parentElement; part = part.parentElement) {
      const { overflowX, overflowY, clipPath, textOverflow, position, display } = styleOf(part);
      if (display === "contents") continue;
      if (clipPath.startsWith("inset")) return;
      if (isAbsolute && position === "static") continue;
      isAbsolute = position === "absolute";
      if (overflowX === "visible" && overflowY === "visible") continue;
      const edge = part.getBoundingClientRect();
      isScrolled ||= /auto|scroll/.test(overflowX + overflowY);
      const isCut = ink.right > edge.right + 1.5 || ink.bottom > edge.bottom + 1.5 || ink.top < edge.top - 1.5;
      if (isCut && !isScrolled && textOverflow !== "ellipsis") found.push(`${text} is cut off by ${part.className}`);
      isScrolled ||= textOverflow === "ellipsis";
      visible.left = Math.max(visible.left, edge.left);
      visible.right = Math.min(visible.right, edge.right);
      visible.top = Math.max(visible.top, edge.top);
      visible.bottom = Math.min(visible.bottom, edge.bottom);
    }
    if (visible.right - visible.left > 1 && visible.bottom - visible.top > 1) seen.push({ element, text, ...visible });
  };
  const walk = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode()) {
    const { data, parentElement } = walk.currentNode;
    if (!data.trim() || !isForEyes(parentElement)) continue;
    range.selectNodeContents(walk.currentNode);
    for (const box of range.getClientRects()) if (box.width > 1) look(parentElement, data.trim(), box);
  }
  // Marks for the eyes only are generated from data-n.
  for (const mark of board.querySelectorAll("[data-n]"))
    if (isForEyes(mark)) look(mark, mark.dataset.n, mark.getBoundingClientRect());
  const common = (a, b) =>
    Math.min(
      Math.min(a.right, b.right) - Math.max(a.left, b.left),
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
    );
  for (const [n, one] of seen.entries())
    for (const other of seen.slice(n + 1))
      if (one.element !== other.element && common(one, other) > 3)
        found.push(`${one.text} (${one.element.className}) and ${other.text} (${other.element.className})`);
  return found;
};

/** Shows the board of a replay in as much room as it has at a table in a window of this size. */
async function resizeBoard(page, { width, height }, tableBoard) {
  await page.setViewportSize({ width, height });
  await nextFrame(page);
  const { height: shown } = await page.locator(".replay > .board").boundingBox();
  await page.setViewportSize({ width, height: Math.round(height + tableBoard - shown) });
  await nextFrame(page);
}

/** Returns the height of a board at a table, in a window of each size. */
async function measureTables(page, game) {
  await startAgainstBots(page, site.server.url, game);
  await page.waitForSelector(".prompt.mine");
  const heights = [];
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await nextFrame(page);
    heights.push((await page.locator("[data-part=board]").boundingBox()).height);
  }
  return heights;
}

for (const game of games.filter(({ record, parts }) => record && parts.board))
  for (const language of LONG ? ["en", "fr"] : ["en"])
    site.test(`${game.name}: everything on the board can be read late in a game, ${language}`, async (visit) => {
      const { page } = await visit({ language });
      const heights = await measureTables(page, game.name);
      await page.route("**/records/golden.apr", (route) =>
        route.fulfill({ contentType: "text/plain", body: recordOf(game) }),
      );
      await page.goto(`${site.server.url}/replay/golden?seat=${game.moment.seat}`);
      await page.waitForSelector(".replay .board > *");
      await page.evaluate(() => document.fonts.ready);
      const length = Number((await page.locator(".replay-at").textContent()).split("/")[1]);
      const many = LONG ? Array.from({ length: MANY }, (_, n) => Math.round(((n + 1) * length) / MANY)) : [];
      for (const at of [...game.crowded, ...many]) {
        await page.locator(".replay-bar input[type=range]").fill(String(at));
        for (const [n, size] of WINDOWS.entries()) {
          await resizeBoard(page, size, heights[n]);
          assert.deepEqual(await page.evaluate(findUnreadable), [], `${at} in ${size.width} x ${size.height}`);
        }
      }
    });
