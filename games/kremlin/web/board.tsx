// board.tsx: the table of Kremlin: the scene, the factions, the house with its surroundings, and below it the viewer's papers.
import type { Board } from "client/core/board";
import { Facade } from "./facade";
import { stateOf } from "./facts";
import { Siberia, Square, Wall } from "./outside";
import { Scene } from "./panel";
import { Factions, Papers } from "./papers";
import type { Table } from "./person";
import { mattersOf } from "./scene";

const KremlinBoard: Board = ({ view, situation, me, seats, asked, step, events, speech, narrow }) => {
  const s = stateOf(view, situation);
  const matters = mattersOf(s, speech);
  const t: Table = { s, me, seats, speech, narrow, matter: matters.at(-1) ?? null, step };
  return (
    <div class={`kr${narrow ? " kr-narrow" : ""}`}>
      <div class="kr-inner">
        <div class="kr-main" data-part="ground" tabIndex={0} role="group" aria-label={speech.word("web.politburo")}>
          <Scene t={t} matters={matters} events={events} />
          <Factions t={t} asked={asked} />
          <div class="kr-ground">
            <Wall t={t} />
            <Facade t={t} />
            <div class="kr-outside">
              <Square t={t} />
              <Siberia t={t} />
            </div>
          </div>
        </div>
        <Papers t={t} />
      </div>
    </div>
  );
};

export default KremlinBoard;
