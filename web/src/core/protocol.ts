// protocol.ts: the messages of docs/protocol.md, as far as the client reads them.
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
  /** Who won, or shares the victory, once it is over. */
  won?: string[];
}

/** A row of a list: with what only its reader may know. */
export interface Row extends Summary {
  you?: string;
  your_turn?: boolean;
}

export interface Open {
  question: number;
  step: string;
  clause: string;
  sealed: boolean;
  asked: string[];
}

export interface Ask {
  question: number;
  step: string;
  clause: string;
  auto: boolean;
  legal: string[];
  /** What actions would come to, by the words of `legal`: those of which something can be told. */
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

export interface Order {
  step: string;
  action: string;
  once?: boolean;
}

export interface Wishes {
  ask_all: boolean;
  orders: Order[];
  muted: string[];
}

export interface Undo {
  by: string;
  waits_for: string[];
}

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

export interface Talk {
  at: number;
  from: string | null;
  name: string;
  to?: string[];
  text: string;
}

export interface Message {
  type: string;
  id?: string;
  [key: string]: unknown;
}

/** What the server or the rules refuse, with the clause if it is a rule. */
export class Refused extends Error {
  readonly code: string;
  readonly clause: string | undefined;
  constructor(code: string, text: string, clause?: string) {
    super(text);
    this.code = code;
    this.clause = clause;
  }
}

/** Objects key by key, everything else replaced. Makes new objects where something differs. */
export function merged(known: View, change: View): View {
  const out: View = { ...known };
  for (const [key, value] of Object.entries(change)) {
    const old = out[key];
    out[key] = isObject(value) && isObject(old) ? merged(old, value) : value;
  }
  return out;
}

function isObject(value: Json | undefined): value is View {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
