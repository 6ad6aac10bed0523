// source.ts: where a replay takes its moments from: the engine plays the game again, or, if it was played by other
// rules, the record has what every viewer saw.
import { Engine, EVERYTHING, isApplied, OBSERVER, type Question, type SeenEvent } from "../core/engine";
import { type GameEvent, merged, type Open, type Outcome, type View } from "../core/protocol";
import type { Fact, Figures } from "../core/situation";
import type { RecordText } from "./record";

/** A moment is given by the number of moves before it; a viewer as in engine.ts. */
export interface Source {
  view: (at: number, viewer: number) => View;
  question: (at: number, viewer: number) => Question;
  /** What happened in the move before a moment; before the first move, at the beginning of the game. */
  events: (at: number) => SeenEvent[];
}

/* ---- By the rules ---------------------------------------------------------------------------- */

interface SavedMoment {
  /** The state of the engine. */
  saved: Uint8Array;
  events: SeenEvent[];
}

/** Plays the game of a record to its end; throws if it is against the rules. */
export function playRecord(engine: Engine, record: RecordText): Source {
  const events = engine.begin(record.game, record.players, record.options);
  const moments: SavedMoment[] = [{ events, saved: engine.save() }];
  for (const line of record.moves) {
    const answer = engine.apply(line);
    if (!isApplied(answer)) throw new Error(`move ${moments.length} is against ${answer.clause}`);
    moments.push({ events: answer.events, saved: engine.save() });
  }
  const restore = (at: number) => {
    const moment = moments[at];
    if (moment) engine.restore(moment.saved);
    return engine;
  };
  return {
    view: (at, viewer) => restore(at).view(viewer),
    question: (at, viewer) => restore(at).question(viewer),
    events: (at) => moments[at]?.events ?? [],
  };
}

/* ---- As it was seen -------------------------------------------------------------------------- */

/** What one viewer saw. */
interface Seen {
  view: View;
  figures: Figures;
  situation: Fact[];
  open: Open | null;
}

/** A moment as a record has it: what has changed for which viewers, and what happened. */
interface FilmMoment {
  views: ({ to: string[] } & Partial<Seen>)[];
  events: { seen_by?: string[]; event: GameEvent }[];
  outcome?: Outcome;
}

const NOTHING: Seen = { view: {}, figures: {}, situation: [], open: null };

function change(before: Seen, told: Partial<Seen>): Seen {
  return {
    view: merged(before.view, told.view ?? {}),
    figures: merged(before.figures, told.figures ?? {}) as Figures,
    situation: told.situation ?? before.situation,
    open: told.open === undefined ? before.open : told.open,
  };
}

/** Shows a record that has what every viewer saw; throws if it has nothing of that. */
export function showRecord(record: RecordText, seatNames: string[]): Source {
  const { moments } = record;
  if (moments.every(({ seen }) => seen === null)) throw new Error("what was seen of this game was not kept");
  const films = moments.map(({ seen }) => (seen === null ? null : (JSON.parse(seen) as FilmMoment)));
  const nameOf = (viewer: number) =>
    viewer === EVERYTHING ? "everything" : viewer === OBSERVER ? "observer" : (seatNames[viewer] ?? "");
  const seenBy = new Map<number, Seen[]>();

  /** Returns all that a viewer saw, moment by moment. A moment that was not kept is shown as the one before it. */
  const allSeen = (viewer: number): Seen[] => {
    const known = seenBy.get(viewer);
    if (known) return known;
    const name = nameOf(viewer);
    let now = NOTHING;
    const all = films.map((film, at) => {
      const before = moments[at]?.begins ? NOTHING : now;
      const told = film?.views.find(({ to }) => to.includes(name));
      now = told ? change(before, told) : now;
      return now;
    });
    seenBy.set(viewer, all);
    return all;
  };

  const bits = (names: string[] | undefined): number =>
    names
      ? names.reduce((set, name) => set | (1 << (name === "observer" ? OBSERVER : seatNames.indexOf(name))), 0)
      : ~0;

  return {
    view: (at, viewer) => (allSeen(viewer)[at] ?? NOTHING).view,
    question: (at, viewer) => {
      const { open, figures, situation } = allSeen(viewer)[at] ?? NOTHING;
      return { open, ask: null, figures, situation, outcome: films[at]?.outcome ?? null };
    },
    events: (at) => (films[at]?.events ?? []).map(({ seen_by, event }) => ({ seen_by: bits(seen_by), event })),
  };
}
