// pages.test.mjs: everything around a game: connections, accounts, tables of several people, languages, finished games.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  enterName,
  GAMES,
  games,
  handSeatToBot,
  PHONE,
  playRandomly,
  PROGRAM,
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
  // An answer that gives up something large is asked about.
  const confirmed = ([n]) =>
    document.querySelector(".confirm") || document.querySelector(".board")?.dataset.question !== n;
  await page.waitForFunction(confirmed, [number]);
  if ((await page.locator(".confirm").count()) > 0) await page.locator(".confirm button").first().click();
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
  // Bots may end the game before the person is asked again.
  await page.waitForFunction(
    (n) => document.querySelectorAll(".log li").length > n && document.querySelector(".prompt.mine, .end"),
    log,
  );
  await other.waitForSelector(".prompt.mine, .end");
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

/** Runs a command of administration at the tests' server. */
const admin = (...words) =>
  execFileSync(PROGRAM, ["admin", "--json", "--db", `sqlite:${site.server.folder}/db`, ...words], { encoding: "utf8" });

/** Makes an account, or logs in to it, and waits for the person's own page. */
async function enterAccount(page, way, name, password) {
  await page.goto(`${site.server.url}/me`);
  await button(page, way).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.locator("form.who button[type=submit]").click();
  await page.getByRole("heading", { name }).waitFor();
}

site.test("sessions are shown and ended, and all that is kept is downloaded", async (visit) => {
  const { page } = await visit({ viewport: PHONE });
  const other = await visit();
  await enterAccount(page, "Make an account", "Vera", "correct horse");
  await enterAccount(other.page, "Log in", "Vera", "correct horse");
  await page.reload();
  await page.locator(".sessions li").nth(1).waitFor();
  assert.match(await page.locator(".sessions").textContent(), /Chrome, Linux.*\(here\)/);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await button(page, "Sign out everywhere else").click();
  await page.waitForFunction(() => document.querySelectorAll(".sessions li").length === 1);
  await other.page.reload();
  await other.page.waitForSelector("form.who");
  removeFaults(other.faults, /401/);
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the file" }).click();
  const data = JSON.parse(readFileSync(await (await file).path(), "utf8"));
  assert.deepEqual([data.person.name, data.sessions.length], ["Vera", 1]);
});

site.test("a forgotten password is set anew with a link", async (visit) => {
  const { page, faults } = await visit();
  await enterAccount(page, "Make an account", "Wanda", "correct horse");
  await button(page, "Log out").click();
  await button(page, "Log in").click();
  await button(page, "Forgotten your password?").click();
  await page.getByLabel("Name").fill("Wanda");
  await button(page, "Send the link").click();
  await page.getByText("This server sends no mail.").waitFor(); // none is set up here
  const { link } = JSON.parse(admin("people", "reset", "Wanda"));
  await page.goto(link);
  await page.getByLabel("The new password").fill("battery staple");
  await button(page, "Set the password").click();
  await page.getByRole("heading", { name: "Wanda" }).waitFor();
  await page.goto(`${site.server.url}/`);
  await page.goto(link); // it works once
  await page.getByLabel("The new password").fill("battery staple");
  await button(page, "Set the password").click();
  await page.getByText("This link was used already").waitFor();
  removeFaults(faults, /40[0-9]/);
});

for (const { name: game, parts } of games.filter(({ name }) => GAMES.includes(name)))
  site.test(`${game}: a table is made as the form proposes it, and a report of a problem runs`, async (visit) => {
    const { page } = await visit();
    await page.goto(`${site.server.url}/new/${game}`);
    await enterName(page, "Ann");
    await page.locator(".making button[type=submit]").click();
    await page.waitForSelector(".room");
    await startAgainstBots(page, site.server.url, game);
    await page.waitForSelector(".prompt.mine");
    await page.getByRole("tab", { name: "Seats" }).click();
    assertReportRuns(await report(page), page, game);
    // Bots play the rest: of a long game that is too much for a page. One without a board of its own may lack the usual bot.
    if (parts.board) return;
    await handSeatToBot(page);
    await page.waitForSelector(".take-back, .end");
  });

site.test("what whoever runs the server does is seen at the table", async (visit) => {
  const people = [await visit(), await visit()];
  const [{ page }, friend] = people;
  await startTogether(people, site.server.url, GAME, { players: 3 });
  const key = new URL(page.url()).pathname.split("/")[2];
  admin("announce", "We restart at ten.");
  await page.locator(".announcement", { hasText: "We restart at ten." }).waitFor();
  await page.locator(".announcement button").click();
  await page.waitForFunction(() => !document.querySelector(".announcement"));
  await friend.page.locator(".announcement").waitFor();
  admin("announce");
  await friend.page.waitForFunction(() => !document.querySelector(".announcement"));

  // Somebody reports what was said; whoever runs the server reads it and deletes the line.
  await tab(friend.page, 1);
  await friend.page.getByLabel("Say something").fill("You are a fool");
  await button(friend.page, "Send").click();
  await tab(page, 1);
  await page.locator(".talk li", { hasText: "You are a fool" }).getByRole("button").click();
  await page.getByLabel("What is wrong?").fill("Insults");
  await button(page, "Send the report").click();
  await page.getByText("Thank you. Your report has number").waitFor();
  await button(page, "Back to the table").click();
  const [report] = JSON.parse(admin("reports", "list")).reports.slice(-1);
  assert.deepEqual([report.kind, report.said, report.text], ["talk", "You are a fool", "Insults"]);
  const [line] = JSON.parse(admin("talk", "list", key)).talk;
  admin("talk", "delete", key, String(line.line));
  for (const { page: one } of people) await one.waitForFunction(() => !document.querySelector(".talk li .words"));

  // Looking at what is hidden is told in the log of the table.
  admin("tables", "show", key, "--hidden");
  await tab(page, 0);
  await page.locator(".log", { hasText: "has looked at what is hidden at this table" }).waitFor();
  admin("tables", "close", key);
  await page.getByText("This table was closed.").waitFor();
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

/**
 * Replaces what a page can know of Web Push, since there is no push service in a test: whether it came by HTTPS, and
 * whether it has a worker. Permission is given when it is asked for; the keys are those of an example in RFC 8291.
 */
function fakePush({ secure, worker }) {
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const endpoint = "https://push.example.org/one";
  const subscription = () => {
    const applicationServerKey = Uint8Array.from(JSON.parse(localStorage.subscribed)).buffer;
    return {
      endpoint,
      options: { applicationServerKey },
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => localStorage.removeItem("subscribed"),
    };
  };
  const pushManager = {
    getSubscription: async () => (localStorage.subscribed ? subscription() : null),
    subscribe: async ({ applicationServerKey }) => {
      localStorage.subscribed = JSON.stringify([...applicationServerKey]);
      return subscription();
    },
  };
  const replace = (object, name, get) => Object.defineProperty(object, name, { get, configurable: true });
  replace(globalThis, "isSecureContext", () => secure);
  replace(globalThis.Notification, "permission", () => localStorage.allowed ?? "default");
  globalThis.Notification.requestPermission = async () => (localStorage.allowed = "granted");
  globalThis.ServiceWorkerContainer.prototype.getRegistration = async () => (worker ? { pushManager } : undefined);
  replace(globalThis.ServiceWorkerContainer.prototype, "ready", async () =>
    worker ? { pushManager } : new Promise(() => {}),
  );
}

const VISITS_WITHOUT_PUSH = [
  [{ secure: false, worker: false }, /HTTPS/],
  [{ secure: true, worker: false }, /no service worker/],
];

site.test("a browser is told of games by Web Push, or the page says why not", async (visit) => {
  for (const [kind, reason] of VISITS_WITHOUT_PUSH) {
    const { page } = await visit();
    await page.addInitScript(fakePush, kind);
    await page.goto(`${site.server.url}/me`);
    await enterName(page, "Nobody");
    assert.match(await page.locator(".push .obstacle").innerText(), reason);
    assert.equal(await page.locator(".push button").count(), 0);
  }
  const { page } = await visit();
  await page.addInitScript(fakePush, { secure: true, worker: true });
  const pushes = () => page.evaluate(async () => (await (await globalThis.fetch("/api/notices")).json()).push);
  await page.goto(`${site.server.url}/me`);
  await enterName(page, "Told");
  await button(page, "Tell me in this browser").click();
  await page.getByText("This browser tells you").waitFor();
  assert.deepEqual(await pushes(), ["https://push.example.org/one"]);
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.subscribed).length), 65);
  await page.reload();
  await button(page, "No longer in this browser").click();
  await button(page, "Tell me in this browser").waitFor();
  assert.deepEqual(await pushes(), []);
  // Whoever logs out leaves no notices for the next one.
  await button(page, "Tell me in this browser").click();
  await page.getByText("This browser tells you").waitFor();
  const left = page.waitForRequest((request) => /notices/.test(request.url()) && request.method() === "POST");
  await button(page, "Log out").click();
  assert.deepEqual((await left).postDataJSON(), { push: { endpoint: "https://push.example.org/one" } });
  await page.waitForSelector("main:not(.account) > form.who"); // a guest's page has one, too
  assert.equal(await page.evaluate(() => localStorage.subscribed), undefined);
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

const WORDS = "The die fell off the table.";

/** Reports a problem on a page that shows the seats; returns the number of the report. */
async function report(page) {
  await button(page, "Report a problem").click();
  await page.locator("dialog textarea").fill(WORDS);
  await button(page, "Send the report").click();
  const thanks = await page.locator("dialog p", { hasText: /Your report has number \d+\./ }).innerText();
  await button(page, "Back to the table").click();
  return /\d+/.exec(thanks)[0];
}

/** What the operator reads of a report is a scenario that runs, with the person's words and what was shown to him. */
function assertReportRuns(number, page, game = GAME) {
  const folder = mkdtempSync(join(tmpdir(), "apparat-report-"));
  const file = join(folder, "report.aps");
  try {
    const database = `sqlite:${site.server.folder}/db`;
    const words = ["admin", "--db", database, "reports", "show", number, "--hidden"];
    const text = execFileSync(PROGRAM, words, { encoding: "utf8" });
    const { width, height } = page.viewportSize();
    for (const line of [WORDS, `page: ${new URL(page.url()).pathname}`, `window: ${width}x${height}`])
      assert.ok(text.includes(`# ${line}`), `${line} in ${text}`);
    assert.match(text, new RegExp(`^start ${game} `, "m"));
    writeFileSync(file, text);
    assert.match(execFileSync(PROGRAM, ["script", file], { encoding: "utf8" }), /ok, 1 scenario\n/);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

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
  // The button says what it would take back; both are then told the same, and how long they have.
  const label = await ann.getByRole("button", { name: /^Ask to take back / }).innerText();
  const answer = /“.*?”/.exec(label)?.[0];
  assert.ok(answer, label);
  await ann.getByRole("button", { name: /^Ask to take back / }).click();
  await ann.locator(".vote", { hasText: `You asked to take back ${answer}` }).waitFor();
  const wanted = await ben.locator(".vote", { hasText: `Ann (` }).innerText();
  assert.ok(wanted.includes(`asks to take back ${answer}`), wanted);
  assert.match(wanted, /further decisions? goe?s? with it[^]*Waiting for Ben[^]*lapses in [12]:\d\d/);
  await button(ben, "Agree").click();
  await ann.waitForFunction((n) => document.querySelector(".board")?.dataset.question === n, annsQuestion);
  await ben.waitForSelector(".vote", { state: "detached" });

  await tab(ben, 2);
  await handSeatToBot(ann);
  await ben.locator(".seats li", { hasText: "a bot stands in" }).waitFor();
  if ((await ann.locator(".end").count()) > 0) return; // the bot has finished the game already
  await button(ann, "Take my seat back").click();
  await ben.locator(".seats li", { hasText: "a bot stands in" }).waitFor({ state: "detached" });

  assertReportRuns(await report(ben), ben);
  assert.equal(await ann.getByText(WORDS).count(), 0, "a report is for the operator alone");

  await button(ann, "Resign").click(); // it asks once more
  await button(ann, "Keep playing").click();
  assert.equal(await ben.locator(".seats li", { hasText: "resigned" }).count(), 0);
  await button(ann, "Resign").click();
  await button(ann, "Resign for good").click();
  await ben.locator(".seats li", { hasText: /Ann, who has resigned.*a bot plays to the end/ }).waitFor();
  await ann
    .getByRole("button", { name: /^(Resign|Let a bot play for me|Take my seat back)$/ })
    .waitFor({ state: "detached" });
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
  assert.equal(await page.locator(".dice-during").count(), 0); // the browser of Ann has pledged
});

site.test("a table at which nobody has pledged says so", async (visit) => {
  const { page } = await visit();
  await page.goto(`${site.server.url}/tables`);
  await enterName(page, "Ann");
  const key = await startWithoutPledge(page);
  await page.goto(`${site.server.url}/t/${key}`);
  await page.waitForSelector(".dice-during");
});

/** Makes and starts a table as a client that knows nothing of dice does; returns its key. */
function startWithoutPledge(page) {
  return page.evaluate(
    (game) =>
      new Promise((resolve, reject) => {
        const socket = new window.WebSocket(`${location.origin.replace("http", "ws")}/ws`, "apparat.1");
        const send = (message) => socket.send(JSON.stringify(message));
        let key = "";
        socket.onopen = () => send({ type: "hello", id: "1", version: 1 });
        socket.onerror = () => reject(new Error("no connection"));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === "error") reject(new Error(data));
          if (message.id === "1")
            send({ type: "create", id: "2", game, players: 3, seats: ["me", { bot: "greedy" }, { bot: "greedy" }] });
          if (message.id === "2") send({ type: "start", id: "3", table: (key = message.table) });
          if (message.id === "3") resolve(key);
        };
      }),
    GAME,
  );
}

/** Makes a table for Ann and somebody else, with bots for the rest, that all may see; returns its invitation. */
async function openTable(page) {
  await page.goto(`${site.server.url}/new/${GAME}`);
  await enterName(page, "Ann");
  await page.getByRole("radio", { name: "3", exact: true }).check();
  await page.locator(".chair select").nth(1).selectOption("open");
  await page.locator(".chair select").nth(2).selectOption("greedy");
  await page.locator(".making input[type=checkbox]").first().setChecked(true);
  await page.locator(".making button[type=submit]").click();
  return page.locator(".invitation input").inputValue();
}

site.test("tables are searched, and whoever made one removes somebody from a seat", async (visit) => {
  const [ann, zoe, eve] = [await visit(), await visit(), await visit()];
  await zoe.page.goto(await openTable(ann.page));
  await zoe.page.locator(".door .room-seats button.main").first().click();
  await enterName(zoe.page, "Zoé Quill");
  await zoe.page.waitForSelector(".room-seats .person button.small");

  await eve.page.goto(`${site.server.url}/tables`);
  await enterName(eve.page, "Eve");
  const row = eve.page.locator(".table-row a", { hasText: "Zoé Quill" });
  await row.waitFor();
  await eve.page.getByRole("searchbox").fill("quil");
  await row.waitFor();
  await eve.page.getByRole("searchbox").fill("quilt");
  await row.waitFor({ state: "detached" });
  await eve.page.getByText("No such table just now.").waitFor();
  await eve.page.getByRole("searchbox").fill("ZO");
  await row.waitFor();
  await eve.page.getByLabel("with a free seat").check();
  await row.waitFor({ state: "detached" }); // all of its seats are taken

  const seat = ann.page.locator(".room-seats li", { hasText: "Zoé Quill" });
  await seat.getByRole("button", { name: "Remove" }).click(); // it asks once more
  await seat.getByRole("button", { name: "No", exact: true }).click();
  await seat.getByRole("button", { name: "Remove" }).click();
  await seat.getByText("Remove Zoé Quill from the table, for good?").waitFor();
  await seat.getByRole("button", { name: "Remove" }).click();
  await zoe.page.getByText("Whoever made this table has removed you from it.").waitFor();
  await seat.waitFor({ state: "detached" });
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
  const house = ["/", "/tables", "/me", "/learn", "/rules", "/licences", "/recover"];
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

  const [download] = await Promise.all([
    ann.waitForEvent("download"),
    ann.locator(".end a[href^='/records/']").click(),
  ]);
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
