// room.tsx: before the game: who sits where, the invitation, and the start.
import { useState } from "preact/hooks";
import type { Look, TableLike } from "../core/table";
import { SeatMark, seatWord, Sitter } from "../core/seats";
import { go } from "../core/routes";
import { type GameSpeech, useSpeech } from "../core/words";
import { Trouble } from "../parts/trouble";

function Invitation({ look }: { look: Look }) {
  const { say } = useSpeech();
  const [copied, setCopied] = useState(false);
  if (!look.table.invite) return null;
  const address = `${location.origin}/t/${look.table.table}#${look.table.invite}`;
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
        {say(copied ? "web.room.copied" : "web.room.copy")}
      </button>
    </div>
  );
}

export function Room({ model, look, speech }: { model: TableLike; look: Look; speech: GameSpeech }) {
  const { say } = useSpeech();
  const [why, setWhy] = useState<unknown>(null);
  const { seats, you, owner, options, game, commitment } = look.table;
  const run = (what: Promise<unknown>, then?: () => void) => void what.then(() => (setWhy(null), then?.()), setWhy);
  const full = seats.every((one) => one.kind !== "open");
  return (
    <section class="room">
      <h2>{say("web.room.title")}</h2>
      <p>
        {Object.entries(options)
          .map(([name, word]) => `${say(`${game}.option.${name}`)}: ${say(`${game}.option.${name}.${word}`)}`)
          .join(" · ")}
      </p>
      <ul class="room-seats">
        {seats.map((one) => (
          <li key={one.seat} class={one.kind}>
            <SeatMark seats={seats} seat={one.seat} size={28} />
            <b>{seatWord(speech, one.seat)}</b> <Sitter seat={one} />
            {one.kind === "open" && !you && (
              <button type="button" class="main" onClick={() => run(model.ask("join", { seat: one.seat }))}>
                {say("web.room.sit")}
              </button>
            )}
            {one.seat === you && (
              <button type="button" class="small" onClick={() => run(model.ask("leave"))}>
                {say("web.room.leave")}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Invitation look={look} />
      {owner && (
        <p class="room-buttons">
          <button type="button" class="main" disabled={!full} onClick={() => run(model.ask("start"))}>
            {say("web.room.start")}
          </button>
          <button type="button" onClick={() => run(model.ask("cancel"), () => go("/"))}>
            {say("web.room.cancel")}
          </button>
        </p>
      )}
      <p class="note">
        {say(
          commitment
            ? "web.room.opening"
            : full
              ? owner
                ? "web.room.ready"
                : "web.room.wait-owner"
              : "web.room.wait-seats",
        )}
      </p>
      {why !== null && <Trouble why={why} speech={speech} close={() => setWhy(null)} />}
    </section>
  );
}
