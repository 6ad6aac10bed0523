// board.tsx: the board of Atomic Business, drawn as a tourist poster with a street, the diplomats and their briefcases.
import type { Board } from "client/core/board";
import { gamesLeft, MANY_IDLE, powersOf, stateOf } from "./facts";
import { useCancelled, useMoment } from "./moment";
import { CaseMark, type Table } from "./pieces";
import { Discards, OwnCard, Powers } from "./powers";
import { Stage } from "./stage";
import { Street, useGoals } from "./street";

/** The points of movement ("● ● ● ○ ○"), the reserve, and the briefcases that have left the game. */
function Ledger({ t }: { t: Table }) {
  const { s, speech } = t;
  const most = s.is.number("movement-points");
  const games = gamesLeft(s);
  return (
    <dl class="ab-ledger">
      <div>
        <dt>{speech.word("web.points")}</dt>
        <dd class="ab-points">
          <b>{s.points}</b>
          <svg viewBox={`0 0 ${most * 16} 16`} width={most * 16} height="16" aria-hidden="true">
            {Array.from({ length: most }, (_, i) => (
              <circle key={i} class={i < s.points ? "ab-left" : "ab-used"} cx={8 + i * 16} cy="8" r="6" />
            ))}
          </svg>
        </dd>
      </div>
      <div>
        <dt>{speech.word("web.reserve")}</dt>
        <dd>
          <b>{s.is.number("reserve")}</b> <CaseMark load="unseen" />
        </dd>
      </div>
      {(["nuclear", "tourist"] as const).map((kind) => (
        <div key={kind}>
          <dt>{speech.word(`web.gone.${kind}`)}</dt>
          <dd>
            <b>{s.gone[kind]}</b>/{s.is.number("cases-in-all", kind)} <CaseMark load={kind} />
          </dd>
        </div>
      ))}
      {games !== null && (
        <div>
          <dt>{speech.word("web.games")}</dt>
          <dd>
            <b>{games}</b>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The effects that last. */
function Effects({ t }: { t: Table }) {
  const { s, speech } = t;
  const lines = [
    s.ballot_by && speech.word("web.ballot", speech.name("power", s.ballot_by)),
    s.plates && speech.word("web.plates"),
    s.idle >= MANY_IDLE && speech.word("web.idle", s.idle, s.is.number("idle-limit")),
  ].filter(Boolean);
  if (!lines.length) return null;
  return (
    <ul class="ab-effects">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const AtomicBusiness: Board = ({ view, situation, foreseen, me, seats, asked, events, outcome, speech, narrow }) => {
  const s = stateOf(view, situation, foreseen);
  const marks = powersOf(s).map((seat) => ({ seat }));
  const t: Table = { s, me, speech, marks, seats };
  const goals = useGoals(s);
  const moment = useMoment(events, s);
  const cancelled = useCancelled(events);
  return (
    <div class={`ab-board${narrow ? " ab-narrow" : ""}`}>
      <div class="ab-main" data-part="ground" tabIndex={0} role="group" aria-label={speech.word("web.street")}>
        <div class="ab-top">
          <Stage t={t} moment={moment} cancelled={cancelled} outcome={outcome} />
          <Ledger t={t} />
        </div>
        <Street t={t} narrow={narrow} goals={goals} moment={moment} />
        <Powers t={t} seats={seats} goals={goals} asked={asked} />
      </div>
      <div class="ab-foot">
        <OwnCard t={t} />
        <Effects t={t} />
        <Discards t={t} />
      </div>
    </div>
  );
};

export default AtomicBusiness;
