// games.ts: the games of this build, and what each of them brings to the client. virtual-modules.mjs makes the list
// from the games' manifests.
import type { FunctionComponent } from "preact";
import { list } from "games:list";
import type { Declared } from "../generic/cells";
import type { Lesson } from "../learn/lesson";
import type { ReplayPart } from "../replay/part";
import type { Board } from "./board";
import type { Clause, GameWords, Language } from "./words";

/** Fetches a part of a game that is not in the first load. */
type Loader<T> = () => Promise<T>;

export interface GamePart {
  name: string;
  /** The number in the palette of each seat that has a colour of its own. */
  colours: Record<string, number>;
  /** What the game declares about itself; the generic board needs nothing else. */
  declared: Loader<{ default: Declared }>;
  words: Record<Language, Loader<{ default: GameWords }>>;
  rules: Record<Language, Loader<{ default: Clause[] }>>;
  /** A game need not bring any of the following. */
  poster?: FunctionComponent;
  board?: Loader<{ default: Board }>;
  lessons?: Loader<{ lessons: Lesson[] }>;
  replay?: Loader<{ replay: ReplayPart }>;
}

export const games = list as GamePart[];
export const gameNames: string[] = games.map(({ name }) => name);
export const gameNamed = (name: string | undefined): GamePart | undefined => games.find((game) => game.name === name);
