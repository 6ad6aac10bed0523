// unhurried.ts: clocks wait for people who have said in the settings that they need it. Each table is told.
import { useEffect, useRef } from "preact/hooks";
import { useObservable } from "../core/observable";
import { clocks } from "../core/settings";
import type { PlayableTable, TableState } from "../core/table";

/**
 * Tells the table that clocks must wait for the person, if that is wanted; and that they need not any more, when the
 * setting is changed here. A browser in which it was never set changes nothing, because the person may have others.
 */
export function useUnhurried(model: PlayableTable, state: TableState | null): void {
  const wants = useObservable(clocks) === "waiting";
  const wanted = useRef(wants);
  const { seats = [], you = null, status } = state?.table ?? {};
  const own = seats.find(({ seat }) => seat === you);
  const canSay = own !== undefined && !own.resigned && (status === "lobby" || status === "running");
  const isKnown = own?.takes_time ?? false;
  useEffect(() => {
    if (!canSay) return;
    const changed = wanted.current !== wants;
    wanted.current = wants;
    // A connection that is lost repeats the request by itself, and a refusal needs no words: the clocks are in sight.
    if (wants ? !isKnown : isKnown && changed) void model.request("take_time", { on: wants }).catch(() => {});
  }, [model, canSay, isKnown, wants]);
}
