// pace.ts: how a replay goes on by itself, and which of its moments matter: both follow from how long the game says that an
// event is shown.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { GameEvent } from "../core/protocol";
import type { GameWords } from "../core/words";
import type { Replay } from "./replay";

/** The speeds that can be chosen: 1 is the one that games declare. */
export const SPEEDS = [0.5, 1, 2, 5, 20];

/** The milliseconds for which a move is shown that tells nothing. */
const LEAST_SHOWN = 100;

const shownFor = (facts: GameWords, { event }: GameEvent): number => facts.shown[event] ?? facts.shown_default;

/** Returns for how many milliseconds a move with these events is shown at normal speed. */
export const paceOf = (facts: GameWords, events: GameEvent[]): number =>
  events.reduce((sum, event) => sum + shownFor(facts, event), LEAST_SHOWN);

export interface ReplayMoment {
  /** The number of moves before it. */
  at: number;
  event: GameEvent;
  /** Whether the game counts the event among its turning points. */
  isTurning: boolean;
}

/** Returns the moments that matter, as far as a viewer may know of them: the game shows them for longer than others. */
export function useMoments(replay: Replay, viewer: number, facts: GameWords): ReplayMoment[] {
  return useMemo(
    () =>
      replay
        .findEvents((event) => shownFor(facts, event) > facts.shown_default, viewer)
        .map(({ at, event }) => ({ at, event, isTurning: facts.turning.includes(event.event) })),
    [replay, viewer, facts],
  );
}

export interface Player {
  isPlaying: boolean;
  toggle: () => void;
  speed: number;
  setSpeed: (speed: number) => void;
}

/** Plays a replay: each move is shown for as long as its events need. At the end it stops. */
export function usePlayer(
  replay: Replay,
  facts: GameWords,
  { at, viewer, show }: { at: number; viewer: number; show: (next: { at: number }) => void },
): Player {
  const [wantsPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const isPlaying = wantsPlaying && at < replay.length;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => show({ at: at + 1 }), paceOf(facts, replay.events(at, viewer)) / speed);
    return () => clearTimeout(timer);
  });
  const toggle = () => {
    if (!isPlaying && at >= replay.length) show({ at: 0 });
    setPlaying(!isPlaying);
  };
  return { isPlaying, toggle, speed, setSpeed };
}
