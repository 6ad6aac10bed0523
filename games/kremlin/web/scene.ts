// scene.ts: who decides what, or which announcement all listen to, read from the frames of the view;
// and the dice of the last change.
import type { GameEvent } from "client/core/protocol";
import type { GameSpeech } from "client/core/words";
import * as k from "./model";
import type { Frame, KView } from "./model";

/** Whom the matter is about, and what it would do to him. */
export type Fate = "down" | "up";

export interface Matter {
  badge: string;
  text: string;
  actor: string | null;
  about: string | null;
  fate: Fate;
  ballot: Ballot | null;
}

export interface Ballot {
  trial: boolean;
  subject: string | null;
  /** By post: what was voted, in the words of the notation. */
  votes: Record<string, string>;
  ayes: number;
  nays: number;
}

const ACTING = 0;
const SAID = 1;
const BY = 2;
const MORE = 3;
const VOTE_WORDS = { trial: ["", "innocent", "guilty"], ballot: ["", "yes", "no"] };
const CARD_STEPS = ["card", "card-die", "card-choice", "card-lot", "accuse", "charge-die", "reveal-name", "unmask", "forced", "card-end"];

interface Said {
  verb: string;
  x: number;
  y: number;
}

/** Six bits for the verb, five for each argument. */
export function unpack(packed: number, verbs: string[]): Said {
  const v = packed & 0xffff;
  return { verb: verbs[v >> 10] ?? "", x: (v >> 5) & 31, y: v & 31 };
}

const verbsOf = (speech: GameSpeech): string[] => Object.keys(speech.facts.verbs);
const placeAt = (speech: GameSpeech, index: number): string => Object.keys(speech.facts.names["place"] ?? {})[index] ?? "";
const cardAt = (speech: GameSpeech, index: number): string => Object.keys(speech.facts.names["intrigue"] ?? {})[index] ?? "";

const base = (f: Frame): string => f.step.replace(/-(stand|roll|result)$/, "");
const isBallot = (f: Frame): boolean => base(f) === "trial" || base(f) === "ballot";
const subject = (f: Frame): string | null => k.manAt(f.v[0] & 0xff);
const caller = (f: Frame): string | null => k.manAt((f.v[0] >> 8) & 0xff);
const atPost = (v: KView, post: number): string | null => k.holder(v, k.POSTS[post] ?? "nowhere");
const isRound = (f: Frame | undefined): boolean => f?.step === "listen" || f?.step === "listen-cards";
const isCard = (f: Frame): boolean => CARD_STEPS.includes(f.step);

/** A protected man who would lose his post by the chief's order (KR-IC-3). */
function askedForLeave(v: KView, from: number): string | null {
  for (const post of k.POSTS.slice(from)) {
    const id = k.holder(v, post);
    if (id && v.order[post] !== id && Object.values(v.order).includes(id) && k.protections(v, id).length) return id;
  }
  return null;
}

function askedByDemand(v: KView, f: Frame, said: Said): string | null {
  const moves = said.verb === "move";
  const touched = [moves || said.verb === "demote" ? k.manAt(said.x) : null, moves ? atPost(v, said.y) : null];
  return touched.slice(f.v[MORE]).find((id) => id && k.protections(v, id).length) ?? null;
}

export function actorOf(v: KView, f: Frame, verbs: string[]): string | null {
  switch (f.step) {
    case "demand-leave":
      return askedByDemand(v, f, unpack(f.v[SAID], verbs));
    case "shift-leave":
      return askedForLeave(v, f.v[MORE]);
    case "promote-leave":
      return k.manAt(unpack(f.v[SAID], verbs).x);
    case "ties":
    case "ties-lot":
      return k.manAt(f.v[0] - 1);
    case "parade":
      return null;
  }
  switch (base(f)) {
    case "cure":
    case "health":
    case "promote":
    case "rehabilitate":
      return atPost(v, f.v[ACTING]);
    case "purge":
    case "spy":
    case "phase-end":
      return k.manAt(f.v[ACTING]);
    case "nominate":
    case "nominated":
      return caller(f);
    case "ballot":
    case "trial":
      return atPost(v, f.v[MORE] & 15);
    case "demand":
    case "shift":
    case "eleventh":
    case "parade":
      return k.holder(v, "chief");
    case "fewer":
      return k.highestActive(v);
  }
  return null;
}

/* ---- What was announced, in the log's words ------------------------------------------------------ */

const SPY: Record<string, string> = { trial: "trial-called", condemn: "condemned", investigate: "investigated", close: "closed" };
const MOVES: Record<string, string> = { promote: "promotes", demote: "demotes", exchange: "exchanges" };

function eventOf(v: KView, f: Frame, verb: string): string | null {
  switch (f.step) {
    case "cure-stand":
      return verb === "cure" ? "to-sanatorium" : "at-work";
    case "purge-stand":
      return verb === "purge" ? "purge-announced" : "no-purge";
    case "spy-stand":
      return SPY[verb] ?? "nothing-more";
    case "promote-stand":
      return MOVES[verb] ?? "finished";
    case "rehabilitate-stand":
      return verb === "rehabilitate" ? "rehabilitates" : "nothing-more";
    case "shift-stand":
      return k.POSTS.some((post) => v.order[post] !== k.holder(v, post)) ? "order" : "order-kept";
    default:
      return null;
  }
}

const saidVote = (f: Frame): number => (f.v[MORE] >> 4) & 3;

class Teller {
  private readonly v: KView;
  private readonly speech: GameSpeech;
  private readonly verbs: string[];
  constructor(v: KView, speech: GameSpeech) {
    this.v = v;
    this.speech = speech;
    this.verbs = verbsOf(speech);
  }

  private tell = (event: string, ...args: (string | number | null)[]): string =>
    this.speech.event({ event, clause: "", args: args.map((arg) => arg ?? "") });
  private name = (id: string | null): string => (id ? this.speech.name("politician", id) : "");
  private word = (key: string, ...args: (string | number)[]): string => this.speech.word(`web.scene.${key}`, ...args);
  said = (f: Frame): Said => unpack(f.v[SAID], this.verbs);
  actor = (f: Frame): string | null => actorOf(this.v, f, this.verbs);

  private second(said: Said): string | null {
    if (said.verb === "exchange") return k.manAt(said.y);
    return placeAt(this.speech, said.y);
  }

  /** The sentence of what all listen to. */
  announced(f: Frame): string {
    const { v } = this;
    const actor = this.actor(f);
    const said = this.said(f);
    const event = eventOf(v, f, said.verb);
    if (event) return this.tell(event, actor, k.manAt(said.x), this.second(said));
    switch (f.step) {
      case "nominated":
        return this.tell("nominates", actor, subject(f));
      case "ballot-stand":
      case "trial-stand":
        return this.tell("votes", actor, VOTE_WORDS[base(f) === "trial" ? "trial" : "ballot"][saidVote(f)] || "none");
      case "demand-stand":
        return said.verb === "nothing"
          ? this.tell("demands-nothing", v.chief_blackmail.author)
          : this.tell("demands", v.chief_blackmail.author, k.manAt(said.x), this.second(said));
      case "parade-stand":
        return this.tell("rostrum", actor);
      case "purge-result":
        return this.fallen(k.manAt(said.x), f.v[MORE]);
      case "health-result":
        return actor ? this.tell("health-roll", actor, f.v[SAID], k.age(v, actor)) : "";
      case "opening":
        return this.word("opening");
      case "purge":
        return this.word("purge-opens");
      case "health":
        return this.word("health-opens");
      case "eleventh":
      case "fewer":
        return actor ? this.word(k.isSwiss(v) ? "decides-swiss" : "decides-all", this.name(actor)) : "";
      default:
        return "";
    }
  }

  /** The die has fallen, and only a protection could still change it. */
  private fallen(victim: string | null, margin: number): string {
    if (!victim) return "";
    const by = margin - 3 * k.protections(this.v, victim).length;
    return this.word(by >= 0 ? "enough" : "not-enough", this.name(victim), Math.abs(by));
  }

  private hasNoWill(f: Frame): boolean {
    const { verb } = this.said(f);
    if (f.v[BY] !== 255 || f.step === "nominated") return false;
    if (isBallot(f)) return saidVote(f) === 0;
    return verb === "nothing" || verb === "work" || eventOf(this.v, f, verb) === "order-kept";
  }

  /** What was said, and whether somebody else holds the strings now (KR-DE-6). */
  decision(f: Frame): string {
    const actor = this.actor(f);
    const isHis = eventOf(this.v, f, "nothing") !== null || f.step === "nominated" || isBallot(f);
    if (!isHis || !actor || !k.onBoard(this.v, actor)) return this.announced(f);
    const seat = k.controller(this.v, actor);
    const parts = this.hasNoWill(f) ? [] : [this.announced(f)];
    const before = k.seatsOf(this.v)[f.v[BY]];
    if (seat === null) parts.push(this.word("free", this.name(actor)));
    else if (seat !== before) parts.push(this.word("anew", this.name(actor), this.speech.name("faction", seat)));
    return parts.join(" ");
  }

  /** What hangs on it. */
  stake(f: Frame): string {
    const { v } = this;
    const actor = this.actor(f);
    const said = this.said(f);
    const victim = k.manAt(said.x);
    switch (f.step) {
      case "purge-stand": {
        const needs = said.verb === "purge" && victim ? k.purgeNeeds(v, victim) : null;
        return needs === null ? "" : this.needs(needs);
      }
      case "health-result":
        return actor ? this.health(k.crosses(v, actor) + k.changeFor(v, actor, f.v[BY] !== 0, f.v[SAID] + f.v[MORE])) : "";
      case "parade-stand":
        return actor && k.crosses(v, actor) ? this.needs(k.waveNeeds(v, actor)) : "";
      case "cure":
      case "phase-end":
        return actor ? `${this.odds("bed", actor, true)} ${this.odds("desk", actor, false)}` : "";
      default:
        return "";
    }
  }

  private odds(key: string, id: string, inCure: boolean): string {
    const { better, worse, dies } = k.odds(this.v, id, inCure);
    return this.word(key, better, worse, dies);
  }
  private needs = (needed: number): string => this.word("needs", Math.max(1, needed), k.chance(needed));
  private health = (crosses: number): string => this.speech.word(`web.health.${Math.min(3, Math.max(0, crosses))}`);

  card(f: Frame): string {
    const seats = k.seatsOf(this.v);
    const card = cardAt(this.speech, f.v[0]);
    const parts = [this.tell("plays", seats[f.v[1]] ?? "", card)];
    const target = seats[f.v[2]] ?? "";
    const forced = f.step === "forced" || (f.step === "card-choice" && card === "power-game");
    if (forced) parts.push(this.word("forced", this.speech.name("faction", target), f.step === "forced" ? f.v[3] : f.v[3] & 31));
    const kgb = k.holder(this.v, "kgb");
    if (f.step === "reveal-name" && kgb) parts.push(`(${this.name(kgb)})`);
    return parts.join(" ");
  }

  actorLine(f: Frame, id: string): string {
    const place = this.speech.name("place", this.v.place[id] ?? "");
    const seat = f.step.startsWith("ties") ? null : k.controller(this.v, id);
    const who = this.word("who", this.name(id), place);
    return seat ? `${who} ${this.word("strings", this.speech.name("faction", seat))}` : who;
  }
}

/* ---- The matters, outermost first ---------------------------------------------------------------- */

export function ballotOf(v: KView, f: Frame): Ballot | null {
  if (!isBallot(f)) return null;
  const trial = base(f) === "trial";
  const words = VOTE_WORDS[trial ? "trial" : "ballot"];
  const votes: Record<string, string> = {};
  const count = [0, 0, 0, 0];
  k.POSTS.forEach((post, i) => {
    const vote = ((f.v[1] & 0xffff) >> (2 * i)) & 3;
    count[vote] = (count[vote] ?? 0) + 1;
    if (vote && k.holder(v, post)) votes[post] = words[vote] ?? "";
  });
  const now = k.POSTS[f.v[MORE] & 15];
  if (f.step.endsWith("-stand") && now && saidVote(f)) votes[now] = words[saidVote(f)] ?? "";
  return { trial, subject: subject(f), votes, ayes: count[1] ?? 0, nays: count[2] ?? 0 };
}

function badgeOf(f: Frame, heard: boolean): string {
  if (isCard(f)) return "card";
  if (heard) return "heard";
  if (f.step.startsWith("ties")) return "tied";
  if (f.step === "demand") return "demand";
  return base(f) === "trial" ? "trial" : "decides";
}

const RISES = ["nominate", "promote", "rehabilitate", "close", "cure", "work"];

function aboutOf(f: Frame, said: Said): { about: string | null; fate: Fate } {
  if (isBallot(f)) return { about: subject(f), fate: base(f) === "trial" ? "down" : "up" };
  if (f.step === "nominated") return { about: subject(f), fate: "up" };
  if (isCard(f)) return { about: null, fate: "down" };
  const speaks = /^(purge|spy|promote|rehabilitate|demand)-/.test(f.step) && said.verb !== "nothing";
  return { about: speaks ? k.manAt(said.x) : null, fate: RISES.includes(said.verb) ? "up" : "down" };
}

export function mattersOf(v: KView, speech: GameSpeech): Matter[] {
  const teller = new Teller(v, speech);
  const out: Matter[] = [];
  if (v.over) return out;
  v.stack.forEach((f, at) => {
    const heard = isRound(v.stack[at + 1]);
    const actor = teller.actor(f);
    if (isRound(f) || ["deal", "deal-cards", "write"].includes(f.step)) return;
    if (!isCard(f) && !heard && !actor) return;
    const text = isCard(f) ? teller.card(f) : heard ? teller.decision(f) : actor ? teller.actorLine(f, actor) : "";
    const whole = [text, teller.stake(f)].filter(Boolean).join(" ");
    if (whole) out.push({ badge: badgeOf(f, heard), text: whole, actor, ...aboutOf(f, teller.said(f)), ballot: ballotOf(v, f) });
  });
  return out;
}

/* ---- Dice ---------------------------------------------------------------------------------------- */

export interface Die {
  face: number;
  mods: number[];
  /** What it had to reach, where that is one number. */
  need: number | null;
  who: string | null;
  text: string;
  result: string;
  clause: string;
}

const RESULTS = "to-siberia purge-fails health-change dies waves waves-for-nobody does-not-wave visit visit-fails".split(" ");

function faceOf(e: GameEvent): number | null {
  const at = { "purge-roll": 2, "health-roll": 1, "parade-roll": 1, "card-roll": 1, charged: 1, "charge-fails": 1 }[e.event];
  return at === undefined ? null : Number(e.args[at]);
}

function needOf(e: GameEvent, before: KView | null): number | null {
  if (e.event === "parade-roll") return Number(e.args[2]);
  if (e.event === "purge-roll" && before) return k.purgeNumber(before.place[String(e.args[1])]);
  return e.event === "charged" || e.event === "charge-fails" ? 12 : null;
}

/** The rolls among these events, each with what changed it and what came of it. */
export function diceOf(events: GameEvent[], before: KView | null, speech: GameSpeech): Die[] {
  const dice: Die[] = [];
  for (const e of events) {
    const face = faceOf(e);
    const last = dice.at(-1);
    if (face !== null) {
      const who = e.event === "card-roll" ? null : String(e.args[e.event === "purge-roll" ? 1 : 0]);
      dice.push({ face, mods: [], need: needOf(e, before), who, text: speech.event(e), result: "", clause: e.clause });
    } else if (last && e.event === "modifier") {
      last.mods.push(Number(e.args[0]));
    } else if (last && !last.result && RESULTS.includes(e.event)) {
      last.result = speech.event(e);
    }
  }
  return dice;
}
