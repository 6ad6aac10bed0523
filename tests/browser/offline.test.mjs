// offline.test.mjs: games without the server: the page opens and plays, the browser keeps what was played, and sends it when
// the server is back. And what a person sees first who comes back.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  assertFitsWindow,
  atRest,
  enterName,
  GAMES,
  games,
  LONG,
  PHONE,
  PROGRAM,
  playRandomly,
  startAgainstBots,
  startServer,
  testSite,
} from "./harness.mjs";

const site = testSite();
const shortGame = games.find(({ played }) => played) ?? games[0];

/** Removes the faults that a server which is away causes. */
const removeFaults = (faults) =>
  faults.splice(0, Infinity, ...faults.filter((fault) => !/ERR_CONNECTION_REFUSED|WebSocket connection/.test(fault)));

/** Runs in the page before anything else: counts how often a connection is tried. */
const countAttempts = () => {
  window.attempts = 0;
  window.WebSocket = class extends window.WebSocket {
    constructor(...more) {
      super(...more);
      window.attempts++;
    }
  };
};

/** Fails if the games of the first page go and come back while the server is looked for again. */
async function assertStandsStill(page) {
  await page.evaluate(() => {
    window.gone = 0;
    window.attempts = 0;
    const look = () => document.querySelector(".posters") || window.gone++;
    new window.MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  await page.waitForFunction(() => window.attempts >= 2);
  await page.evaluate(() => new Promise((drawn) => window.requestAnimationFrame(() => window.setTimeout(drawn))));
  assert.equal(await page.evaluate(() => window.gone), 0, "the first page stands still without a server");
}

/** Begins a game on the page for games without a server, with the smallest number of players. */
async function beginLocally(page) {
  await page.locator(".making input[name=players]").first().check();
  await page.locator(".making button.main").click();
  await page.waitForSelector("[data-legal], .end");
}

/** Lets a bot play the rest of a game that has thousands of questions. */
async function letBotFinish(page) {
  page.once("dialog", (dialog) => void dialog.accept());
  await page.locator(".local-finish").click();
  await page.waitForSelector(".end");
}

site.test("every game is played to its end without the server, and sent when it is back", async (visit, context) => {
  const first = await startServer();
  let server = first;
  const folder = mkdtempSync(join(tmpdir(), "apparat-offline-"));
  try {
    const { page, context: visitor, faults } = await visit({ viewport: PHONE, serviceWorkers: "allow" });
    await visitor.addInitScript(countAttempts);
    await page.goto(`${first.url}/me`);
    await enterName(page, "Ann");
    await page.goto(first.url);
    await page.waitForSelector(".offline-note.ready");
    await first.leave();
    await page.reload();
    await page.waitForSelector(".posters");
    await assertStandsStill(page);

    // By pressing what is highlighted; a reload in the middle goes on with the same question.
    const question = () => page.locator(".board").getAttribute("data-question");
    await page.locator(`.poster-${shortGame.name} button.main`).click();
    await beginLocally(page);
    await playRandomly([page], 5, 5);
    await atRest(page);
    const before = await question();
    const lines = await page.locator(".log li").count();
    await page.reload();
    await page.waitForSelector("[data-legal], .end");
    assert.equal(await question(), before);
    assert.equal(await page.locator(".log li").count(), lines, "the log is whole after a reload");
    await assertFitsWindow(page);
    await playRandomly([page], 6, 2000);
    await page.waitForSelector(".end");

    // The other games by a few presses, and then by what a bot would do; if LONG by presses alone, unless they are too long.
    for (const { name: game, most } of games.filter(({ name }) => GAMES.includes(name) && name !== shortGame.name)) {
      await page.goto(`${first.url}/play/${game}`);
      await beginLocally(page);
      await playRandomly([page], 7, LONG && !most ? 5000 : 6);
      if ((await page.locator(".end").count()) === 0) await letBotFinish(page);
      context.diagnostic(`${game}: ${await page.locator(".log li").count()} lines`);
    }

    // The record is what `apparat verify` takes, and says that nobody has signed it.
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download the record" }).click(),
    ]);
    const path = join(folder, "game.apr");
    await download.saveAs(path);
    assert.match(readFileSync(path, "utf8"), /^dice unsigned/m);
    assert.match(execFileSync(PROGRAM, ["verify", path], { encoding: "utf8" }), /: ok, /);

    // It can be watched, still without the server.
    await page.getByRole("link", { name: "Watch it again" }).click();
    await page.waitForSelector(".replay .board [data-thing]");
    await page.locator(".replay-bar input[type=range]").fill("3");
    await page.waitForFunction(() => location.search.includes("at=3"));

    // All of them are listed as kept in this browser. One is to be sent, and is when the server is back.
    await page.goto(first.url);
    const rows = page.locator(".saved-row");
    await rows.nth(GAMES.length - 1).waitFor();
    assert.equal(await rows.count(), GAMES.length);
    for (const row of await rows.allTextContents()) assert.match(row, /kept in this browser, unsigned/);
    await rows.first().locator(".local-send").click();
    await page.waitForSelector(".local-waits");
    server = await startServer({ port: first.port, folder: first.folder });
    const sent = page.locator(".local-sent");
    await sent.waitFor();
    await sent.click();
    await page.waitForSelector(".replay .board [data-thing]");
    await page.goto(first.url);
    await page
      .locator(".table-row", { hasText: /unsigned · / })
      .first()
      .waitFor();
    await page.close(); // it would complain while its server is away
    removeFaults(faults);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

site.test("on a phone the first thing is the table that waits", async (visit) => {
  const { page } = await visit({ viewport: PHONE });
  await startAgainstBots(page, site.server.url, shortGame.name);
  await page.waitForSelector(".prompt.mine");
  await page.goto(site.server.url);
  const turn = page.locator("main a", { has: page.locator(".table-turn") }).first();
  await turn.waitFor();
  const { y, height } = await turn.boundingBox();
  assert.ok(y + height < PHONE.height / 2, `the table is at ${y}`);
  const firstLink = page.locator("main a, main button").first();
  assert.equal(await firstLink.getAttribute("href"), await turn.getAttribute("href"));
  await assertFitsWindow(page);
});

site.test("a link to a table shows whose it is and who sits there, and then asks for a name", async (visit) => {
  const [{ page: host }, { page: guest }, { page: stranger, faults }] = [await visit(), await visit(), await visit()];
  await host.goto(`${site.server.url}/new/${shortGame.name}`);
  await enterName(host, "Olga");
  // The page sells the game: a picture, how many play, how long, and what it is about.
  await host.waitForSelector(".about .poster-picture");
  const facts = await host.locator(".about-facts dd").allTextContents();
  assert.equal(facts.length, 2);
  assert.match(facts[0], new RegExp(shortGame.players.join(".+")));
  assert.match(facts[1], /minutes|hour/);
  assert.match(await host.locator(".about-lead").textContent(), /\w+ \w+ .*\./);
  // Each option, and each of its values, is said in words.
  const options = await host
    .locator(".making fieldset.sentences label")
    .evaluateAll((labels) => labels.map((label) => [label.querySelector("input").value, label.textContent.trim()]));
  assert.ok(options.length >= 6, `${options.length} values`);
  for (const [value, words] of options) assert.ok(words && words !== value, `${value}: ${words}`);
  await host.locator(".making button[type=submit]").click();
  const invitation = await host.locator(".invitation input").inputValue();
  await guest.goto(invitation);
  await guest.getByRole("heading", { name: /^Olga invites you to / }).waitFor();
  assert.match(await guest.locator(".room-seats li").first().textContent(), /^\s*Olga/);
  assert.equal(await guest.locator("form.who").count(), 0);
  await guest.locator(".door .room-seats button.main").first().click();
  await enterName(guest, "Piotr");
  await host.locator(".room-seats .person", { hasText: "Piotr" }).waitFor();
  await stranger.goto(invitation.split("#")[0]);
  await stranger.waitForSelector("form.who");
  assert.equal(await stranger.getByText("Olga").count(), 0);
  faults.splice(0, Infinity, ...faults.filter((fault) => !/404/.test(fault)));
});

site.test("sounds are off until they are wanted", async (visit) => {
  const heard = async (wanted) => {
    const { page, context } = await visit();
    await context.addInitScript((setting) => {
      if (setting) localStorage.setItem("sound", setting);
      window.tones = 0;
      const create = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function () {
        window.tones++;
        return create.call(this);
      };
    }, wanted);
    await page.goto(`${site.server.url}/play/${shortGame.name}`);
    await beginLocally(page);
    await letBotFinish(page);
    return page.evaluate(() => window.tones);
  };
  assert.equal(await heard(null), 0);
  assert.ok((await heard("on")) > 0);
});

site.test("the first visit loads little", async (visit) => {
  const MOST_KB = 130;
  const { page, context } = await visit();
  const wire = await context.newCDPSession(page);
  let bytes = 0; // as they come over the wire, heads and all
  await wire.send("Network.enable");
  wire.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(site.server.url, { waitUntil: "networkidle" });
  await page.waitForSelector(".posters");
  assert.ok(bytes > 20_000 && bytes <= MOST_KB * 1000, `${bytes} bytes`);
});

site.test("what installs the client is there", async (visit) => {
  const { page } = await visit();
  await page.goto(site.server.url);
  const manifest = await page.evaluate(async () => {
    const answer = await fetch(document.querySelector("link[rel=manifest]").href);
    return { type: answer.headers.get("Content-Type"), ...(await answer.json()) };
  });
  assert.equal(manifest.type, "application/manifest+json");
  assert.equal(manifest.display, "standalone");
  const icons = [...manifest.icons, { src: "/icon-180.png", sizes: "180x180" }];
  assert.ok(icons.some(({ purpose }) => purpose === "maskable"));
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    assert.equal(size, sizes);
  }
});
