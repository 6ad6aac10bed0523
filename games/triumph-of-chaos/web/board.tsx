// board.tsx: the board of Triumph of Chaos: the map; beside it what is going on, factions, the war and reserves; the hand below.
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
      <div class="tc-main" data-part="ground" tabIndex={0} role="group" aria-label={speech.word("web.map")}>
        <Strip s={s} me={me} seats={seats} asked={asked} />
        <WarMap s={s} foreseen={foreseen} />
        <div class="tc-side" tabIndex={0} role="group" aria-label={speech.word("web.politics")}>
          <Waiting s={s} />
          <div class="tc-moment">
            {isBidding(state) && !isOver && <Bid s={s} />}
            {isPolitics && <Politics s={s} side={side} />}
            <Operation s={s} />
            <Combat s={s} events={events} step={step} />
          </div>
          <div class="tc-rest">
            <Factions s={s} />
            <War s={s} />
            <Reserves s={s} />
            <Events s={s} />
          </div>
        </div>
      </div>
      <Hand s={s} side={side} />
    </div>
  );
};

export default TriumphOfChaos;
