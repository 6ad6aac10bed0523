// seats.tsx: the seats of a running game, what the person has asked the server for, handing the seat to a bot, leaving it
// for good, and proposing to replace somebody who is absent.
import { useState } from "preact/hooks";
import type { Seat } from "../core/protocol";
import { PlayerName } from "../core/seats";
import type { PlayableTable, TableState } from "../core/table";
import { gameInfo, usualLevel } from "../core/usual-level";
import { type GameSpeech, useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";
import { Agreed } from "./agreed";
import { Report } from "./report";

interface Props {
  model: PlayableTable;
  state: TableState;
  speech: GameSpeech;
}

interface SeatRowProps {
  seat: Seat;
  state: TableState;
  speech: GameSpeech;
  /** Sends a request about the table. */
  send: (type: string, more?: object) => void;
}

function SeatRow({ seat, state, speech, send }: SeatRowProps) {
  const { say } = useSpeech();
  const { you, seats, wishes, open, replace, status } = state.table;
  const own = seats.find((other) => other.seat === you);
  const mayReplace = seat.absent && seat.seat !== you && own && !own.away && !replace && status === "running";
  const isMuted = wishes?.muted.includes(seat.seat) ?? false;
  const isAsked = !open?.sealed && (open?.asked.includes(seat.seat) ?? false);
  return (
    <li class={isAsked ? "asked" : ""}>
      <PlayerName speech={speech} seats={seats} seat={seat.seat} size={20} />
      <span class="sitter">
        {seat.seat === you && ` (${say("web.seat.you")})`}
        {seat.away && ` · ${say(seat.resigned ? "web.seat.bot-to-end" : "web.seat.away")}`}
        {seat.absent && ` · ${say("web.seat.absent")}`}
        {seat.takes_time && ` · ${say("web.seat.takes-time")}`}
      </span>
      {you && seat.seat !== you && seat.kind === "person" && (
        <button type="button" class="small" onClick={() => send("mute", { seat: seat.seat, muted: !isMuted })}>
          {say(isMuted ? "web.seat.unmute" : "web.seat.mute")}
        </button>
      )}
      {mayReplace && (
        <button type="button" class="small" onClick={() => send("replace", { seat: seat.seat })}>
          {say("web.seat.replace")}
        </button>
      )}
    </li>
  );
}

interface OwnWishesProps extends Pick<Props, "state"> {
  /** Sends a request about the table. */
  send: (type: string, more?: object) => void;
}

/** Leaving the seat for good: it is asked for twice, because nothing takes it back. */
function Resign({ send }: Pick<OwnWishesProps, "send">) {
  const { say } = useSpeech();
  const [asks, setAsks] = useState(false);
  if (!asks)
    return (
      <button type="button" class="small" onClick={() => setAsks(true)}>
        {say("web.seat.resign")}
      </button>
    );
  return (
    <div class="resign" role="alertdialog" aria-label={say("web.seat.resign")}>
      <p>{say("web.seat.resign.sure")}</p>
      <button type="button" onClick={() => setAsks(false)}>
        {say("web.seat.resign.no")}
      </button>
      <button type="button" class="danger" onClick={() => send("resign")}>
        {say("web.seat.resign.yes")}
      </button>
    </div>
  );
}

/** Whether to be asked everything, and the bot that can play for the person. */
function OwnWishes({ state, send }: OwnWishesProps) {
  const { say } = useSpeech();
  const { wishes, seats, you, status, game } = state.table;
  const ownSeat = seats.find(({ seat }) => seat === you);
  if (!wishes || !ownSeat || ownSeat.resigned || status !== "running") return null;
  const handOver = async () => {
    const info = await gameInfo(game).catch(() => undefined);
    send("hand_over", { level: usualLevel(info ?? { bots: [] }) });
  };
  return (
    <div class="own-wishes">
      <label>
        <input
          type="checkbox"
          checked={wishes.ask_all}
          onChange={(event) => send("wishes", { ask_all: event.currentTarget.checked })}
        />
        {say("web.wishes.ask-all")}
      </label>
      {ownSeat.away ? (
        <button type="button" class="take-back" onClick={() => send("take_back")}>
          {say("web.seat.take-back")}
        </button>
      ) : (
        <button type="button" class="small hand-over" onClick={() => void handOver()}>
          {say("web.seat.hand-over")}
        </button>
      )}
      <Resign send={send} />
    </div>
  );
}

export function Seats({ model, state, speech }: Props) {
  const { say } = useSpeech();
  const [error, setError] = useState<unknown>(null);
  const send = (type: string, more?: object) => void model.request(type, more).then(() => setError(null), setError);
  return (
    <section class="seats" aria-label={say("web.seats.title")}>
      <ul>
        {state.table.seats.map((seat) => (
          <SeatRow key={seat.seat} seat={seat} state={state} speech={speech} send={send} />
        ))}
      </ul>
      <OwnWishes state={state} send={send} />
      <Agreed table={state.table} />
      <div class="report-button">
        <Report model={model} state={state} speech={speech} />
      </div>
      {error !== null && <ErrorMessage error={error} speech={speech} onClose={() => setError(null)} />}
    </section>
  );
}
