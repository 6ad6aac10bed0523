// protocol.ts: the parts of the server's messages that the client reads; docs/protocol.md describes them all.
import type { Fact, Figures, Foreseen } from "./situation";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type View = { [key: string]: Json };

export interface GameInfo {
  game: string;
  min_players: number;
  max_players: number;
  seats: string[];
  options: Record<string, string[]>;
  bots: string[];
}

/** A way of dealing with time that a table may choose, with what it means in milliseconds. */
export interface Tempo {
  tempo: "relaxed" | "brisk" | "daily" | "none";
  pace: "live" | "slow";
  /** The time for each answer; null: as long as it takes. */
  move_ms: number | null;
  countdown_ms: number;
}

export interface Seat {
  seat: string;
  kind: "open" | "person" | "bot";
  name?: string;
  level?: string;
  /** Whether a bot plays for the person. */
  away?: boolean;
  /** Whether the person has left for good. */
  resigned?: boolean;
  /** Whether nothing has been seen of the person for a while, so that the others may replace him. */
  absent?: boolean;
  /** Whether the person has said that clocks must wait for him. */
  takes_time?: boolean;
}

/** What everybody who may see a table knows about it. */
export interface Summary {
  table: string;
  status: "lobby" | "running" | "over" | "cancelled";
  game: string;
  players: number;
  options: Record<string, string>;
  seats: Seat[];
  public: boolean;
  pace: "live" | "slow";
  /** The time for a move; null: there is no clock. */
  move_ms: number | null;
  countdown_ms: number;
  /** The preset that the clocks come from. */
  tempo?: string;
  /** For how long a round can be held at most. */
  hold_ms?: number;
  /** How long a bot seems to think. */
  bot_ms?: number;
  fast: boolean;
  /** Whether answers that the server gives for people may take as long as theirs. */
  poker_face?: boolean;
  /** Whether who is away need not agree to an undo. */
  away_agrees?: boolean;
  /** How long the server waits at most before it answers for somebody; null: as long as people do. */
  auto_ms?: number | null;
  updated: number;
  commitment?: string;
  /** Whether it was played without the server, and so without fair dice. */
  unsigned?: true;
  rematch?: string;
  /** When a newer server went on with the game under other rules: after how many moves, and the two versions. */
  rule_changes?: { moves: number; from: number; to: number }[];
  /** When whoever runs the server last looked at what is hidden here, before the game was over. */
  looked?: number;
  /** The seats that won or shared the victory, once the game is over. */
  won?: string[];
}

/** A table in a list, with what concerns the reader of the list: their seat, and whether it is their turn. */
export interface Row extends Summary {
  you?: string;
  your_turn?: boolean;
}

/** The open question, as far as everybody may know it. */
export interface Open {
  question: number;
  step: string;
  clause: string;
  sealed: boolean;
  asked: string[];
  /** The seat that needs longer, and for which the round is held; null: nobody. */
  held?: string | null;
}

/** What the viewer's own seat is asked. */
export interface Ask {
  question: number;
  step: string;
  clause: string;
  /** Whether the server will answer by itself, because the answer hardly matters. */
  auto: boolean;
  /** The legal action that does nothing; null if every one does something. */
  pass: string | null;
  /** The legal actions in the notation, without the seat. */
  legal: string[];
  /** What the actions would lead to; those about which nothing can be said are missing. */
  foreseen: Foreseen;
}

export interface GameEvent {
  event: string;
  clause: string;
  args: (string | number | null)[];
}

export interface Outcome {
  reason: string;
  seats: { seat: string; result: "won" | "shared" | "lost"; score: number }[];
}

/** A standing order: what to answer whenever a step asks. */
export interface Order {
  step: string;
  action: string;
  once?: boolean;
  /** When it ends by itself. */
  until?: "announcement" | "phase" | "concerned";
}

/** What a seat has asked the server for. */
export interface Wishes {
  /** Whether to be asked even where the server would answer by itself. */
  ask_all: boolean;
  orders: Order[];
  /** The seats whose talk is not shown. */
  muted: string[];
}

/** What an undo takes back. */
export interface TakenBack {
  /** The step and the number of the question that is open again. */
  step: string;
  question: number;
  /** The answer in the notation; null if the viewer may not know it, or if it was more than one action. */
  action: string | null;
  /** How many decisions are taken back in all. */
  moves: number;
}

/** What an undo of the viewer would take back, and the seats that would have to agree. */
export interface Undoable extends TakenBack {
  asks: string[];
}

/** A request to take something back, to which others must agree. */
export interface Undo {
  by: string;
  waits_for: string[];
  expires: number;
  takes_back: TakenBack;
}

/** A proposal to let a bot play for somebody who is absent. */
export interface Replacement {
  seat: string;
  by: string;
  waits_for: string[];
  expires: number;
}

/** A table as a whole. */
export interface TableMessage extends Summary {
  you: string | null;
  owner: boolean;
  invite?: string;
  wishes?: Wishes;
  view?: View;
  figures?: Figures;
  situation?: Fact[];
  open?: Open | null;
  ask?: Ask | null;
  /** The last events. */
  events?: GameEvent[];
  /** How many events there were in the whole game. */
  event_count?: number;
  outcome?: Outcome | null;
  undo: Undo | null;
  /** Since when the game has been paused; null: it goes on. */
  paused?: { since: number } | null;
  /** Who asks for a pause, who has not agreed yet, and when it is given up; null: nobody asks. */
  pause?: { by: string; waits_for: string[]; expires: number } | null;
  undoable?: Undoable | null;
  replace: Replacement | null;
  deadline: number | null;
  dice?: DiceOfTable;
  /** How many outcomes of chance there were. */
  outcomes?: number;
}

/** How the dice of a table were made. */
export interface DiceOfTable {
  version: number;
  /** When whoever has not opened his number loses his seat; null: nobody is waited for. */
  opens_by: number | null;
  /** Of each seat whose number it is ("own", "deposited", "server"), the pledge, and the number once it is open. */
  seats: { seat: string; whose?: string; pledge?: string; nonce?: string }[];
  /** Starts that came to nothing. */
  aborted: { commitment: string; withheld: string[] }[];
  /** The key with which the server signs records. */
  key?: string;
}

/** An outcome of chance, with its opening if all may see it. */
export interface OpenedOutcome {
  index: number;
  action: string;
  number?: number;
  of?: number;
  secret?: string;
  path?: string[];
}

/** What has changed at a table: views and figures are merged into the old ones, all else replaces the old. */
export interface ChangeMessage {
  table: string;
  view: View;
  figures: Figures;
  situation: Fact[];
  events: GameEvent[];
  open: Open | null;
  ask: Ask | null;
  outcome?: Outcome | null;
  undo: Undo | null;
  undoable?: Undoable | null;
  deadline: number | null;
  outcomes?: number;
}

/** A part of the log: its events begin with the one number `first`, and the whole game has `count`. */
export interface LogMessage {
  first: number;
  count: number;
  events: GameEvent[];
}

/** Something that was said at a table. */
export interface Talk {
  at: number;
  from: string | null;
  name: string;
  /** The seats that it was whispered to; missing if everybody may read it. */
  to?: string[];
  text: string;
}

export interface Message {
  type: string;
  id?: string;
  [key: string]: unknown;
}

/** The error for what the server or the rules refuse; `clause` is the rule, if it is one. */
export class Refused extends Error {
  readonly code: string;
  readonly clause: string | undefined;
  constructor(code: string, text: string, clause?: string) {
    super(text);
    this.code = code;
    this.clause = clause;
  }
}

export const noConnection = (): Refused => new Refused("no-connection", "no connection");
export const isNoConnection = (error: unknown): boolean => error instanceof Refused && error.code === "no-connection";

/** Returns a copy of `known` into which `change` is merged: objects key by key, everything else replaces the old. */
export function merged(known: View, change: View): View {
  const result: View = { ...known };
  for (const [key, value] of Object.entries(change)) {
    const old = result[key];
    result[key] = isObject(value) && isObject(old) ? merged(old, value) : value;
  }
  return result;
}

function isObject(value: Json | undefined): value is View {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
