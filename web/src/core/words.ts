// words.ts: every word a person reads, from the same catalogue as the program (lang/*.po).
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { gameNamed } from "./games";
import type { GameEvent } from "./protocol";
import type { Fact, Odds } from "./situation";
import { value } from "./value";

export type Language = "en" | "fr";
export type Words = Record<string, string>;

/** A game's part: see words.c. Kinds are lists of names, or "number". */
export interface GameWords {
  game: string;
  words: Words;
  /** The kind of the seats. */
  seats: string;
  verbs: Record<string, string[]>;
  events: Record<string, string[]>;
  /** Of each fact the kinds of its arguments, by their names. */
  facts: Record<string, Record<string, string>>;
  figures: Record<string, { clause: string; each: string | null; is: string | null }>;
  /** Events that whoever looks at a game again wants to find. */
  turning: string[];
  /** Events that a short log can do without. */
  quiet: string[];
  /** Events that tell the face of a die, and which argument that is. */
  dice: Record<string, number>;
  /** Events of which odds tell by the value of an argument, and which one that is. */
  differ: Record<string, number>;
  names: Record<string, Record<string, string>>;
  steps: Record<string, string>;
  titles: Record<string, string>;
}

export interface Clause {
  id: string;
  title: string;
  body: string;
}

const common: Record<Language, () => Promise<unknown>> = {
  en: () => import("words:common.en"),
  fr: () => import("words:common.fr"),
};

async function loaded<T>(load: (() => Promise<unknown>) | undefined): Promise<T> {
  if (!load) throw new Error("no such game");
  return ((await load()) as { default: T }).default;
}

export const loadCommon = (of: Language) => loaded<Words>(common[of]);
export const loadGame = (game: string, of: Language) => loaded<GameWords>(gameNamed(game)?.words[of]);
export const loadRules = (game: string, of: Language) => loaded<Clause[]>(gameNamed(game)?.rules[of]);

/* ---- Which language -------------------------------------------------------------------------- */

function chosen(): Language {
  const kept = localStorage.getItem("language");
  if (kept === "en" || kept === "fr") return kept;
  return navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
}

export const language = value<Language>(chosen());

export function chooseLanguage(next: Language): void {
  localStorage.setItem("language", next);
  language.set(next);
}

/* ---- Templates: {0}, and {1|point|points} for a word that follows a number --------------------- */

export function fill(template: string, args: (string | number)[], of: Language): string {
  return template.replace(/\{(\d)(?:\|([^|}]*)(?:\|([^}]*))?)?\}/g, (_hole, n: string, one?: string, many?: string) => {
    const arg = args[Number(n)] ?? "";
    if (one === undefined) return String(arg);
    const count = Number(arg);
    return many === undefined || count === 1 || (of === "fr" && count === 0) ? one : many;
  });
}

/** The page's words in one language: say("web.home.play", "Kremlin"). */
export class Speech {
  readonly language: Language;
  private readonly words: Words;
  constructor(of: Language, words: Words) {
    this.language = of;
    this.words = words;
  }
  has(key: string): boolean {
    return key in this.words;
  }
  say = (key: string, ...args: (string | number)[]): string => fill(this.words[key] ?? key, args, this.language);
}

export const SpeechContext = createContext<Speech>(new Speech("en", {}));
export const useSpeech = (): Speech => useContext(SpeechContext);

/** A game's words in one language. */
export class GameSpeech {
  readonly language: Language;
  readonly facts: GameWords;
  constructor(of: Language, facts: GameWords) {
    this.language = of;
    this.facts = facts;
  }

  /** The text under GAME.key. */
  word = (key: string, ...args: (string | number)[]): string =>
    fill(this.facts.words[key] ?? key, args, this.language);
  has = (key: string): boolean => key in this.facts.words;

  /** What a thing is called: name("politician", "nestor"). Copies of a card share a word. */
  name = (kind: string, name: string | number): string => {
    if (kind === "number") return String(name);
    const label = this.facts.names[kind]?.[name] ?? name;
    return this.facts.words[`${kind}.${label}`] ?? String(label);
  };

  prompt = (step: string): string => this.word(`step.${step}`);
  title = (clause: string): string => this.facts.titles[clause] ?? clause;

  event = (e: GameEvent): string => {
    const kinds = this.facts.events[e.event] ?? [];
    const template = this.facts.words[`event.${e.event}`] ?? e.event;
    return this.sentence(template, kinds, e.args);
  };

  action = (verb: string, args: (string | number)[]): string =>
    this.sentence(this.facts.words[`verb.${verb}`] ?? verb, this.facts.verbs[verb] ?? [], args);

  /** A fact as a sentence: "Kiev has the turn." */
  fact = (f: Fact): string => {
    if (f.fact === "odds") return this.odds(f as unknown as Odds);
    const kinds = this.facts.facts[f.fact] ?? {};
    const args = Object.keys(kinds).map((name) => f[name] ?? null);
    return this.sentence(this.facts.words[`fact.${f.fact}`] ?? f.fact, Object.values(kinds), args);
  };

  /** What odds tell of, in few words: "Siberia". */
  odd = ({ what, value: number }: Odds): string =>
    what === null ? this.word("fact.odds.nothing") : fill(this.facts.words[`odds.${what}`] ?? what, [this.differing(what, number)], this.language);

  /** The value by which outcomes of an event differ: a number, or the name with that index. */
  private differing(event: string, value: number | null): string | number {
    if (value === null) return "";
    const kind = this.facts.events[event]?.[this.facts.differ[event] ?? -1] ?? "number";
    return kind === "number" ? value : this.name(kind, Object.keys(this.facts.names[kind] ?? {})[value] ?? value);
  }

  private odds(o: Odds): string {
    return this.word(o.first === o.last ? "fact.odds.one" : "fact.odds", this.odd(o), o.value ?? "", o.first, o.last, o.of);
  }

  private sentence(template: string, kinds: string[], args: (string | number | null)[]): string {
    return fill(template, args.map((arg, i) => this.said(kinds[i] ?? "number", arg)), this.language);
  }

  private said(kind: string, arg: string | number | null): string | number {
    if (arg === null) return "–";
    if (kind === "number" || kind === "event") return arg;
    if (kind !== "action") return this.name(kind, arg);
    const [verb = "", ...rest] = String(arg).split(" ");
    return this.action(verb, rest);
  }
}
