// board.tsx: Triumph of Chaos: a staff map, what is going on above it, cards, factions and reserves below.
import type { Board } from "client/core/board";
import { Events, Hand } from "./cards";
import { Reserves, Waiting } from "./forces";
import { type Shown, WarMap } from "./map";
import { isOn, readView, sideOf } from "./model";
import { Bid, Combat, Operation } from "./moment";
import { Factions, Politics } from "./politics";
import { Strip } from "./strip";

const TriumphOfChaos: Board = ({ view, me, seats, asked, events, speech, narrow }) => {
  const v = readView(view);
  const s: Shown = { v, speech };
  const side = sideOf(v, me);
  const politics = v.phase === "political" && v.over === null;
  return (
    <div class={`tc${narrow ? " tc-narrow" : ""}`}>
      <Strip s={s} me={me} seats={seats} asked={asked} />
      {isOn(v, "bid") && v.over === null && <Bid s={s} />}
      {politics && <Politics s={s} side={side} />}
      {politics && <Hand s={s} side={side} />}
      <Operation s={s} />
      <Combat s={s} events={events} />
      <Waiting s={s} />
      <WarMap s={s} />
      {!politics && <Hand s={s} side={side} />}
      <Factions s={s} />
      <Reserves s={s} />
      <Events s={s} />
    </div>
  );
};

export default TriumphOfChaos;
