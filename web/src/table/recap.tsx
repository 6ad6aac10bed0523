// recap.tsx: "since your last turn": what has happened since the person decided something. It can be opened at any
// time, and opens by itself after an absence.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { connection } from "../core/connection";
import { lastDecision } from "../core/last-decision";
import { useObservable } from "../core/observable";
import { eventCount, type PacedTable } from "../core/paced-table";
import type { GameEvent } from "../core/protocol";
import { speed } from "../core/settings";
import type { TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ClauseChip } from "../parts/clause-chip";
import { useReflow } from "../parts/reflow";

/** The recap opens by itself if so many events happened in an absence. */
export const MANY_EVENTS = 6;
/** How many events are told if nobody knows when the person decided last. */
const USUAL_EVENTS = 30;

export interface RecapState {
  isOpen: boolean;
  /** The index of the first event that it tells. */
  since: number;
  toggle: () => void;
  close: () => void;
  /** The person has decided something, after so many events: what has come since is told. */
  decided: (before: number) => void;
}

/** Calls `onReturn` with the number of events at the beginning of an absence: a hidden page or a cut connection. */
function useAbsence(model: PacedTable, onReturn: (seen: number) => void): void {
  const returned = useRef(onReturn);
  returned.current = onReturn;
  useEffect(() => {
    let seen: number | null = null;
    const known = () => {
      const state = model.now();
      return state?.view ? eventCount(state) : null;
    };
    const look = () => {
      const isAway = document.hidden || connection.state.get() === "waiting" || connection.state.get() === "connecting";
      if (isAway) seen ??= known();
      else if (seen !== null && (known() ?? 0) > seen) {
        returned.current(seen);
        seen = null;
      }
    };
    // The table comes after the connection, so an absence ends with the first thing that is heard.
    const unwatch = [connection.state.watch(look), model.state.watch(look)];
    const onVisible = () => {
      look();
      if (!document.hidden && connection.state.get() === "on") seen = null;
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      for (const stop of unwatch) stop();
    };
  }, [model]);
}

/** `alone`: the table is gone with the page. */
export function useRecap(model: PacedTable, state: TableState, alone: boolean): RecapState {
  const key = alone ? null : state.table.table;
  const decision = useMemo(() => lastDecision(key), [key]);
  const decidedAt = useObservable(decision);
  const [isOpen, setOpen] = useState(false);
  const count = eventCount(state);
  const since = decidedAt !== null && decidedAt <= count ? decidedAt : Math.max(0, count - USUAL_EVENTS);
  const openIfMany = (seen: number) => {
    const present = model.now();
    if (present && eventCount(present) - seen >= MANY_EVENTS && speed.get() !== "once") setOpen(true);
  };
  useAbsence(model, openIfMany);
  const isNew = useRef(true);
  useEffect(() => {
    if (!isNew.current) return;
    isNew.current = false;
    if (decidedAt !== null && decidedAt <= count) openIfMany(decidedAt); // the page was left, and is opened again
  });
  return {
    isOpen,
    since,
    toggle: () => setOpen(!isOpen),
    close: () => setOpen(false),
    decided: (before) => {
      decision.set(before);
      setOpen(false);
    },
  };
}

interface RecapProps {
  recap: RecapState;
  model: PacedTable;
  state: TableState;
  speech: GameSpeech;
}

/** Fetches earlier parts of the log until it has the event number `since`. */
function useLogSince(model: PacedTable, logFirst: number, since: number, isWanted: boolean): void {
  useEffect(() => {
    if (isWanted && logFirst > since) model.loadEarlier().catch(() => {});
  }, [model, logFirst, since, isWanted]);
}

export function Recap({ recap, model, state, speech }: RecapProps) {
  const { say } = useSpeech();
  const { isOpen, since, close } = recap;
  const { log, logFirst } = state;
  useLogSince(model, logFirst, since, isOpen);
  const list = useRef<HTMLOListElement>(null);
  const events: GameEvent[] = log.slice(Math.max(0, since - logFirst));
  const showNewest = () => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  };
  useLayoutEffect(showNewest, [isOpen, events.length]);
  useReflow(list, isOpen, showNewest);
  if (!isOpen) return null;
  const told = events.filter(({ event }) => !speech.facts.quiet.includes(event));
  return (
    <section class="recap" role="dialog" aria-label={say("web.recap.title")} data-harmless="">
      <h2>
        {say("web.recap.title")}
        <button type="button" class="small" onClick={close}>
          {say("web.close")}
        </button>
      </h2>
      <ol ref={list} tabIndex={0} aria-label={say("web.recap.title")}>
        {told.map((event, n) => (
          <li key={n} class={speech.facts.turning.includes(event.event) ? "turning" : ""}>
            {speech.event(event)} <ClauseChip id={event.clause} speech={speech} />
          </li>
        ))}
        {told.length === 0 && <li class="none">{say("web.recap.none")}</li>}
      </ol>
    </section>
  );
}
