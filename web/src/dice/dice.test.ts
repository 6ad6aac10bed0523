// dice.test.ts: the dice are those of the server (tests/vectors/dice.txt), and this client notices every lie about them.
import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { test } from "node:test";
import type { DiceOfTable, OpenedOutcome } from "../core/protocol";
import vectors from "../../../tests/vectors/dice.txt";
import {
  commitmentTo,
  digestOf,
  draw,
  hashNonces,
  type Hex,
  outcomeSecret,
  pathFits,
  pathOf,
  pledgeOf,
  randomNonce,
} from "./algorithm";
import { checkRecord, type Kept, keptText, type Lie, nothingKept, seeDraws, seeOutcome, seeTable } from "./witness";

const flipped = (hex: Hex): Hex => (hex.startsWith("0") ? "1" : "0") + hex.slice(1);

void test("the dice are those of the server", () => {
  const lines = vectors
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  const value = (word: string) => lines.find(([first]) => first === word)?.[1] ?? "";
  const secret = value("secret");
  const commitment = value("commitment");
  const nonces = value("nonces");
  assert.equal(commitmentTo(secret), commitment);
  const opened: Hex[] = [];
  for (const [word, first, ...rest] of lines) {
    const i = Number(first);
    if (word === "nonce") {
      opened.push(rest[0] ?? "");
      assert.equal(pledgeOf(i, rest[0] ?? ""), rest[1]);
    } else if (word === "outcome") {
      const [own = "", ...path] = rest;
      assert.equal(outcomeSecret(secret, i), own);
      assert.ok(pathFits(commitment, i, own, path));
      assert.ok(!pathFits(commitment, i ^ 1, own, path));
      assert.ok(!pathFits(commitment, i, flipped(own), path));
      path.forEach((node, at) => assert.ok(!pathFits(commitment, i, own, path.with(at, flipped(node)))));
    } else if (word === "draw") {
      assert.equal(draw(outcomeSecret(secret, i), nonces, i, Number(rest[0])), Number(rest[1]));
    }
  }
  assert.equal(hashNonces(opened), nonces);
  assert.equal(lines.length, 114);
});

// ---- A table, its server, and what it tells --------------------------------------------------------------------------

const VERBS = { open_verbs: ["die", "lot"], die_verbs: ["die"] };
const SECRET = "ab".repeat(32);
const ABORTED = "cd".repeat(32);
const COMMITMENT = commitmentTo(SECRET);
/** The ways from the outcomes that the tests ask for to the root: each of them takes a whole tree to make. */
const PATHS = Array.from({ length: 6 }, (_, i) => pathOf(SECRET, i));
const signer = generateKeyPairSync("ed25519");
const KEY = signer.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");

/** A table of two: seat 0 is this client, seat 1 a bot of the server. */
function honestTable() {
  const nonce = randomNonce();
  const nonces = [nonce, "ee".repeat(32)];
  const pledges = nonces.map((one, seat) => pledgeOf(seat, one));
  const dice = (opened: boolean): DiceOfTable => ({
    version: 2,
    opens_by: null,
    seats: nonces.map((one, seat) => ({
      seat: `s${seat}`,
      whose: seat ? "server" : "own",
      pledge: pledges[seat] ?? "",
      ...(opened || seat ? { nonce: one } : {}),
    })),
    aborted: [],
    key: KEY,
  });
  const outcome = (index: number, of = 6): OpenedOutcome => {
    const secret = outcomeSecret(SECRET, index);
    const number = draw(secret, hashNonces(nonces), index, of) + 1;
    return { index, action: `die ${number}`, number, of, secret, path: PATHS[index] ?? [] };
  };
  return { kept: { ...nothingKept("t", 0), nonce }, nonces, pledges, dice, outcome };
}

const good = (judged: Kept | Lie): Kept => {
  assert.ok(typeof judged !== "string", JSON.stringify(judged));
  return judged;
};

/** A client that has seen the beginning and five outcomes, the second of which is hidden. */
function inGame() {
  const table = honestTable();
  let kept = good(seeTable(table.kept, table.dice(false), COMMITMENT));
  assert.equal(kept.vouches, true);
  kept = good(seeTable(kept, table.dice(true), COMMITMENT));
  const told = [0, 1, 2, 3, 4].map((i) => (i === 1 ? { index: 1, action: "draw ?" } : table.outcome(i)));
  for (const outcome of told) kept = good(seeOutcome(kept, outcome, VERBS));
  return { ...table, kept, told };
}

void test("one honest number changes every throw", () => {
  const [a, b] = [honestTable(), honestTable()];
  const throws = ({ nonces }: typeof a) =>
    Array.from({ length: 60 }, (_, i) => draw(outcomeSecret(SECRET, i), hashNonces(nonces), i, 6));
  assert.notDeepEqual(throws(a), throws(b));
});

void test("lies about how the dice were made are noticed", () => {
  const { kept, dice, nonces } = inGame();
  const other = (change: (told: DiceOfTable) => void): DiceOfTable => {
    const told = structuredClone(dice(true));
    change(told);
    return told;
  };
  const seat = (told: DiceOfTable, n: number) => told.seats[n] as DiceOfTable["seats"][number];
  assert.equal(seeTable(kept, dice(true), flipped(COMMITMENT)), "commitment"); // another root after the nonces are open
  assert.equal(seeTable(kept, dice(true), undefined), "commitment"); // a start that is said to be aborted, and is not told
  assert.equal(
    seeTable(
      kept,
      other((told) => (seat(told, 1).pledge = flipped(COMMITMENT))),
      COMMITMENT,
    ),
    "pledge",
  );
  assert.equal(
    seeTable(
      kept,
      other((told) => (seat(told, 1).nonce = nonces[0] ?? "")),
      COMMITMENT,
    ),
    "nonce",
  );
  const replaced = "77".repeat(32); // our own number, with a pledge that fits it
  const lie = other((told) => Object.assign(seat(told, 0), { nonce: replaced, pledge: pledgeOf(0, replaced) }));
  assert.equal(seeTable(kept, lie, COMMITMENT), "pledge");
  const fresh = honestTable();
  assert.equal(seeTable({ ...fresh.kept, nonce: replaced }, fresh.dice(false), COMMITMENT), "pledge");
});

void test("a start that came to nothing must be told for ever", () => {
  const { kept, dice } = inGame();
  const told = { ...dice(true), aborted: [{ commitment: COMMITMENT, withheld: ["s1"] }] };
  const next = good(seeTable(kept, told, undefined));
  assert.deepEqual([next.aborted, next.nonce, next.commitment], [[COMMITMENT], undefined, undefined]);
  assert.equal(seeTable(next, dice(true), undefined), "aborted");
});

void test("lies about outcomes are noticed", () => {
  const { kept, told, outcome } = inGame();
  const next = outcome(5);
  const tell = (more: Partial<OpenedOutcome>) => seeOutcome(kept, { ...next, ...more }, VERBS);
  const otherNumber = ((next.number ?? 1) % 6) + 1;
  good(tell({}));
  assert.equal(tell({ secret: flipped(next.secret ?? "") }), "secret"); // a wrong secret
  assert.equal(tell({ path: (next.path ?? []).with(3, flipped(next.path?.[3] ?? "")) }), "secret"); // a wrong path
  assert.equal(tell({ number: otherNumber, action: `die ${otherNumber}` }), "number");
  assert.equal(tell({ action: `die ${otherNumber}` }), "action"); // right, but something else is shown
  assert.equal(tell({ index: 6 }), "order"); // one is left out
  assert.equal(seeOutcome(kept, told[4] as OpenedOutcome, VERBS), "order"); // one is repeated, as after an undo
  assert.equal(seeOutcome(kept, { ...outcome(4), index: 5 }, VERBS), "secret"); // an old one under a new number
  assert.equal(seeOutcome(kept, { index: 5, action: "lot red" }, VERBS), "sealed");
});

void test("what the board shows as drawn is what was opened", () => {
  const { kept, outcome } = inGame();
  const next = outcome(5);
  const face = String(next.number);
  const other = String(((next.number ?? 1) % 6) + 1);
  const whole = good(seeDraws(kept, [], 5, VERBS, true)); // the whole table was told
  const shown = good(seeDraws(whole, [face], 6, VERBS)); // before the outcome is known
  const opened = good(seeOutcome(shown, next, VERBS));
  assert.deepEqual([opened.shown, opened.told], [[], 6]);
  assert.equal(seeOutcome(good(seeDraws(whole, [other], 6, VERBS)), next, VERBS), "action");
  const known = good(seeOutcome(whole, next, VERBS));
  good(seeDraws(known, [face, face], 6, VERBS));
  assert.equal(seeDraws(known, [face, other], 6, VERBS), "action");
  assert.equal(seeDraws(opened, [face], 6, VERBS), "action"); // it fell once
  assert.equal(seeDraws(whole, [face], 5, VERBS), "action"); // none is said to have fallen
  assert.equal(good(seeDraws(opened, [], 9, VERBS)).told, 6); // what shows no draw tells nothing of them
});

void test("what is no die is compared, too, and what the whole table shows", () => {
  const { kept, outcome } = inGame();
  const next = { ...outcome(5), action: "lot red" };
  const told = good(seeDraws(kept, [], 5, VERBS, true));
  good(seeOutcome(good(seeDraws(told, ["red"], 6, VERBS)), next, VERBS));
  assert.equal(seeOutcome(good(seeDraws(told, ["blue"], 6, VERBS)), next, VERBS), "action");
  const known = good(seeOutcome(kept, next, VERBS));
  good(seeDraws({ ...known, told: 6 }, ["red"], 6, VERBS, true)); // with the whole table it was drawn at any time
  assert.equal(seeDraws(known, ["red", "blue"], 6, VERBS, true), "action");
  assert.equal(seeDraws(known, ["?"], 6, VERBS, true), "action"); // what is hidden is no open draw
  const byOtherRules = good(seeOutcome(kept, { ...outcome(5), action: "?" }, VERBS));
  good(seeDraws(byOtherRules, ["blue"], 6, VERBS, true)); // nothing is known of it
});

// ---- The record ------------------------------------------------------------------------------------------------------

interface Change {
  header?: (lines: string[]) => string[];
  body?: (lines: string[]) => string[];
  key?: typeof signer;
}

/** The record that a server would write, changed in some way, with a digest and a signature that fit. */
function recordOf({ nonces, pledges, outcome }: ReturnType<typeof inGame>, change: Change = {}): string {
  const { header = (lines) => lines, body = (lines) => lines, key = signer } = change;
  const lines = [
    ...header([
      "apparat record 2",
      "dice fair 2",
      `commitment ${COMMITMENT}`,
      `secret ${SECRET}`,
      ...nonces.map(
        (one, seat) => `nonce s${seat} ${seat ? "server" : "own"} commitment ${pledges[seat]} opened ${one}`,
      ),
      "",
    ]),
    ...body([0, 1, 2, 3, 4].map((i) => `chance ${i === 1 ? "draw x" : outcome(i).action} ${outcome(i).number}/6`)),
  ];
  const end = `end won 0123456789abcdef ${digestOf(lines)}`;
  const signature = sign(null, Buffer.from(`apparat signed ${digestOf([...lines, end])}`), key.privateKey);
  const open = key.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
  return [...lines, end, `signed ${open} ${signature.toString("hex")}`, ""].join("\n");
}

void test("a true record is accepted, and says whose numbers went in", async () => {
  const game = inGame();
  const verdict = await checkRecord(game.kept, recordOf(game));
  assert.deepEqual(verdict, {
    lie: null,
    whose: { s0: "own", s1: "server" },
    outcomes: 5,
    aborted: 0,
    signatureChecked: true,
  });
});

void test("lies of the record are noticed", async () => {
  const game = inGame();
  const judge = async (change: Change, kept = game.kept) => (await checkRecord(kept, recordOf(game, change))).lie;
  const replace = (from: string | RegExp, to: string) => (lines: string[]) =>
    lines.map((line) => line.replace(from, to));
  const otherSecret = [replace(COMMITMENT, commitmentTo(ABORTED)), replace(SECRET, ABORTED)] as const;
  const header = (lines: string[]) => otherSecret[1](otherSecret[0](lines));
  assert.equal(await judge({ header: replace(COMMITMENT, flipped(COMMITMENT)) }), "record");
  assert.notEqual(await judge({ header }), null); // its outcomes are hardly ever those of the other secret
  assert.equal(await judge({ header, body: () => [] }), "commitment"); // the root is another than was published
  assert.equal(await judge({ header: replace(" own ", " server ") }), "nonce"); // the server says that it drew our number
  const { nonce } = game.kept;
  assert.equal(await judge({}, { ...game.kept, nonce: flipped(nonce ?? "") }), "nonce"); // ours was replaced
  assert.equal(await judge({ body: replace(/ [1-6]\/6$/, " 0/6") }), "record");
  assert.equal(await judge({ body: (lines) => lines.slice(0, 4) }), "outcome"); // one that was shown is missing
  const [, , third = [0, 0, ""]] = game.kept.outcomes;
  const shown = game.kept.outcomes.with(2, [third[0], third[1], "die 9"] as [number, number, string]);
  assert.equal(await judge({}, { ...game.kept, outcomes: shown }), "outcome"); // another action was shown
  assert.equal(await judge({}, { ...game.kept, aborted: [commitmentTo(ABORTED)] }), "aborted");
  const face = game.outcome(2).number ?? 1; // a die was shown that was never opened
  assert.equal(await judge({}, { ...game.kept, outcomes: [], shown: [[2, 3, String(face)]] }), null);
  assert.equal(await judge({}, { ...game.kept, outcomes: [], shown: [[2, 3, String((face % 6) + 1)]] }), "outcome");
  assert.equal(await judge({ key: generateKeyPairSync("ed25519") }), "key"); // signed by another key than the published one
  const unsigned = recordOf(game).replace(/signed .*\n/, "");
  assert.equal((await checkRecord(game.kept, unsigned)).lie, "key");
  const forged = recordOf(game).replace(/(signed \w+ )./, "$1g");
  assert.equal((await checkRecord(game.kept, forged)).lie, "key");
  assert.equal((await checkRecord(game.kept, "nothing")).lie, "record");
});

void test("aborted starts in the record open their secrets", async () => {
  const game = inGame();
  const start = commitmentTo(ABORTED);
  const line = (secret: Hex) => (lines: string[]) =>
    lines.toSpliced(4, 0, `aborted ${start} secret ${secret} withheld s1`);
  const kept = { ...game.kept, aborted: [start] };
  assert.equal((await checkRecord(kept, recordOf(game, { header: line(ABORTED) }))).lie, null);
  assert.equal((await checkRecord(kept, recordOf(game, { header: line(SECRET) }))).lie, "record");
});

void test("what is kept can be given to apparat verify", () => {
  const { kept } = inGame();
  const lines = keptText(kept).split("\n");
  assert.deepEqual(lines.slice(0, 3), ["apparat dice kept 1", "table t", "seat 0"]);
  assert.equal(lines.filter((line) => line.startsWith("outcome ")).length, 5);
  assert.ok(lines.includes("outcome 0/0 draw ?"));
});
