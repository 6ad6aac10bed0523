// dice.test.mjs: the browser pledges a number for the dice by itself, checks every throw and the record, and warns loudly if
// the server lies. The lies are told by a relay between page and server; web/src/dice/dice.test.ts has each kind.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { games, playToTheEnd, PROGRAM, startAgainstBots, testSite } from "./harness.mjs";

const site = testSite();
const { test } = site;
/** A short game is enough. */
const GAME = (games.find(({ name }) => name === "tiny") ?? games[0]).name;

/** Lets a function change what the server says before the page reads it. */
async function standBetween(page, change) {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((text) => {
      const message = JSON.parse(text);
      change(message);
      socket.send(JSON.stringify(message));
    });
  });
}

test("a game against bots has this browser's own number in its dice, and all of them are checked", async (visit) => {
  const { page } = await visit();
  await startAgainstBots(page, site.server.url, GAME);
  const table = page.url().split("/t/")[1].split(/[#?]/)[0];
  await playToTheEnd([page], 5);
  await page.waitForSelector(".dice-after[data-checked=yes]");
  assert.equal(await page.locator(".dice-alarm").count(), 0);
  const folder = mkdtempSync(join(tmpdir(), "apparat-dice-"));
  try {
    const record = join(folder, "game.apr");
    const kept = join(folder, "game.dice");
    writeFileSync(record, await (await fetch(`${site.server.url}/records/${table}.apr`)).text());
    const { record_key: key } = await (await fetch(`${site.server.url}/.well-known/apparat`)).json();
    const link = await page.locator(".dice-after a[download]").getAttribute("href");
    writeFileSync(kept, decodeURIComponent(link.split(",").slice(1).join(",")));
    const said = execFileSync(PROGRAM, ["verify", record, "--kept", kept, "--key", key], { encoding: "utf8" });
    assert.match(said, /dice verified: \d+ outcomes, own nonces of \w+/);
    assert.match(said, /signed as demanded by .*, your own program vouches for \w+$/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const LIES = {
  secret: (message) => {
    const zero = "00".repeat(32);
    const opening = { number: 1, of: 1, secret: zero, path: Array(11).fill(zero) };
    for (const outcome of message.type === "dice" ? message.outcomes : []) Object.assign(outcome, opening);
  },
  order: (message) => {
    if (message.type === "dice") message.outcomes.shift();
  },
  commitment: (message) => {
    if (message.type === "table" && message.status === "running") message.commitment = "00".repeat(32);
  },
  nonce: (message) => {
    if (message.type === "table" && message.dice) delete message.dice.seats[1].nonce;
  },
  version: (message) => {
    if (message.type === "table" && message.status === "running") message.dice.version = 1;
  },
};

for (const [lie, change] of Object.entries(LIES))
  test(`a lie about the ${lie} is shown loudly`, async (visit) => {
    const { page } = await visit();
    await standBetween(page, change);
    await startAgainstBots(page, site.server.url, GAME);
    await page.waitForSelector(".dice-alarm[role=alert]");
  });
