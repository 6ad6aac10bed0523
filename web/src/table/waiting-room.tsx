// waiting-room.tsx: a table before the game: the seats, the invitation for others, and the button that starts the game.
import { useState } from "preact/hooks";
import { navigate } from "../core/routes";
import { PlayerName } from "../core/seats";
import type { PlayableTable, TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";
import { ChosenOptions } from "../parts/game-form";
import { Agreed } from "./agreed";
import { DiceBefore } from "./dice";

/** The address that invites others, for those who may invite. */
function Invitation({ state }: { state: TableState }) {
  const { say } = useSpeech();
  const [isCopied, setCopied] = useState(false);
  const { table, invite } = state.table;
  if (!invite) return null;
  const address = `${location.origin}/t/${table}#${invite}`;
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };
  return (
    <div class="invitation">
      <label>
        {say("web.room.invite")}
        <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={() => void copy().catch(() => {})}>
        {say(isCopied ? "web.room.copied" : "web.room.copy")}
      </button>
    </div>
  );
}

/** The button with which whoever made the table removes somebody from a seat, after a question. */
function RemoveButton({ name, remove }: { name: string; remove: () => void }) {
  const { say } = useSpeech();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <button type="button" class="small" onClick={() => setAsking(true)}>
        {say("web.room.remove")}
      </button>
    );
  return (
    <span class="room-remove" role="group" aria-label={say("web.room.remove-sure", name)}>
      {say("web.room.remove-sure", name)}{" "}
      <button type="button" class="small main" onClick={remove}>
        {say("web.room.remove")}
      </button>{" "}
      <button type="button" class="small" onClick={() => setAsking(false)}>
        {say("web.room.keep")}
      </button>
    </span>
  );
}

interface WaitingRoomProps {
  model: PlayableTable;
  state: TableState;
  speech: GameSpeech;
}

export function WaitingRoom({ model, state, speech }: WaitingRoomProps) {
  const { say } = useSpeech();
  const [error, setError] = useState<unknown>(null);
  const { seats, you, owner, options, game, commitment } = state.table;
  const send = (type: string, more?: object, then?: () => void) =>
    void model.request(type, more).then(() => (setError(null), then?.()), setError);
  if (state.table.status === "cancelled")
    return (
      <section class="room">
        <p role="status">{say("web.room.closed")}</p>
        <a href="/">{say("web.room.home")}</a>
      </section>
    );
  const isFull = seats.every(({ kind }) => kind !== "open");
  const status = isFull ? (owner ? "web.room.ready" : "web.room.wait-owner") : "web.room.wait-seats";
  return (
    <section class="room">
      <h2>{say("web.room.title")}</h2>
      <ChosenOptions game={game} options={options} />
      <ul class="room-seats">
        {seats.map((seat) => (
          <li key={seat.seat} class={seat.kind}>
            <PlayerName speech={speech} seats={seats} seat={seat.seat} size={28} />
            {seat.takes_time && <span class="note">{say("web.seat.takes-time")}</span>}
            {seat.kind === "open" && !you && (
              <button type="button" class="main" onClick={() => send("join", { seat: seat.seat })}>
                {say("web.room.sit")}
              </button>
            )}
            {seat.seat === you && (
              <button type="button" class="small" onClick={() => send("leave")}>
                {say("web.room.leave")}
              </button>
            )}
            {owner && seat.kind === "person" && seat.seat !== you && (
              <RemoveButton key={seat.name} name={seat.name ?? ""} remove={() => send("remove", { seat: seat.seat })} />
            )}
          </li>
        ))}
      </ul>
      <Agreed table={state.table} />
      <Invitation state={state} />
      {owner && (
        <p class="room-buttons">
          <button type="button" class="main" disabled={!isFull} onClick={() => send("start")}>
            {say("web.room.start")}
          </button>
          <button type="button" onClick={() => send("cancel", {}, () => navigate("/"))}>
            {say("web.room.cancel")}
          </button>
        </p>
      )}
      <p class="note">{say(commitment ? "web.room.opening" : status)}</p>
      <DiceBefore state={state} speech={speech} />
      {error !== null && <ErrorMessage error={error} speech={speech} onClose={() => setError(null)} />}
    </section>
  );
}
