// tempo.tsx: the table's tempo: a round that somebody holds because he needs longer, and a pause by consent.
import type { TableMessage } from "../core/protocol";
import { ownSeat, seatWord, sitterWord } from "../core/seats";
import type { PlayableTable, TableState } from "../core/table";
import { type GameSpeech, type Speech, useSpeech } from "../core/words";
import { Clock } from "../parts/clock";
import { Vote } from "./vote";

/** Returns how long the open round lasts, if the open question is a round of several people; null otherwise. */
export function roundMs(table: TableMessage, speech: GameSpeech): number | null {
  const { open, pace, seats, countdown_ms: countdownMs, deadline, paused } = table;
  const people = seats.filter(({ kind }) => kind === "person").length;
  const isRound = open && speech.facts.reactions.includes(open.step) && pace === "live" && people > 1;
  return isRound && deadline !== null && !paused ? countdownMs : null;
}

/** Returns who sits there, with the faction. */
function whoSits(common: Speech, state: TableState, speech: GameSpeech, seat: string): string {
  const found = state.table.seats.find((other) => other.seat === seat);
  return found ? `${sitterWord(common, found)} (${seatWord(speech, seat)})` : seatWord(speech, seat);
}

interface TempoProps {
  model: PlayableTable;
  state: TableState;
  speech: GameSpeech;
  onError: (error: unknown) => void;
}

/** The round that is open: anybody may hold it for all, also as a bluff. */
function Round({ state, speech, send }: TempoProps & { send: (type: string, more?: object) => void }) {
  const common = useSpeech();
  const { table } = state;
  const { open, hold_ms: holdMs, deadline } = table;
  const you = ownSeat(table);
  if (!open || roundMs(table, speech) === null || !holdMs) return null;
  // Several may hold a round; the server names one of them.
  const holdButton = you && (
    <button
      type="button"
      class="small tempo-hold"
      data-harmless=""
      data-hold=""
      onClick={() => send("hold", { question: open.question })}
    >
      {common.say("web.tempo.hold")}
    </button>
  );
  if (open.held)
    return (
      <p class="tempo-band" role="status">
        <span>
          {open.held === you
            ? common.say("web.tempo.held-by-you")
            : common.say("web.tempo.held", whoSits(common, state, speech, open.held))}
        </span>
        {deadline !== null && <Clock deadline={deadline} totalMs={holdMs} />}
        {open.held === you ? (
          <button
            type="button"
            class="small"
            data-harmless=""
            data-hold=""
            onClick={() => send("release", { question: open.question })}
          >
            {common.say("web.tempo.release")}
          </button>
        ) : (
          holdButton
        )}
      </p>
    );
  return holdButton && <p class="tempo-round">{holdButton}</p>;
}

/** The pause that somebody asks for, or that the table has. */
function Pause({ state, speech, send }: TempoProps & { send: (type: string, more?: object) => void }) {
  const common = useSpeech();
  const { pause, paused } = state.table;
  const you = ownSeat(state.table);
  if (paused)
    return (
      <p class="tempo-band" role="status">
        <span>{common.say("web.tempo.paused")}</span>
        {you && (
          <button type="button" class="small" onClick={() => send("resume")}>
            {common.say("web.tempo.resume")}
          </button>
        )}
      </p>
    );
  if (!pause) return null;
  const isOwn = pause.by === you;
  return (
    <Vote
      asked={
        isOwn
          ? common.say("web.tempo.pause-asked")
          : common.say("web.tempo.pause-wanted", whoSits(common, state, speech, pause.by))
      }
      waitsFor={pause.waits_for.map((seat) => whoSits(common, state, speech, seat))}
      expires={pause.expires}
      isAsked={you !== null && pause.waits_for.includes(you)}
      isOwn={isOwn}
      send={(agree) => send("pause_answer", { agree })}
    />
  );
}

/** What is to be said about the tempo now; it is seldom anything. */
export function Tempo(props: TempoProps) {
  const { model, state, onError } = props;
  const send = (type: string, more: object = {}) => void model.request(type, more).catch(onError);
  if (state.table.status !== "running") return null;
  return (
    <>
      <Pause {...props} send={send} />
      <Round {...props} send={send} />
    </>
  );
}

/** Asks the table for a pause; there is none to ask for without a clock. */
export function PauseButton({ model, state, onError }: Omit<TempoProps, "speech">) {
  const { say } = useSpeech();
  const { status, pause, paused, deadline } = state.table;
  if (!ownSeat(state.table) || status !== "running" || pause || paused || paused === undefined || deadline === null)
    return null;
  return (
    <button type="button" class="small" onClick={() => void model.request("pause").catch(onError)}>
      {say("web.tempo.pause")}
    </button>
  );
}
