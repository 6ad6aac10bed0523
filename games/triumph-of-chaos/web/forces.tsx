// forces.tsx: units and leaders off the map: reserves, the dead, and those who wait for a decision.
import { Target, usePointing } from "client/core/board";
import { Counter, leaderWords, Plate, SideMark, unitWords } from "./counters";
import { LEADER, UNIT } from "./geometry";
import type { Shown } from "./map";
import * as f from "./facts";
import * as t from "./tables";

export function Units({ s, ids }: { s: Shown; ids: string[] }) {
  if (ids.length === 0) return null;
  return (
    <ul class="tc-units">
      {ids.map((id) => {
        const about = unitWords(s.state, id, s.speech);
        return (
          <li key={id} title={about}>
            <Target kind="unit" name={id} label="" flip="">
              <svg width="40" height="40" viewBox={`0 0 ${UNIT} ${UNIT}`} aria-hidden="true">
                <Counter state={s.state} id={id} />
              </svg>
              <span class="hidden">{about}</span>
            </Target>
          </li>
        );
      })}
    </ul>
  );
}

export function Leaders({ s, ids }: { s: Shown; ids: string[] }) {
  if (ids.length === 0) return null;
  return (
    <ul class="tc-units">
      {ids.map((id) => {
        const about = leaderWords(s.state, id, s.speech);
        return (
          <li key={id} title={about}>
            <Target kind="leader" name={id} label="" flip="">
              <svg
                width={LEADER.wide * 1.2}
                height={LEADER.high * 1.2}
                viewBox={`0 0 ${LEADER.wide} ${LEADER.high}`}
                aria-hidden="true"
              >
                <Plate state={s.state} id={id} speech={s.speech} />
              </svg>
              <span class="hidden">{about}</span>
            </Target>
          </li>
        );
      })}
    </ul>
  );
}

/** Units and leaders off the map that can be pressed now. */
export function Waiting({ s }: { s: Shown }) {
  const { state, speech } = s;
  const { actionsOn } = usePointing();
  const can = (kind: string, id: string): boolean => actionsOn({ kind, name: id }).length > 0;
  const units = t.units.filter(({ id }) => state.unit_where[id] !== "map" && can("unit", id)).map(({ id }) => id);
  const leaders = t.leaders
    .filter(({ id }) => state.leader_where[id] !== "map" && can("leader", id))
    .map(({ id }) => id);
  if (units.length + leaders.length === 0) return null;
  return (
    <section class="tc-waiting" aria-label={speech.word("web.waiting")}>
      <h3>{speech.word("web.waiting")}</h3>
      <Units s={s} ids={units} />
      <Leaders s={s} ids={leaders} />
    </section>
  );
}

function Reserve({ s, side }: { s: Shown; side: t.Side }) {
  const { state, speech } = s;
  const units = f.unitsIn(state, "reserve", side);
  const leaders = f.leadersIn(state, "reserve", side);
  const dead = f.unitsIn(state, "dead", side);
  const fallen = f.leadersIn(state, "dead", side);
  return (
    <div class={`tc-reserve tc-reserve-${side}`}>
      <h3>
        <SideMark side={side} /> {speech.word("web.reserve", speech.name("side", side))}
      </h3>
      <Units s={s} ids={units} />
      <Leaders s={s} ids={leaders} />
      {units.length + leaders.length === 0 && <p class="tc-hint">{speech.word("web.reserve.none")}</p>}
      {dead.length + fallen.length > 0 && (
        <details>
          <summary>{speech.word("web.dead", dead.length + fallen.length)}</summary>
          <Units s={s} ids={dead} />
          <Leaders s={s} ids={fallen} />
        </details>
      )}
    </div>
  );
}

export function Reserves({ s }: { s: Shown }) {
  return (
    <section class="tc-reserves" aria-label={s.speech.word("web.reserves")}>
      {t.SIDES.map((side) => (
        <Reserve key={side} s={s} side={side} />
      ))}
    </section>
  );
}
