// moment.tsx: what is going on: the bid, the card in play, the combat under way.
import { useRef } from "preact/hooks";
import { Target } from "client/core/board";
import type { GameEvent } from "client/core/protocol";
import { SideMark } from "./counters";
import { Leaders, Units } from "./forces";
import type { Shown } from "./map";
import * as m from "./model";
import * as t from "./tables";

/* ---- Bidding for sides --------------------------------------------------------------------------- */

export function Bid({ s: { speech } }: { s: Shown }) {
  return (
    <section class="tc-bid" aria-label={speech.word("web.bid")}>
      <p>{speech.word("web.bid.note")}</p>
      <div class="tc-bid-sides">
        {t.SIDES.map((side) => (
          <Target key={side} kind="side" name={side} label="" flip="" class={`tc-bid-side tc-head-${side}`}>
            <SideMark side={side} size={64} />
            <b>{speech.name("side", side)}</b> <span>{speech.word(`web.bid.${side}`)}</span>
          </Target>
        ))}
      </div>
    </section>
  );
}

/* ---- The operation ------------------------------------------------------------------------------- */

function operationWords({ v, speech }: Shown): string {
  if (v.op_use === "operations" || v.op_use === null) {
    if (v.op_points > 0 && v.op_at) return speech.word("web.op.points", speech.name("space", v.op_at), v.op_points);
    return v.op_spaces > 0 ? speech.word("web.op.spaces", v.op_put, v.op_spaces) : "";
  }
  return v.op_use === "redeployment" ? speech.word("web.op.redeploy", v.op_spaces) : "";
}

export function Operation({ s }: { s: Shown }) {
  const { v, speech } = s;
  const card = t.cardNamed(v.op_card);
  const about = operationWords(s);
  if (!v.acting || (!card && !about)) return null;
  return (
    <p class={`tc-operation tc-by-${v.acting}`}>
      <SideMark side={v.acting} />
      <b>{speech.name("side", v.acting)}</b>
      {card && (
        <span class="tc-played">
          <b class="tc-value">{card.value}</b> {speech.name("card", card.id)}
          {v.op_use && <span class="tc-kind">{speech.name("use", v.op_use)}</span>}
        </span>
      )}
      {about && <span>{about}</span>}
    </p>
  );
}

/* ---- Combat -------------------------------------------------------------------------------------- */

const PIPS: Record<number, [number, number][]> = {
  1: [[12, 12]],
  2: [[6, 6], [18, 18]],
  3: [[6, 6], [12, 12], [18, 18]],
  4: [[6, 6], [18, 6], [6, 18], [18, 18]],
  5: [[6, 6], [18, 6], [12, 12], [6, 18], [18, 18]],
  6: [[6, 6], [18, 6], [6, 12], [18, 12], [6, 18], [18, 18]],
};

export function Die({ face, label }: { face: number; label: string }) {
  return (
    <svg class="tc-die" viewBox="0 0 24 24" width="40" height="40" role="img" aria-label={label}>
      <rect x="1" y="1" width="22" height="22" rx="3" />
      {(PIPS[face] ?? []).map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="2.3" />
      ))}
    </svg>
  );
}

/** How the dice were read is told once, when they fall: kept while the combat lasts. */
function useFires(v: m.TView, events: GameEvent[]): ReturnType<typeof m.firesOf> {
  const kept = useRef<{ target: string | null; fires: ReturnType<typeof m.firesOf> }>({ target: null, fires: {} });
  const told = m.firesOf(v, events);
  const rolled = (v.combat_die["attacker"] ?? 0) > 0;
  if (kept.current.target !== v.combat_target || !rolled) kept.current = { target: v.combat_target, fires: told };
  if (told.attacker) kept.current = { target: v.combat_target, fires: told };
  return kept.current.fires;
}

function Half({ s, role, fire }: { s: Shown; role: m.Role; fire: m.Fire | undefined }) {
  const { v, speech } = s;
  const units = m.fighting(v, role);
  const leader = v.combat_leader[role];
  const die = v.combat_die[role] ?? 0;
  const side = v.combat_side[role] ?? "nobody";
  const loss = v.combat_loss[role] ?? 0;
  return (
    <div class={`tc-half tc-half-${side}`}>
      <h3>
        <SideMark side={side} /> {speech.word(`web.${role}`)} <span class="tc-hint">{speech.name("party", side)}</span>
      </h3>
      <Units s={s} ids={units} />
      {leader && <Leaders s={s} ids={[leader]} />}
      {units.length === 0 && <p class="tc-hint">{speech.word(role === "attacker" ? "web.nobody-joins" : "web.nobody-stands")}</p>}
      <div class="tc-fire">
        {die > 0 && <Die face={die} label={speech.word("web.die", die)} />}
        <ul>
          <li>{fire ? speech.word("web.strength", fire.strength) : speech.word("web.strength", m.strengthOf(v, units))}</li>
          {fire && <li>{speech.word("web.column", fire.column, fire.shift > 0 ? `+${fire.shift}` : fire.shift)}</li>}
          {fire && fire.modifiers !== 0 && <li>{speech.word("web.modifiers", fire.modifiers)}</li>}
          {die > 0 && (
            <li class="tc-loss">
              {speech.word("web.loss", loss)}
              {(v.combat_left[role] ?? 0) > 0 && <b> {speech.word("web.loss.left", v.combat_left[role] ?? 0)}</b>}
            </li>
          )}
        </ul>
      </div>
    </div>
  );
}

export function Combat({ s, events }: { s: Shown; events: GameEvent[] }) {
  const { v, speech } = s;
  const fires = useFires(v, events);
  const target = t.spaceNamed(v.combat_target);
  if (!target) return null;
  const result = v.combat_withdrawn ? "web.withdrawn" : v.combat_held ? "web.held" : v.combat_retreat > 0 ? "web.retreat" : "";
  return (
    <section class="tc-combat-panel" aria-label={speech.word("web.combat", speech.name("space", target.id))}>
      <h2>
        {speech.word("web.combat", speech.name("space", target.id))}
        <span class="tc-hint">{speech.name("terrain", target.terrain)}</span>
        {result && <span class="tc-tag">{speech.word(result, v.combat_retreat)}</span>}
      </h2>
      <div class="tc-halves">
        {m.ROLES.map((role) => (
          <Half key={role} s={s} role={role} fire={fires[role]} />
        ))}
      </div>
    </section>
  );
}
