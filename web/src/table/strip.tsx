// strip.tsx: the event that is being told, in words and with its rule, and what waits behind it. A press skips to the
// present. When nothing is being told it shows the last line of the log.
import type { GameEvent } from "../core/protocol";
import { oddsIn } from "../core/situation";
import type { Moment, PacedTable } from "../core/paced-table";
import { useObservable } from "../core/observable";
import type { TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ClauseChip } from "../parts/clause-chip";
import { Clock } from "../parts/clock";
import { roundMs } from "./tempo";

/** Returns the last die that was thrown in the change, up to the event that is being told. */
function dieIn({ events, at }: Moment, speech: GameSpeech): { event: GameEvent; face: number } | null {
  const event = events.slice(0, at + 1).findLast((one) => one.event in speech.facts.dice);
  const face = event?.args[speech.facts.dice[event.event] ?? -1];
  return event && face !== null && face !== undefined ? { event, face: Number(face) } : null;
}

/** A die with its face, and what its faces would bring about, as the engine told before it was thrown. */
function DieMark({ moment, speech }: { moment: Moment; speech: GameSpeech }) {
  const die = dieIn(moment, speech);
  if (!die) return null;
  const odds = oddsIn(moment.before.facts).map((one) => speech.fact({ ...one, fact: "odds" } as never));
  return (
    <span class="strip-die">
      <b aria-hidden="true">{die.face}</b>
      {odds.length > 0 && <small>{odds.join(" · ")}</small>}
    </span>
  );
}

interface StripProps {
  model: PacedTable;
  state: TableState;
  speech: GameSpeech;
}

export function Strip({ model, state, speech }: StripProps) {
  const { say } = useSpeech();
  const { moment, isTold, waiting } = useObservable(model.showing);
  const event = moment?.events[moment.at] ?? state.log.at(-1);
  if (!event) return null;
  const round = roundMs(state.table, speech);
  const { deadline } = state.table;
  return (
    <div class={`strip${isTold ? " told" : ""}`} data-waiting={waiting} data-harmless="">
      {moment && isTold && <DieMark moment={moment} speech={speech} />}
      <p class="strip-text">
        {speech.event(event)} <ClauseChip id={event.clause} speech={speech} />
      </p>
      {round !== null && deadline !== null && <Clock deadline={deadline} totalMs={round} />}
      {waiting > 0 && (
        <button type="button" class="strip-skip small" onClick={() => model.skip()}>
          {say("web.strip.more", waiting)} <kbd aria-hidden="true">{say("web.keys.space")}</kbd>
        </button>
      )}
    </div>
  );
}
