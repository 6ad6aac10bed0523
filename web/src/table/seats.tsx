// seats.tsx: the seats of a running game, what the person has asked the server for, and handing the seat to a bot.
import { useState } from "preact/hooks";
import type { Seat } from "../core/protocol";
import { SeatMark, seatWord, Sitter } from "../core/seats";
import type { PlayableTable, TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";

interface Props {
  model: PlayableTable;
  state: TableState;
  speech: GameSpeech;
}

/** The most standing orders that the server stores for a seat. */
const MOST_ORDERS = 8;

interface SeatRowProps {
  seat: Seat;
  state: TableState;
  speech: GameSpeech;
  mute: (seat: string, muted: boolean) => void;
}

function SeatRow({ seat, state, speech, mute }: SeatRowProps) {
  const { say } = useSpeech();
  const { you, seats, wishes, open } = state.table;
  const isMuted = wishes?.muted.includes(seat.seat) ?? false;
  const isAsked = !open?.sealed && (open?.asked.includes(seat.seat) ?? false);
  return (
    <li class={isAsked ? "asked" : ""}>
      <SeatMark seats={seats} seat={seat.seat} size={20} />
      <span class="seat-word">{seatWord(speech, seat.seat)}</span>
      <span class="sitter">
        <Sitter seat={seat} />
        {seat.seat === you && ` (${say("web.seat.you")})`}
        {seat.away && ` · ${say("web.seat.away")}`}
      </span>
      {you && seat.seat !== you && seat.kind === "person" && (
        <button type="button" class="small" onClick={() => mute(seat.seat, !isMuted)}>
          {say(isMuted ? "web.seat.unmute" : "web.seat.mute")}
        </button>
      )}
    </li>
  );
}

interface OwnWishesProps extends Omit<Props, "model"> {
  /** Sends a request about the table. */
  send: (type: string, more?: object) => void;
}

/** Whether to be asked everything, the standing orders, and the bot that can play for the person. */
function OwnWishes({ state, speech, send }: OwnWishesProps) {
  const { say } = useSpeech();
  const { wishes, seats, you, status } = state.table;
  const ownSeat = seats.find(({ seat }) => seat === you);
  if (!wishes || !ownSeat || status !== "running") return null;
  const ask = state.ask;
  const actionWords = (action: string) => {
    const [verb = "", ...args] = action.split(" ");
    return speech.action(verb, args);
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
      {wishes.orders.map((order, n) => (
        <p key={n} class="order">
          {say("web.wishes.order", speech.prompt(order.step), actionWords(order.action))}
          <button
            type="button"
            class="small"
            onClick={() => send("wishes", { orders: wishes.orders.filter((_, i) => i !== n) })}
          >
            {say("web.wishes.drop")}
          </button>
        </p>
      ))}
      {ask?.pass && wishes.orders.length < MOST_ORDERS && (
        <button
          type="button"
          class="small"
          onClick={() => send("wishes", { orders: [...wishes.orders, { step: ask.step, action: ask.pass }] })}
        >
          {say("web.wishes.always", actionWords(ask.pass))}
        </button>
      )}
      {ownSeat.away ? (
        <button type="button" onClick={() => send("take_back")}>
          {say("web.seat.take-back")}
        </button>
      ) : (
        <button type="button" class="small" onClick={() => send("hand_over", { level: "greedy" })}>
          {say("web.seat.hand-over")}
        </button>
      )}
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
          <SeatRow
            key={seat.seat}
            seat={seat}
            state={state}
            speech={speech}
            mute={(name, muted) => send("mute", { seat: name, muted })}
          />
        ))}
      </ul>
      <OwnWishes state={state} speech={speech} send={send} />
      {error !== null && <ErrorMessage error={error} speech={speech} onClose={() => setError(null)} />}
    </section>
  );
}
