// situation.ts: what the engine says of a view: facts about what is going on, and figures that follow by the rules.
// Boards read it here and compute no rule again.

/** A kind of fact, the rule it follows from, which matter it is about, and arguments by their names. */
export interface Fact {
  fact: string;
  clause: string;
  /** 0 is the outermost matter that is going on. */
  frame: number;
  [argument: string]: string | number | null;
}

export type Figure = number | string | null;
/** One figure, or one for each name. */
export type Figures = Record<string, Figure | Record<string, Figure>>;

/** Outcomes `first` to `last` of `of` bring about an event. */
export interface Odds {
  what: string | null;
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

  /** All facts of a kind. */
  all(kind: string): Fact[] {
    return this.facts.filter(({ fact }) => fact === kind);
  }

  /** The innermost fact of a kind. */
  last(kind: string): Fact | undefined {
    return this.facts.findLast(({ fact }) => fact === kind);
  }

  /** The odds of a matter. */
  odds(frame: number): Odds[] {
    return this.facts.filter((fact) => isOdds(fact) && fact.frame === frame).map(oddsOf);
  }

  private figure(name: string, key?: string): Figure {
    const figure = this.figures[name];
    if (figure === undefined) throw new Error(`there is no figure ${name}`);
    if (key === undefined) return typeof figure === "object" && figure !== null ? null : figure;
    return (figure as Record<string, Figure> | null)?.[key] ?? null;
  }

  /** A number that follows by the rules; 0 where there is none. */
  number(name: string, key?: string): number {
    return Number(this.figure(name, key) ?? 0);
  }

  /** The same, where it matters that there may be none. */
  maybe(name: string, key?: string): number | null {
    const figure = this.figure(name, key);
    return figure === null ? null : Number(figure);
  }

  /** A name that follows by the rules; null: none. */
  name(name: string, key?: string): string | null {
    const figure = this.figure(name, key);
    return figure === null ? null : String(figure);
  }

  /** The names of a list that have a figure, not 0. */
  having(name: string): string[] {
    const figures = this.figures[name];
    return typeof figures === "object" && figures !== null
      ? Object.keys(figures).filter((key) => Boolean(figures[key]))
      : [];
  }
}

/** What a legal action would come to. */
export type Foreseen = Record<string, Fact[]>;

export const oddsIn = (facts: Fact[]): Odds[] => facts.filter(isOdds).map(oddsOf);

/** In percent: how likely is what these odds tell of? */
export const chanceOf = ({ first, last, of }: Odds): number => Math.round((100 * (last - first + 1)) / of);
