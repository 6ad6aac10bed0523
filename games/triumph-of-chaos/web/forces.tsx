// forces.tsx: units and leaders off the map: reserves, the dead, and those that wait for a decision.
import { Target, usePointing } from "client/core/board";
import { Counter, leaderWords, Plate, SideMark, unitWords } from "./counters";
import { LEADER, UNIT } from "./geometry";
import type { Shown } from "./map";
import * as m from "./model";
import * as t from "./tables";

export function Units({ s, ids }: { s: Shown; ids: string[] }) {
  if (ids.length === 0) return null;
  return (
    <ul class="tc-units">
      {ids.map((id) => {
        const about = unitWords(s.v, id, s.speech);
        return (
          <li key={id} title={about}>
            <Target kind="unit" name={id} label="" flip="">
              <svg width="40" height="40" viewBox={`0 0 ${UNIT} ${UNIT}`} aria-hidden="true">
                <Counter v={s.v} id={id} />
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
        const about = leaderWords(s.v, id, s.speech);
        return (
          <li key={id} title={about}>
            <Target kind="leader" name={id} label="" flip="">
              <svg width={LEADER.wide * 1.2} height={LEADER.high * 1.2} viewBox={`0 0 ${LEADER.wide} ${LEADER.high}`} aria-hidden="true">
                <Plate v={s.v} id={id} speech={s.speech} />
              </svg>
              <span class="hidden">{about}</span>
            </Target>
          </li>
        );
      })}
    </ul>
  );
}

/** Who comes or comes back: he can be pressed, but lies neither on the map nor in a list below. */
export function Waiting({ s }: { s: Shown }) {
  const { v, speech } = s;
  const { actionsOn } = usePointing();
  const can = (kind: string, id: string): boolean => actionsOn({ kind, name: id }).length > 0;
  const units = t.units.filter(({ id }) => v.unit_where[id] !== "map" && can("unit", id)).map(({ id }) => id);
  const leaders = t.leaders.filter(({ id }) => v.leader_where[id] !== "map" && can("leader", id)).map(({ id }) => id);
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
  const { v, speech } = s;
  const units = m.unitsIn(v, "reserve", side);
  const leaders = m.leadersIn(v, "reserve", side);
  const dead = m.unitsIn(v, "dead", side);
  const fallen = m.leadersIn(v, "dead", side);
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
