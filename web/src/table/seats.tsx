// seats.tsx: who sits where; one's own wishes; a bot that stands in.
import { useState } from "preact/hooks";
import type { Seat } from "../core/protocol";
import { SeatMark, seatWord, Sitter } from "../core/seats";
import type { Look, TableLike } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { Trouble } from "../parts/trouble";

interface Props {
  model: TableLike;
  look: Look;
  speech: GameSpeech;
}

function Row({
  one,
  look,
  speech,
  mute,
}: {
  one: Seat;
  look: Look;
  speech: GameSpeech;
  mute(seat: string, muted: boolean): void;
}) {
  const { say } = useSpeech();
  const { you, seats, wishes, open } = look.table;
  const muted = wishes?.muted.includes(one.seat) ?? false;
  const asked = !open?.sealed && (open?.asked.includes(one.seat) ?? false);
  return (
    <li class={asked ? "asked" : ""}>
      <SeatMark seats={seats} seat={one.seat} size={20} />
      <span class="seat-word">{seatWord(speech, one.seat)}</span>
      <span class="sitter">
        <Sitter seat={one} />
        {one.seat === you && ` (${say("web.seat.you")})`}
        {one.away && ` · ${say("web.seat.away")}`}
      </span>
      {you && one.seat !== you && one.kind === "person" && (
        <button type="button" class="small" onClick={() => mute(one.seat, !muted)}>
          {say(muted ? "web.seat.unmute" : "web.seat.mute")}
        </button>
      )}
    </li>
  );
}

/** Standing orders: "pass until somebody acts" is an order for the step that asks now. */
function OwnWishes({ model, look, speech, run }: Props & { run(what: Promise<unknown>): void }) {
  const { say } = useSpeech();
  const { wishes, seats, you, status } = look.table;
  const own = seats.find((one) => one.seat === you);
  if (!wishes || !own || status !== "running") return null;
  const ask = look.ask;
  const pass = ask?.legal.includes("pass");
  return (
    <div class="own-wishes">
      <label>
        <input
          type="checkbox"
          checked={wishes.ask_all}
          onChange={(event) => run(model.ask("wishes", { ask_all: event.currentTarget.checked }))}
        />
        {say("web.wishes.ask-all")}
      </label>
      {wishes.orders.map((order, n) => (
        <p key={n} class="order">
          {say(
            "web.wishes.order",
            speech.prompt(order.step),
            speech.action(order.action.split(" ")[0] ?? "", order.action.split(" ").slice(1)),
          )}
          <button
            type="button"
            class="small"
            onClick={() => run(model.ask("wishes", { orders: wishes.orders.filter((_, i) => i !== n) }))}
          >
            {say("web.wishes.drop")}
          </button>
        </p>
      ))}
      {ask && pass && wishes.orders.length < 8 && (
        <button
          type="button"
          class="small"
          onClick={() => run(model.ask("wishes", { orders: [...wishes.orders, { step: ask.step, action: "pass" }] }))}
        >
          {say("web.wishes.keep-passing")}
        </button>
      )}
      {own.away ? (
        <button type="button" onClick={() => run(model.ask("take_back"))}>
          {say("web.seat.take-back")}
        </button>
      ) : (
        <button type="button" class="small" onClick={() => run(model.ask("hand_over", { level: "greedy" }))}>
          {say("web.seat.hand-over")}
        </button>
      )}
    </div>
  );
}

export function Seats(props: Props) {
  const { say } = useSpeech();
  const [why, setWhy] = useState<unknown>(null);
  const { model, look, speech } = props;
  const run = (what: Promise<unknown>) => void what.then(() => setWhy(null), setWhy);
  return (
    <section class="seats" aria-label={say("web.seats.title")}>
      <ul>
        {look.table.seats.map((one) => (
          <Row
            key={one.seat}
            one={one}
            look={look}
            speech={speech}
            mute={(seat, muted) => run(model.ask("mute", { seat, muted }))}
          />
        ))}
      </ul>
      <OwnWishes {...props} run={run} />
      {why !== null && <Trouble why={why} speech={speech} close={() => setWhy(null)} />}
    </section>
  );
}
