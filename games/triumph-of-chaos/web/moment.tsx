// moment.tsx: what is going on: the bid, the card in play, the combat under way.
import { useRef } from "preact/hooks";
import { Target } from "client/core/board";
import type { GameEvent } from "client/core/protocol";
import { ClauseChip } from "client/parts/clause-chip";
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

/**
 * How both sides fire is known until the dice fall; then it is told once. It is kept while the combat lasts, with the
 * table of losses that the engine stated before.
 */
function useFires(combat: f.Combat | null, events: GameEvent[]): f.Fires {
  const kept = useRef<{ target: string | null; fires: f.Fires }>({ target: null, fires: {} });
  const target = combat?.target ?? null;
  if (kept.current.target !== target) kept.current = { target, fires: {} };
  const told = combat ? f.firesTold(combat, events) : {};
  for (const role of t.ROLES) {
    const before = kept.current.fires[role];
    const fire = combat?.[role].fire ?? (told[role] ? { ...told[role], table: before?.table ?? [] } : before);
    if (fire) kept.current.fires[role] = fire;
  }
  return kept.current.fires;
}

/* The steps of a combat as the board shows them, and the steps of the rules that belong to each. */
const STAGES: Record<string, string[]> = {
  join: ["join", "bring"],
  fire: ["roll-attacker", "roll-defender"],
  losses: ["lose", "relieve"],
  retreat: ["back", "back-leaders"],
  advance: ["advance"],
};

function Stages({ s: { speech }, step }: { s: Shown; step: string | null }) {
  return (
    <ol class="tc-stages">
      {Object.entries(STAGES).map(([stage, steps]) => {
        const now = step !== null && steps.includes(step);
        return (
          <li key={stage} class={now ? "now" : ""} aria-current={now ? "step" : undefined}>
            {speech.word(`web.stage.${stage}`)}
          </li>
        );
      })}
    </ol>
  );
}

function ReasonLine({ s: { speech }, reason }: { s: Shown; reason: f.Reason }) {
  const { kind, why, amount, clause } = reason;
  return (
    <li class={`tc-reason tc-reason-${kind}`}>
      <b>{signed(amount)}</b> {speech.name(kind === "shift" ? "shift-cause" : "fire-modifier", why)}{" "}
      <ClauseChip id={clause} speech={speech} />
    </li>
  );
}

/** From the strength to the loss number, step by step, each with its clause. */
function FireSteps({ s, fire, die }: { s: Shown; fire: f.Fire; die: number | null }) {
  const { speech } = s;
  const of = (kind: f.Reason["kind"]) => fire.reasons.filter((reason) => reason.kind === kind);
  return (
    <>
      <ul class="tc-fire-steps">
        <li>
          {speech.word("web.strength", fire.strength)} <ClauseChip id={fire.clause} speech={speech} />
        </li>
        {of("shift").map((reason) => (
          <ReasonLine key={reason.why} s={s} reason={reason} />
        ))}
        <li class="tc-sum-line">{speech.word("web.column", fire.column, signed(fire.shift))}</li>
        {of("modifier").map((reason) => (
          <ReasonLine key={reason.why} s={s} reason={reason} />
        ))}
        {fire.bonus !== 0 && <li class="tc-sum-line">{speech.word("web.modifiers", fire.bonus)}</li>}
      </ul>
      {fire.table.length > 0 && (
        <ul class="tc-loss-table" aria-label={speech.word("web.loss-table")}>
          {fire.table.map(({ first, last, loss }) => {
            const hit = die !== null && die >= first && die <= last;
            return (
              <li key={first} class={hit ? "now" : ""}>
                <span>{first === last ? first : `${first}–${last}`}</span> <b>{loss}</b>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
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
        {loss !== null && (
          <p class="tc-loss">
            {speech.word("web.loss", loss)}
            {left > 0 && <b> {speech.word("web.loss.left", left)}</b>}
          </p>
        )}
      </div>
      {fire ? (
        <FireSteps s={s} fire={fire} die={die} />
      ) : (
        <p class="tc-hint">{speech.word("web.strength", fighters.strength)}</p>
      )}
    </div>
  );
}

export function Combat({ s, events, step }: { s: Shown; events: GameEvent[]; step: string | null }) {
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
      <Stages s={s} step={step} />
      <div class="tc-halves">
        {t.ROLES.map((role) => (
          <Half key={role} s={s} fighters={combat[role]} fire={told[role] ?? null} />
        ))}
      </div>
    </section>
  );
}
