// situation.ts: what the engine says about a view: facts about what is going on, and figures that follow from the
// rules. Boards read them here, so that no board computes a rule a second time.

/** Something that is going on. Its arguments have names, which the game declares. */
export interface Fact {
  /** The kind of fact. */
  fact: string;
  /** The rule that the fact follows from. */
  clause: string;
  /** The frame of the engine's stack that the fact is about; 0 is the outermost one. */
  frame: number;
  [argument: string]: string | number | null;
}

export type Figure = number | string | null;
/** All figures by their names: one value, or one value for each name of a list. */
export type Figures = Record<string, Figure | Record<string, Figure>>;

/** The event that is brought about by the outcomes `first` to `last` of a die, which has `of` equally likely ones. */
export interface Odds {
  /** The event; null: nothing happens. */
  what: string | null;
  /** A number that the event is about; null if there is none. */
  value: number | null;
  first: number;
  last: number;
  of: number;
}

const isOdds = (fact: Fact): boolean => fact.fact === "odds";
const oddsOf = (fact: Fact): Odds => fact as unknown as Odds;

export class Situation {
  readonly facts: Fact[];
  private readonly figures: Figures;

  constructor(facts: Fact[], figures: Figures) {
    this.facts = facts;
    this.figures = figures;
  }

  /** Returns all facts of a kind. */
  all(kind: string): Fact[] {
    return this.facts.filter(({ fact }) => fact === kind);
  }

  /** Returns the innermost fact of a kind; undefined if there is none. */
  last(kind: string): Fact | undefined {
    return this.facts.findLast(({ fact }) => fact === kind);
  }

  /** Returns the odds of a frame. */
  odds(frame: number): Odds[] {
    return this.facts.filter((fact) => isOdds(fact) && fact.frame === frame).map(oddsOf);
  }

  private figure(name: string, key?: string): Figure {
    const figure = this.figures[name];
    if (figure === undefined) throw new Error(`there is no figure ${name}`);
    if (key === undefined) return typeof figure === "object" && figure !== null ? null : figure;
    return (figure as Record<string, Figure> | null)?.[key] ?? null;
  }

  /** Returns a figure that is a number; 0 if it is unknown. `key`: a name of the list, for a figure that has one. */
  number(name: string, key?: string): number {
    return Number(this.figure(name, key) ?? 0);
  }

  /** Returns a figure that is a number; null if it is unknown. */
  maybe(name: string, key?: string): number | null {
    const figure = this.figure(name, key);
    return figure === null ? null : Number(figure);
  }

  /** Returns a figure that is a name; null if it is unknown or there is none. */
  name(name: string, key?: string): string | null {
    const figure = this.figure(name, key);
    return figure === null ? null : String(figure);
  }

  /** Returns the names of a list for which a figure is known and not 0. */
  having(name: string): string[] {
    const figures = this.figures[name];
    return typeof figures === "object" && figures !== null
      ? Object.keys(figures).filter((key) => Boolean(figures[key]))
      : [];
  }
}

/** The facts that tell what each legal action would lead to, by the action in the notation. */
export type Foreseen = Record<string, Fact[]>;

/** Returns the odds among some facts. */
export const oddsIn = (facts: Fact[]): Odds[] => facts.filter(isOdds).map(oddsOf);

/** Returns how probable these outcomes are, in percent. */
export const chanceOf = ({ first, last, of }: Odds): number => Math.round((100 * (last - first + 1)) / of);
