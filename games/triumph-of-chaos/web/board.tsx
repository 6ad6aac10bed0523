// board.tsx: the board of Triumph of Chaos: what is going on above the map; factions, the war and reserves below it; the hand always in sight.
import { useMemo } from "preact/hooks";
import type { Board } from "client/core/board";
import { Events, Hand } from "./cards";
import { isBidding, sideOf, stateOf } from "./facts";
import { Reserves, Waiting } from "./forces";
import { type Shown, WarMap } from "./map";
import { Bid, Combat, Operation } from "./moment";
import { Factions, Politics } from "./politics";
import { Strip } from "./strip";
import { War } from "./war";

const TriumphOfChaos: Board = ({ view, situation, foreseen, me, seats, asked, step, events, speech, narrow }) => {
  const state = useMemo(() => stateOf(view, situation), [view, situation]);
  const s: Shown = { state, speech };
  const side = sideOf(state, me);
  const isOver = state.over !== null;
  const isPolitics = state.phase === "political" && !isOver;
  return (
    <div class={`tc${narrow ? " tc-narrow" : ""}`}>
      <Strip s={s} me={me} seats={seats} asked={asked} />
      {isBidding(state) && !isOver && <Bid s={s} />}
      {isPolitics && <Politics s={s} side={side} />}
      <Operation s={s} />
      <Combat s={s} events={events} step={step} />
      <Waiting s={s} />
      <WarMap s={s} foreseen={foreseen} />
      <Factions s={s} />
      <War s={s} />
      <Reserves s={s} />
      <Events s={s} />
      <Hand s={s} side={side} />
    </div>
  );
};

export default TriumphOfChaos;
