// moment.tsx: the picture of a briefcase that has just been opened, shown long enough to be seen.
import { useEffect, useRef, useState } from "preact/hooks";
import type { GameEvent } from "client/core/protocol";
import { Sunshine, type Table, Trefoil } from "./pieces";
import type { Kind, State } from "./facts";

export interface Moment {
  event: GameEvent;
  kind: Kind;
  pawn: string;
  space: string;
  /** True if only the viewer sees the briefcase. */
  alone: boolean;
}

const HELD = 2800;

/** For each event, the index of the argument that is the diplomat, and the kind of briefcase if the event implies it. */
const openings: Record<string, { pawn: number; kind?: Kind }> = {
  "opened-nuclear": { pawn: 0, kind: "nuclear" },
  "opened-tourist": { pawn: 0, kind: "tourist" },
  "nuclear-home": { pawn: 1, kind: "nuclear" },
  "tourist-home": { pawn: 1, kind: "tourist" },
  "case-out": { pawn: 0 },
  sees: { pawn: 0 },
};

function momentIn(events: GameEvent[], s: State): Moment | null {
  const opened = events.filter((one) => one.event in openings);
  const event = opened.find((one) => openings[one.event]?.kind) ?? opened[0];
  const where = event && openings[event.event];
  if (!event || !where) return null;
  const pawn = String(event.args[where.pawn]);
  return {
    event,
    kind: where.kind ?? (event.args[1] as Kind),
    pawn,
    space: s.place[pawn] ?? "",
    alone: event.event === "sees",
  };
}

/** A Secret card that has just been cancelled. */
export interface Cancelled {
  event: GameEvent;
  card: string;
  /** What it was meant for, as it was named when the card was played; null if it had no target. */
  target: GameEvent | null;
}

/** Returns the card that these events cancel; `named` is the last target that was named before them. */
export function cancelledIn(events: GameEvent[], named: GameEvent | null): Cancelled | null {
  const event = events.find((one) => one.event === "cancelled");
  return event ? { event, card: String(event.args[1]), target: named } : null;
}

/** Returns the target that is named last in these events: of the last card that was played, except by who cancels one. */
export function targetIn(events: GameEvent[], before: GameEvent | null): GameEvent | null {
  return events.reduce(
    (named, one) =>
      one.event.startsWith("target-") ? one : one.event === "plays" && one.args[1] !== "counter" ? null : named,
    before,
  );
}

/** Holds what these events show for as long as it takes to be seen. */
function useHeld<T>(events: GameEvent[], find: (events: GameEvent[]) => T | null): T | null {
  const [held, setHeld] = useState<T | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const seenEvents = useRef<GameEvent[] | null>(null);
  useEffect(() => {
    if (seenEvents.current === events) return; // only the table has changed
    seenEvents.current = events;
    const next = find(events);
    if (!next) return;
    clearTimeout(timer.current);
    setHeld(next);
    timer.current = setTimeout(() => setHeld(null), HELD);
  }, [events, find]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return held;
}

export const useMoment = (events: GameEvent[], s: State): Moment | null => useHeld(events, (some) => momentIn(some, s));

/** Returns the card that has just been cancelled, with the target that was named when it was played. */
export function useCancelled(events: GameEvent[]): Cancelled | null {
  const named = useRef<GameEvent | null>(null);
  return useHeld(events, (some) => {
    named.current = targetIn(some, named.current);
    return cancelledIn(some, named.current);
  });
}

const ray = (degrees: number): string => {
  const angle = (degrees * Math.PI) / 180;
  return `${(Math.cos(angle) * 160).toFixed(1)} ${(Math.sin(angle) * 160).toFixed(1)}`;
};
const rays = Array.from({ length: 9 }, (_, i) => `M0 0L${ray(-i * 22.5 - 4)}L${ray(-i * 22.5 + 4)}z`).join("");

function OpenCase({ kind }: { kind: Kind }) {
  return (
    <svg class={`ab-open ab-open-${kind}`} viewBox="-100 -84 200 140" aria-hidden="true">
      <path class="ab-open-rays" d={rays} />
      <g class="ab-open-lid">
        <rect x="-56" y="-44" width="112" height="50" rx="4" />
        <rect class="ab-open-lining" x="-48" y="-37" width="96" height="38" />
      </g>
      <g class="ab-open-inside">
        <circle class="ab-open-disc" cy="-24" r="40" />
        <g transform="translate(0 -24) scale(2.8)">{kind === "nuclear" ? <Trefoil /> : <Sunshine />}</g>
      </g>
      <rect class="ab-open-base" x="-60" y="6" width="120" height="46" rx="4" />
      <path class="ab-open-latch" d="M-42 14h14v10h-14zM28 14h14v10H28zM-14 6h28v5h-28z" />
    </svg>
  );
}

/** The opened briefcase on the stage, with what it means. */
export function Opening({ t, moment }: { t: Table; moment: Moment }) {
  return (
    <div class={`ab-opening ab-opening-${moment.kind}`} key={moment.pawn + moment.event.event}>
      <OpenCase kind={moment.kind} />
      <div>
        <p class="ab-headline">{t.speech.word(`web.opened.${moment.kind}`)}</p>
        <p>{t.speech.event(moment.event)}</p>
        {moment.alone && <p class="ab-faint">{t.speech.word("web.alone")}</p>}
      </div>
    </div>
  );
}
