// words.ts: every word that people read, from the same catalogue as the rest of the program (lang/*.po and the games'
// words/*.po).
import "./storage";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { gameNamed } from "./games";
import type { GameEvent } from "./protocol";
import type { Fact, Odds } from "./situation";
import { observable } from "./observable";
import { withoutInnerBrackets } from "./quotes";
import { fill, type Language } from "./template";

export { fill, type Language } from "./template";
export type Words = Record<string, string>;

/** The words of a game and what it declares about them; words.c writes it. A kind is a list of names, or "number". */
export interface GameWords {
  game: string;
  /** Texts by their keys, without the name of the game in front. */
  words: Words;
  /** The kind of the seats. */
  seats: string;
  /** The kinds of the arguments of each verb. */
  verbs: Record<string, string[]>;
  /** The kinds of the arguments of each event. */
  events: Record<string, string[]>;
  /** The kinds of the arguments of each fact, by the names of the arguments. */
  facts: Record<string, Record<string, string>>;
  /**
   * The rule of each figure, the kind it has a value for each of (null: one value), and the kind that its values are;
   * `standing`: it is a part of how a seat stands.
   */
  figures: Record<string, { clause: string; each: string | null; is: string | null; standing?: true }>;
  /** The events that are turning points of a game. */
  turning: string[];
  /** The events that a short log leaves out. */
  quiet: string[];
  /** The events that tell the result of a die, with the index of the argument that is the result. */
  dice: Record<string, number>;
  /** The events that tell what chance has drawn for all to see, dice too, with the index of the argument that was drawn. */
  drawn: Record<string, number>;
  /** The events that odds tell of by the value of an argument, with the index of that argument. */
  differ: Record<string, number>;
  /** For how many milliseconds an event is shown at normal speed, where it differs from a plain line; 0: not at all. */
  shown: Record<string, number>;
  /** The same for all other events. */
  shown_default: number;
  /** The names of each kind, with their labels: copies of a thing have the same label, and so the same word. */
  names: Record<string, Record<string, string>>;
  /** The kinds that nobody has to point at when the other arguments leave only one action. */
  implied: string[];
  /** The steps that are reactions: rounds, in which silence is the pass. */
  reactions: string[];
  /** The verbs that give up something large, so that people are asked once whether they mean it. */
  final_verbs: string[];
  /** The verbs of chance whose outcomes are opened when they fall, and those of them that are dice. */
  open_verbs: string[];
  die_verbs: string[];
  /** The steps at which the pass does so. */
  final_steps: string[];
  /** The rule of each step. */
  steps: Record<string, string>;
  /** The title of each clause of the rules. */
  titles: Record<string, string>;
}

/** What a player looks up, made of the game's data. */
export interface RulesTable {
  name: string;
  title: string;
  /** How to read it; may be empty. */
  about: string;
  headings: string[];
  rows: string[][];
}

export interface Clause {
  id: string;
  title: string;
  body: string;
  /** Where the clause comes from; empty if the rules do not say. */
  provenance: string;
  /** The tables that belong to it. */
  tables: RulesTable[];
}

/** The words that the client needs whichever game is played. */
const common: Record<Language, () => Promise<unknown>> = {
  en: () => import("words:common.en"),
  fr: () => import("words:common.fr"),
};

async function defaultExport<T>(load: (() => Promise<unknown>) | undefined): Promise<T> {
  if (!load) throw new Error("no such game");
  return ((await load()) as { default: T }).default;
}

export const loadCommon = (inLanguage: Language) => defaultExport<Words>(common[inLanguage]);
export const loadGame = (game: string, inLanguage: Language) =>
  defaultExport<GameWords>(gameNamed(game)?.words[inLanguage]);
export const loadRules = (game: string, inLanguage: Language) =>
  defaultExport<Clause[]>(gameNamed(game)?.rules[inLanguage]);

/* ---- The language ---------------------------------------------------------------------------- */

/** Returns the language that was chosen in this browser, or the one that the browser itself has. */
function initialLanguage(): Language {
  const stored = localStorage.getItem("language");
  if (stored === "en" || stored === "fr") return stored;
  return navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
}

export const language = observable<Language>(initialLanguage());

export function chooseLanguage(next: Language): void {
  localStorage.setItem("language", next);
  language.set(next);
}

/** The client's own words in one language: say("web.home.play", TITLE). A key that has no word is shown as it is. */
export class Speech {
  readonly language: Language;
  private readonly words: Words;
  constructor(inLanguage: Language, words: Words) {
    this.language = inLanguage;
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
  /** The words and what the game declares about them. */
  readonly facts: GameWords;
  /** What events call who plays a seat; a seat that is not here has its own name. */
  private readonly players: Record<string, string>;
  constructor(inLanguage: Language, facts: GameWords, players: Record<string, string> = {}) {
    this.language = inLanguage;
    this.facts = facts;
    this.players = players;
  }

  /** Returns the same words, with events that call those who play the seats so. */
  withPlayers = (players: Record<string, string>): GameSpeech => new GameSpeech(this.language, this.facts, players);

  /** Returns the text of the key GAME.KEY, its holes filled with the arguments. */
  word = (key: string, ...args: (string | number)[]): string => fill(this.facts.words[key] ?? key, args, this.language);
  has = (key: string): boolean => key in this.facts.words;

  /** Returns what a thing is called. */
  name = (kind: string, name: string | number): string => {
    if (kind === "number") return String(name);
    const label = this.facts.names[kind]?.[name] ?? name;
    return this.facts.words[`${kind}.${label}`] ?? String(label);
  };

  /** Returns the text that asks for an answer at a step. */
  prompt = (step: string): string => this.word(`step.${step}`);
  /** Returns the title of a clause of the rules. */
  title = (clause: string): string => this.facts.titles[clause] ?? clause;

  /** Returns an event as a sentence. */
  event = (e: GameEvent): string => {
    const kinds = this.facts.events[e.event] ?? [];
    const template = this.facts.words[`event.${e.event}`] ?? e.event;
    const texts = e.args.map((arg, i) => {
      const kind = kinds[i] ?? "number";
      const player = kind === this.facts.seats ? this.players[String(arg)] : undefined;
      return player ?? this.argumentText(kind, arg);
    });
    return withoutInnerBrackets(fill(template, texts, this.language));
  };

  /** Returns an action as a sentence. */
  action = (verb: string, args: (string | number)[]): string =>
    this.sentence(this.facts.words[`verb.${verb}`] ?? verb, this.facts.verbs[verb] ?? [], args);

  /** Returns a fact as a sentence. */
  fact = (f: Fact): string => {
    if (f.fact === "odds") return this.oddsSentence(f as unknown as Odds);
    const kinds = this.facts.facts[f.fact] ?? {};
    const args = Object.keys(kinds).map((name) => f[name] ?? null);
    return this.sentence(this.facts.words[`fact.${f.fact}`] ?? f.fact, Object.values(kinds), args);
  };

  /** Returns in few words what the outcomes of these odds bring about. */
  odd = ({ what, value }: Odds): string =>
    what === null
      ? this.word("fact.odds.nothing")
      : fill(this.facts.words[`odds.${what}`] ?? what, [this.outcomeValue(what, value)], this.language);

  /** Returns the value by which the outcomes of an event differ: a number, or the name with that index. */
  private outcomeValue(event: string, value: number | null): string | number {
    if (value === null) return "";
    const kind = this.facts.events[event]?.[this.facts.differ[event] ?? -1] ?? "number";
    return kind === "number" ? value : this.name(kind, Object.keys(this.facts.names[kind] ?? {})[value] ?? value);
  }

  private oddsSentence(o: Odds): string {
    return this.word(
      o.first === o.last ? "fact.odds.one" : "fact.odds",
      this.odd(o),
      o.value ?? "",
      o.first,
      o.last,
      o.of,
    );
  }

  private sentence(template: string, kinds: string[], args: (string | number | null)[]): string {
    return fill(
      template,
      args.map((arg, i) => this.argumentText(kinds[i] ?? "number", arg)),
      this.language,
    );
  }

  private argumentText(kind: string, arg: string | number | null): string | number {
    if (arg === null) return "–";
    if (kind === "number" || kind === "event") return arg;
    if (kind !== "action") return this.name(kind, arg);
    const [verb = "", ...rest] = String(arg).split(" ");
    return this.action(verb, rest);
  }
}
