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

export interface Seat {
  seat: string;
  kind: "open" | "person" | "bot";
  name?: string;
  level?: string;
  away?: boolean;
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
  move_ms: number;
  countdown_ms: number;
  fast: boolean;
  updated: number;
  commitment?: string;
  rematch?: string;
  /** When a newer server went on with the game under other rules: after how many moves, and the two versions. */
  rule_changes?: { moves: number; from: number; to: number }[];
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
}

/** What a seat has asked the server for. */
export interface Wishes {
  /** Whether to be asked even where the server would answer by itself. */
  ask_all: boolean;
  orders: Order[];
  /** The seats whose talk is not shown. */
  muted: string[];
}

/** A request to take something back, to which others must agree. */
export interface Undo {
  by: string;
  waits_for: string[];
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
  events?: GameEvent[];
  outcome?: Outcome | null;
  undo: Undo | null;
  deadline: number | null;
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
  deadline: number | null;
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
