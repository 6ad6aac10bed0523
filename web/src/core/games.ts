// games.ts: the games there are and what each brings to the client, as the manifests say (facts.mjs).
import type { FunctionComponent } from "preact";
import { list } from "games:list";
import type { Declared } from "../generic/parts";
import type { Lesson } from "../learn/lesson";
import type { ReplayPart } from "../replay/part";
import type { Board } from "./board";
import type { Clause, GameWords, Language } from "./words";

type Loaded<T> = () => Promise<T>;

export interface GamePart {
  name: string;
  /** Of seats that have a colour of their own: its number in the palette. */
  colours: Record<string, number>;
  /** What it declares: all that a generic board needs. */
  declared: Loaded<{ default: Declared }>;
  words: Record<Language, Loaded<{ default: GameWords }>>;
  rules: Record<Language, Loaded<{ default: Clause[] }>>;
  /** What a game brings none of is missing. */
  poster?: FunctionComponent;
  board?: Loaded<{ default: Board }>;
  lesson?: Loaded<{ lesson: Lesson }>;
  replay?: Loaded<{ replay: ReplayPart }>;
}

export const games = list as GamePart[];
export const gameNames: string[] = games.map(({ name }) => name);
export const gameNamed = (name: string | undefined): GamePart | undefined => games.find((game) => game.name === name);
