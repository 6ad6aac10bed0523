// witness.ts: what this browser keeps of the dice of a table, so that it notices if the server lies about them. The same
// as src/text/dice_witness.c, and docs/records.md says which lies there are.
import type { DiceOfTable, OpenedOutcome } from "../core/protocol";
import {
  commitmentTo,
  digestOf,
  draw,
  hashNonces,
  type Hex,
  isHex,
  isSigned,
  OPENED_OUTCOMES,
  outcomeSecret,
  pathFits,
  pledgeOf,
} from "./algorithm";

/** What does not fit; the words say it: "dice.lie.order". */
export type Lie =
  | "commitment"
  | "pledge"
  | "nonce"
  | "order"
  | "secret"
  | "number"
  | "action"
  | "sealed"
  | "aborted"
  | "record"
  | "outcome"
  | "key";

type Shown = [from: number, until: number, drawn: string];

/** All of it is kept in the browser's storage. */
export interface Kept {
  table: string;
  /** The number of our seat; -1: none. */
  seat: number;
  /** The nonce that this browser has drawn; missing: none. */
  nonce?: Hex;
  /** Whether the server was given it before its commitment. */
  deposited?: boolean;
  /** Whether the commitment was there before the nonce was opened. */
  vouches?: boolean;
  key?: Hex;
  commitment?: Hex;
  pledges: Hex[];
  nonces: Hex[];
  aborted: Hex[];
  /** Of each outcome the number, the count and the action; the number is 0 if it was not opened. */
  outcomes: [number, number, string][];
  /** How many outcomes there were when the table, or a draw, was told last. */
  told?: number;
  /** Draws that events have shown and that were not compared yet: between which outcomes they were made, and what was drawn. */
  shown?: Shown[];
  lie?: Lie;
}

export const nothingKept = (table: string, seat: number): Kept => ({
  table,
  seat,
  pledges: [],
  nonces: [],
  aborted: [],
  outcomes: [],
});

/** Returns what is left when this browser has no number in the dice. */
export function withoutNonce(kept: Kept): Kept {
  const next = { ...kept };
  delete next.nonce;
  delete next.deposited;
  delete next.vouches;
  return next;
}

/** The start that was seen came to nothing: its commitment must stand in the record. */
function withoutStart(kept: Kept): Kept {
  const next = { ...withoutNonce(kept), pledges: [], nonces: [] };
  if (kept.commitment) next.aborted = [...kept.aborted, kept.commitment];
  delete next.commitment;
  return next;
}

type Judged = Kept | Lie;

function withCommitment(kept: Kept, commitment: Hex, dice: DiceOfTable): Judged {
  const pledges = dice.seats.map(({ pledge }) => pledge ?? "");
  const next = { ...kept, commitment, pledges };
  if (!kept.nonce) return next;
  const own = dice.seats[kept.seat];
  if (own?.pledge !== pledgeOf(kept.seat, kept.nonce)) return "pledge";
  return { ...next, vouches: !kept.deposited && !own.nonce };
}

function withNonces(kept: Kept, dice: DiceOfTable): Judged {
  for (const [seat, { pledge, nonce }] of dice.seats.entries()) {
    if (pledge !== kept.pledges[seat]) return "pledge";
    if (nonce === undefined) continue;
    if (!isHex(nonce) || pledgeOf(seat, nonce) !== pledge) return "nonce";
    if (seat === kept.seat && kept.nonce && nonce !== kept.nonce) return "nonce";
  }
  const nonces = dice.seats.flatMap(({ nonce }) => nonce ?? []);
  return nonces.length === dice.seats.length && kept.nonces.length === 0 ? { ...kept, nonces } : kept;
}

/** Compares the dice of a table with what is kept, and keeps what is new. */
export function seeTable(kept: Kept, dice: DiceOfTable, commitment: Hex | undefined): Judged {
  const told = dice.aborted.map((start) => start.commitment);
  let now = kept;
  if (now.commitment && now.commitment !== commitment) {
    if (!told.includes(now.commitment)) return "commitment";
    now = withoutStart(now);
  }
  if (!now.aborted.every((start) => told.includes(start))) return "aborted";
  if (!now.key && dice.key) now = { ...now, key: dice.key };
  if (!commitment) return now;
  const committed = now.commitment ? now : withCommitment(now, commitment, dice);
  return typeof committed === "string" ? committed : withNonces(committed, dice);
}

/** Which verbs of a game are opened when they fall, and which of them are dice, whose faces are numbered from 1. */
export interface OpenVerbs {
  open_verbs: string[];
  die_verbs: string[];
}

/** Whether the outcomes have such a draw. Of "?", which was drawn by other rules, nothing is known. */
function hasDrawn(actions: string[], drawn: string, isOpen: (verb: string) => boolean): boolean {
  return actions.some((action) => {
    const [verb = "", ...named] = action.split(" ");
    return action === "?" || (isOpen(verb) && named.join(" ") === drawn);
  });
}

/** Compares the draws that were shown with the outcomes that are known by now. */
function compareShown(kept: Kept, verbs: OpenVerbs): Judged {
  const { shown = [], outcomes } = kept;
  const known = shown.filter(([, until]) => until <= outcomes.length);
  if (known.length === 0) return kept;
  const actions = outcomes.map(([, , action]) => action);
  const isOpen = (verb: string) => verbs.open_verbs.includes(verb);
  const fell = ([from, until, drawn]: Shown) => hasDrawn(actions.slice(from, until), drawn, isOpen);
  return known.every(fell) ? { ...kept, shown: shown.filter(([, until]) => until > outcomes.length) } : "action";
}

/** Of a server that never opens anything no more than this is kept, to be compared with the record. */
const MOST_SHOWN = 1000;

/**
 * So many outcomes there are after these events: each draw that they show was made since a draw, or the table, was told
 * before; with the whole table, at any time. That is compared now, or when the outcomes are known.
 */
export function seeDraws(kept: Kept, draws: string[], outcomes: number, verbs: OpenVerbs, isWhole = false): Judged {
  if (draws.length === 0 && !isWhole) return kept;
  const from = isWhole ? 0 : (kept.told ?? 0);
  const shown = draws.map((drawn): Shown => [from, outcomes, drawn]);
  return compareShown(
    { ...kept, told: outcomes, shown: [...(kept.shown ?? []), ...shown].slice(0, MOST_SHOWN) },
    verbs,
  );
}

/** Compares an outcome, which must be the next one, with the dice, and what was shown with it. */
export function seeOutcome(kept: Kept, outcome: OpenedOutcome, verbs: OpenVerbs): Judged {
  const judged = checkOutcome(kept, outcome, verbs);
  return typeof judged === "string" ? judged : compareShown(judged, verbs);
}

function checkOutcome(kept: Kept, outcome: OpenedOutcome, verbs: OpenVerbs): Judged {
  const { index, action, number = 0, of = 0, secret, path = [] } = outcome;
  if (index !== kept.outcomes.length) return "order";
  const [verb = "", face] = action.split(" ");
  const next: Kept = { ...kept, outcomes: [...kept.outcomes, [secret ? number : 0, secret ? of : 0, action]] };
  if (!secret) return verbs.open_verbs.includes(verb) && index < OPENED_OUTCOMES ? "sealed" : next;
  if (!kept.commitment || kept.nonces.length === 0) return "secret";
  if (!pathFits(kept.commitment, index, secret, path)) return "secret";
  if (of < 1 || draw(secret, hashNonces(kept.nonces), index, of) + 1 !== number) return "number";
  if (verbs.die_verbs.includes(verb) && Number(face) !== number) return "action";
  return next;
}

export const checkedOutcomes = ({ outcomes }: Kept): number => outcomes.filter(([number]) => number > 0).length;

// ---- The record ------------------------------------------------------------------------------------------------------

/** What the record of a finished game says of its dice. */
export interface Verdict {
  lie: Lie | null;
  /** Whose nonce each seat has. */
  whose: Record<string, string>;
  outcomes: number;
  aborted: number;
  /** Whether this browser could check the signature. */
  signatureChecked: boolean;
}

interface RecordOfDice {
  commitment: Hex;
  secret: Hex;
  seats: { seat: string; whose: string; pledge: Hex; nonce: Hex }[];
  aborted: { commitment: Hex; secret: Hex }[];
  outcomes: { action: string; number: number; of: number }[];
  digestIsRight: boolean;
  signed: { key: Hex; signature: string; digest: Hex } | null;
}

/** Throws if the text is not the record of a finished game with such dice. */
function readDice(text: string): RecordOfDice {
  const lines = text.split("\n").filter((line, at, all) => !line.startsWith("{") && (line || at < all.length - 1));
  const match = (pattern: RegExp): RegExpExecArray[] =>
    lines.map((line) => pattern.exec(line)).filter((found) => found !== null);
  const only = (pattern: RegExp): RegExpExecArray => {
    const [found] = match(pattern);
    if (!found) throw new Error(`no ${pattern.source}`);
    return found;
  };
  const end = lines.findIndex((line) => line.startsWith("end "));
  const signed = /^signed (\w+) (\w+)$/.exec(lines[end + 1] ?? "");
  only(/^dice fair 2$/);
  return {
    commitment: only(/^commitment ([0-9a-f]{64})$/)[1] ?? "",
    secret: only(/^secret ([0-9a-f]{64})$/)[1] ?? "",
    seats: match(/^nonce (\S+) (\w+) commitment ([0-9a-f]{64}) opened ([0-9a-f]{64})$/).map(
      ([, seat = "", whose = "", pledge = "", nonce = ""]) => ({ seat, whose, pledge, nonce }),
    ),
    aborted: match(/^aborted ([0-9a-f]{64}) secret ([0-9a-f]{64}) /).map(([, commitment = "", secret = ""]) => ({
      commitment,
      secret,
    })),
    outcomes: match(/^chance (.*) (\d+)\/(\d+)$/).map(([, action = "", number, of]) => ({
      action,
      number: Number(number),
      of: Number(of),
    })),
    digestIsRight: lines[end]?.split(" ").at(-1) === digestOf(lines.slice(0, end)),
    signed: signed
      ? { key: signed[1] ?? "", signature: signed[2] ?? "", digest: digestOf(lines.slice(0, end + 1)) }
      : null,
  };
}

/** Returns whether the record contradicts itself. */
function isFalse(record: RecordOfDice): boolean {
  const nonces = hashNonces(record.seats.map(({ nonce }) => nonce));
  return !(
    record.digestIsRight &&
    [record, ...record.aborted].every(({ commitment, secret }) => commitmentTo(secret) === commitment) &&
    record.seats.every(({ pledge, nonce }, seat) => pledgeOf(seat, nonce) === pledge) &&
    record.outcomes.every(
      ({ number, of }, i) => of > 0 && draw(outcomeSecret(record.secret, i), nonces, i, of) + 1 === number,
    )
  );
}

const verbOf = (action: string) => action.split(" ")[0];

/** Compares the record with what was told before. */
function differs(kept: Kept, record: RecordOfDice): Lie | null {
  if (kept.commitment && record.commitment !== kept.commitment) return "commitment";
  if (kept.pledges.some((pledge, seat) => pledge !== record.seats[seat]?.pledge)) return "pledge";
  const own = record.seats[kept.seat];
  if (kept.nonce && (own?.nonce !== kept.nonce || own.whose !== (kept.deposited ? "deposited" : "own"))) return "nonce";
  if (!kept.aborted.every((start) => record.aborted.some(({ commitment }) => commitment === start))) return "aborted";
  for (const [i, [number, of, action]] of kept.outcomes.entries()) {
    const told = record.outcomes[i];
    if (!told) return "outcome";
    if (number > 0 && (told.number !== number || told.of !== of || told.action !== action)) return "outcome";
    if (action !== "?" && verbOf(told.action) !== verbOf(action)) return "outcome";
  }
  const actions = record.outcomes.map(({ action }) => action);
  const fell = ([from, until, drawn]: Shown): boolean => hasDrawn(actions.slice(from, until), drawn, () => true);
  return (kept.shown ?? []).every(fell) ? null : "outcome";
}

export async function checkRecord(kept: Kept, text: string): Promise<Verdict> {
  let record: RecordOfDice;
  try {
    record = readDice(text);
  } catch {
    return { lie: "record", whose: {}, outcomes: 0, aborted: 0, signatureChecked: false };
  }
  const { signed } = record;
  const isRight = signed ? await isSigned(signed.key, signed.signature, signed.digest) : false;
  const hasOtherKey = kept.key !== undefined && (signed?.key !== kept.key || isRight === false);
  return {
    lie: isFalse(record) ? "record" : (differs(kept, record) ?? (hasOtherKey ? "key" : null)),
    whose: Object.fromEntries(record.seats.map(({ seat, whose }) => [seat, whose])),
    outcomes: record.outcomes.length,
    aborted: record.aborted.length,
    signatureChecked: isRight === true,
  };
}

/** What is kept, as `apparat verify --kept` reads it. */
export function keptText(kept: Kept): string {
  const { nonce, deposited, key, commitment } = kept;
  return [
    "apparat dice kept 1",
    `table ${kept.table}`,
    `seat ${kept.seat < 0 ? 7 : kept.seat}`,
    ...(nonce ? [`${deposited ? "deposited" : "nonce"} ${nonce}`] : []),
    ...(key ? [`key ${key}`] : []),
    ...kept.aborted.map((start) => `aborted ${start}`),
    ...(commitment
      ? [`players ${kept.pledges.length}`, `vouches ${kept.vouches ? 1 : 0}`, `commitment ${commitment}`]
      : []),
    ...kept.pledges.map((pledge, seat) => `pledge ${seat} ${pledge}`),
    ...kept.nonces.map((one, seat) => `opened ${seat} ${one}`),
    ...kept.outcomes.map(([number, of, action]) => `outcome ${number}/${of} ${action}`),
    "",
  ].join("\n");
}
