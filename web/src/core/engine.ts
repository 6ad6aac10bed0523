// engine.ts: the engine in this browser (engine.c): replays, and games without a server.
import wasm from "engine.wasm";
import type { Ask, GameEvent, Open, Outcome, View } from "./protocol";
import type { Fact, Figures } from "./situation";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize?: () => void;
  en_input(): number;
  en_input_size(): number;
  en_output(): number;
  en_state(): number;
  en_state_size(): number;
  en_seed(low: number, high: number): void;
  en_begin(): number;
  en_apply(): number;
  en_view(viewer: number): number;
  en_question(viewer: number): number;
  en_chance(): number;
  en_bot(seat: number): number;
}

/** Viewers beside the seats 0, 1, ..: see apparat.h. */
export const CHANCE = 6;
export const OBSERVER = 7;
export const EVERYTHING = 8;

export interface SeenEvent {
  /** A set of viewers, one bit each. */
  seen_by: number;
  event: GameEvent;
}

export interface Done {
  action: string;
  events: SeenEvent[];
}

export interface Refusal {
  code: string;
  clause: string;
}

export interface Question {
  open: Open | null;
  ask: Ask | null;
  figures: Figures;
  situation: Fact[];
  outcome: Outcome | null;
}

/** The engine asks its host for nothing but a place to complain to. */
const host = {
  wasi_snapshot_preview1: { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8, proc_exit: () => {} },
};

export class Engine {
  private readonly w: Exports;
  private constructor(w: Exports) {
    this.w = w;
  }

  /** Each has a memory, and so a game, of its own. */
  static async load(): Promise<Engine> {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(wasm), host);
    const w = instance.exports as unknown as Exports;
    w._initialize?.();
    return new Engine(w);
  }

  private tell(text: string): void {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length + 1 > this.w.en_input_size()) throw new Error("too long for the engine");
    const room = new Uint8Array(this.w.memory.buffer, this.w.en_input(), bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
  }

  private heard<T>(length: number): T {
    if (length === 0) throw new Error("the engine did not understand");
    const bytes = new Uint8Array(this.w.memory.buffer, this.w.en_output(), length);
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  }

  seed(low: number, high: number): void {
    this.w.en_seed(low, high);
  }

  begin(game: string, players: number, options: Record<string, string>): SeenEvent[] {
    this.tell([game, players, ...Object.entries(options).flat()].join(" "));
    return this.heard<{ events: SeenEvent[] }>(this.w.en_begin()).events;
  }

  /** A line of a record, seat first. */
  apply(line: string): Done | Refusal {
    this.tell(line);
    return this.heard<Done | Refusal>(this.w.en_apply());
  }

  chance(): Done {
    return this.heard<Done>(this.w.en_chance());
  }

  /** What a bot would do: a line for apply(). */
  bot(seat: number, level: string): string {
    this.tell(level);
    return this.heard<{ action: string }>(this.w.en_bot(seat)).action;
  }

  view(viewer: number): View {
    return this.heard<View>(this.w.en_view(viewer));
  }

  question(viewer: number): Question {
    return this.heard<Question>(this.w.en_question(viewer));
  }

  /** The whole game, to be put back later. */
  save(): Uint8Array {
    return new Uint8Array(this.w.memory.buffer, this.w.en_state(), this.w.en_state_size()).slice();
  }

  restore(saved: Uint8Array): void {
    new Uint8Array(this.w.memory.buffer, this.w.en_state(), saved.length).set(saved);
  }
}

export const isDone = (answer: Done | Refusal): answer is Done => "action" in answer;
