// engine.ts: the engine in this browser (engine.c, compiled to WebAssembly), for replays and for games without a server.
import wasmAddress from "engine.wasm";
import type { Ask, GameEvent, GameInfo, Open, Outcome, View } from "./protocol";
import type { Fact, Figures } from "./situation";

/** What engine.c exports; addresses and lengths are numbers. */
interface Exports {
  memory: WebAssembly.Memory;
  _initialize?: () => void;
  en_input: () => number;
  en_input_size: () => number;
  en_output: () => number;
  en_state: () => number;
  en_state_size: () => number;
  en_seed: (low: number, high: number) => void;
  en_games: () => number;
  en_rules: () => number;
  en_begin: () => number;
  en_apply: () => number;
  en_view: (viewer: number) => number;
  en_question: (viewer: number) => number;
  en_chance: () => number;
  en_bot: (seat: number) => number;
  en_end: () => number;
}

/** Viewers other than the seats 0, 1, ..; the numbers are those of apparat.h. */
export const CHANCE = 6;
export const OBSERVER = 7;
export const EVERYTHING = 8;

export interface SeenEvent {
  /** The set of viewers who may see the event, one bit each. */
  seen_by: number;
  event: GameEvent;
}

/** An action that was applied, and what happened. */
export interface Applied {
  action: string;
  /** The line that a record has for it. */
  line: string;
  events: SeenEvent[];
}

export interface Refusal {
  code: string;
  clause: string;
}

/** What a viewer may know of the present moment of a game. */
export interface Question {
  /** The open question; null if the game is over. */
  open: Open | null;
  /** What the viewer's own seat is asked; null if it is asked nothing. */
  ask: Ask | null;
  figures: Figures;
  situation: Fact[];
  outcome: Outcome | null;
}

/** The functions that the C library expects from outside. The engine writes no files, so they fail or do nothing. */
const host = {
  wasi_snapshot_preview1: { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8, proc_exit: () => {} },
};

/** One game in memory of its own. Actions are lines of a record: the seat, then the action in the notation. */
export class Engine {
  private readonly wasm: Exports;
  private constructor(wasm: Exports) {
    this.wasm = wasm;
  }

  static async load(): Promise<Engine> {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(wasmAddress), host);
    const wasm = instance.exports as unknown as Exports;
    wasm._initialize?.();
    return new Engine(wasm);
  }

  private writeInput(text: string): void {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length + 1 > this.wasm.en_input_size()) throw new Error("too long for the engine");
    const input = new Uint8Array(this.wasm.memory.buffer, this.wasm.en_input(), bytes.length + 1);
    input.set(bytes);
    input[bytes.length] = 0;
  }

  /** Reads an answer of this length; 0 means that the engine could not do what it was asked. */
  private readOutput<T>(length: number): T {
    if (length === 0) throw new Error("the engine did not understand");
    const bytes = new Uint8Array(this.wasm.memory.buffer, this.wasm.en_output(), length);
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  }

  /** Fixes what chance and bots choose from now on. */
  seed(low: number, high: number): void {
    this.wasm.en_seed(low, high);
  }

  /** Returns what the server, too, would say about the games. */
  games(): GameInfo[] {
    return this.readOutput<{ games: GameInfo[] }>(this.wasm.en_games()).games;
  }

  /** Returns the version of a game's rules and the hash of its data, as a record has them. */
  rules(game: string): string {
    this.writeInput(game);
    return this.readOutput<{ rules: string }>(this.wasm.en_rules()).rules;
  }

  begin(game: string, players: number, options: Record<string, string>): SeenEvent[] {
    this.writeInput([game, players, ...Object.entries(options).flat()].join(" "));
    return this.readOutput<{ events: SeenEvent[] }>(this.wasm.en_begin()).events;
  }

  apply(line: string): Applied | Refusal {
    this.writeInput(line);
    return this.readOutput<Applied | Refusal>(this.wasm.en_apply());
  }

  /** Applies an action of chance, which must be asked. */
  chance(): Applied {
    return this.readOutput<Applied>(this.wasm.en_chance());
  }

  /** Returns the line that a bot of this level would play for the seat, which must be asked; applies nothing. */
  bot(seat: number, level: string): string {
    this.writeInput(level);
    return this.readOutput<{ action: string }>(this.wasm.en_bot(seat)).action;
  }

  /** Returns what follows "end" in the last line of a record of the game as it is now. */
  end(): string {
    return this.readOutput<{ end: string }>(this.wasm.en_end()).end;
  }

  view(viewer: number): View {
    return this.readOutput<View>(this.wasm.en_view(viewer));
  }

  question(viewer: number): Question {
    return this.readOutput<Question>(this.wasm.en_question(viewer));
  }

  /** Returns a copy of the whole state of the game, for restore(). */
  save(): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer, this.wasm.en_state(), this.wasm.en_state_size()).slice();
  }

  restore(saved: Uint8Array): void {
    if (saved.length !== this.wasm.en_state_size()) throw new Error("not a state of this game");
    new Uint8Array(this.wasm.memory.buffer, this.wasm.en_state(), saved.length).set(saved);
  }
}

export const isApplied = (answer: Applied | Refusal): answer is Applied => "action" in answer;
