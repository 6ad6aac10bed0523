// moment.tsx: what is going on: the bid, the card in play, the combat under way.
import { useRef } from "preact/hooks";
import { Target } from "client/core/board";
import type { GameEvent } from "client/core/protocol";
import { SideMark } from "./counters";
import { Leaders, Units } from "./forces";
import type { Shown } from "./map";
import * as f from "./facts";
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

/** How far what is played has come. */
function progressWords({ state, speech }: Shown, { activates, redeploys }: f.Operation): string {
  const group = f.groupOf(state);
  if (group && group.points > 0) return speech.word("web.op.points", speech.name("space", group.at), group.points);
  if (redeploys !== null) return speech.word("web.op.redeploy", redeploys);
  return activates && activates.spaces > 0 ? speech.word("web.op.spaces", activates.put, activates.spaces) : "";
}

export function Operation({ s }: { s: Shown }) {
  const { state, speech } = s;
  const operation = f.operationOf(state);
  if (!operation) return null;
  const { side, card, use } = operation;
  const progress = progressWords(s, operation);
  if (!card && !progress) return null;
  return (
    <p class={`tc-operation tc-by-${side}`}>
      <SideMark side={side} />
      <b>{speech.name("side", side)}</b>
      {card && (
        <span class="tc-played">
          <b class="tc-value">{f.valueOf(state, card)}</b> {speech.name("card", card.id)}
          <span class="tc-kind">{speech.name("use", use)}</span>
        </span>
      )}
      {progress && <span>{progress}</span>}
    </p>
  );
}

/* ---- Combat -------------------------------------------------------------------------------------- */

const PIPS: Record<number, [number, number][]> = {
  1: [[12, 12]],
  2: [
    [6, 6],
    [18, 18],
  ],
  3: [
    [6, 6],
    [12, 12],
    [18, 18],
  ],
  4: [
    [6, 6],
    [18, 6],
    [6, 18],
    [18, 18],
  ],
  5: [
    [6, 6],
    [18, 6],
    [12, 12],
    [6, 18],
    [18, 18],
  ],
  6: [
    [6, 6],
    [18, 6],
    [6, 12],
    [18, 12],
    [6, 18],
    [18, 18],
  ],
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

/** How both sides fired is told once, when the dice fall: it is kept while the combat lasts. */
function useFires(combat: f.Combat | null, events: GameEvent[]): f.Fires {
  const kept = useRef<{ target: string | null; fires: f.Fires }>({ target: null, fires: {} });
  const target = combat?.target ?? null;
  const told = combat ? f.firesTold(combat, events) : {};
  const isRolled = combat !== null && combat.attacker.die !== null;
  if (kept.current.target !== target || !isRolled || told.attacker) kept.current = { target, fires: told };
  return kept.current.fires;
}

const signed = (n: number): string => (n > 0 ? `+${n}` : String(n));

function Half({ s, fighters, fire }: { s: Shown; fighters: f.Fighters; fire: f.Fire | null }) {
  const { speech } = s;
  const { role, side, units, leaders, die, loss, left } = fighters;
  return (
    <div class={`tc-half tc-half-${side}`}>
      <h3>
        <SideMark side={side} /> {speech.word(`web.${role}`)} <span class="tc-hint">{speech.name("party", side)}</span>
      </h3>
      <Units s={s} ids={units} />
      <Leaders s={s} ids={leaders} />
      {units.length === 0 && (
        <p class="tc-hint">{speech.word(role === "attacker" ? "web.nobody-joins" : "web.nobody-stands")}</p>
      )}
      <div class="tc-fire">
        {die !== null && <Die face={die} label={speech.word("web.die", die)} />}
        <ul>
          <li>{speech.word("web.strength", fire?.strength ?? fighters.strength)}</li>
          {fire && <li>{speech.word("web.column", fire.column, signed(fire.shift))}</li>}
          {fire && fire.bonus !== 0 && <li>{speech.word("web.modifiers", fire.bonus)}</li>}
          {loss !== null && (
            <li class="tc-loss">
              {speech.word("web.loss", loss)}
              {left > 0 && <b> {speech.word("web.loss.left", left)}</b>}
            </li>
          )}
        </ul>
      </div>
    </div>
  );
}

export function Combat({ s, events }: { s: Shown; events: GameEvent[] }) {
  const { state, speech } = s;
  const combat = f.combatOf(state);
  const told = useFires(combat, events);
  if (!combat) return null;
  const { target, terrain, result, retreat } = combat;
  return (
    <section class="tc-combat-panel" aria-label={speech.word("web.combat", speech.name("space", target))}>
      <h2>
        {speech.word("web.combat", speech.name("space", target))}
        <span class="tc-hint">{speech.name("terrain", terrain)}</span>
        {result && <span class="tc-tag">{speech.word(`web.${result}`, retreat)}</span>}
      </h2>
      <div class="tc-halves">
        {t.ROLES.map((role) => (
          <Half key={role} s={s} fighters={combat[role]} fire={combat[role].fire ?? told[role] ?? null} />
        ))}
      </div>
    </section>
  );
}
