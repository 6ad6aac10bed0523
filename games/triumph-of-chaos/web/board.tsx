// board.tsx: the board of Triumph of Chaos: what is going on above the map; cards, factions and reserves below it.
import { useMemo } from "preact/hooks";
import type { Board } from "client/core/board";
import { Events, Hand } from "./cards";
import { isBidding, sideOf, stateOf } from "./facts";
import { Reserves, Waiting } from "./forces";
import { type Shown, WarMap } from "./map";
import { Bid, Combat, Operation } from "./moment";
import { Factions, Politics } from "./politics";
import { Strip } from "./strip";

const TriumphOfChaos: Board = ({ view, situation, foreseen, me, seats, asked, events, speech, narrow }) => {
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
      {isPolitics && <Hand s={s} side={side} />}
      <Operation s={s} />
      <Combat s={s} events={events} />
      <Waiting s={s} />
      <WarMap s={s} foreseen={foreseen} />
      {!isPolitics && <Hand s={s} side={side} />}
      <Factions s={s} />
      <Reserves s={s} />
      <Events s={s} />
    </div>
  );
};

export default TriumphOfChaos;
