// end.tsx: how the game ended, and what now.
import { useState } from "preact/hooks";
import type { Look, TableLike } from "../core/table";
import { SeatMark, seatWord, Sitter } from "../core/seats";
import { go } from "../core/routes";
import { type GameSpeech, useSpeech } from "../core/words";
import { Trouble } from "../parts/trouble";

interface EndProps {
  model: TableLike;
  look: Look;
  speech: GameSpeech;
  /** A table without a server: it has no record, and nobody for another game. */
  alone?: boolean;
}

export function End({ model, look, speech, alone = false }: EndProps) {
  const { say } = useSpeech();
  const [why, setWhy] = useState<unknown>(null);
  const { outcome, seats, you, table } = look.table;
  if (!outcome) return null;
  const ranked = [...outcome.seats].sort((a, b) => b.score - a.score);
  const again = async () => {
    try {
      const made = await model.ask("rematch");
      go(`/t/${String(made["table"])}`);
    } catch (reason) {
      setWhy(reason);
    }
  };
  return (
    <section class="end">
      <h2>{say("web.end.title")}</h2>
      <p>{speech.word(`reason.${outcome.reason}`)}</p>
      <ol>
        {ranked.map((one) => {
          const sitter = seats.find((seat) => seat.seat === one.seat);
          return (
            <li key={one.seat} class={one.result}>
              <SeatMark seats={seats} seat={one.seat} size={22} />
              <b>{seatWord(speech, one.seat)}</b> {sitter && <Sitter seat={sitter} />}
              <span class="result">{say(`web.end.${one.result}`)}</span>
              <span class="score">{one.score}</span>
            </li>
          );
        })}
      </ol>
      {why !== null && <Trouble why={why} speech={speech} close={() => setWhy(null)} />}
      {!alone && (
        <>
          <p class="end-links">
            {you && (
              <button type="button" class="main" onClick={() => void again()}>
                {say("web.end.rematch")}
              </button>
            )}
            <a class="button" href={`/replay/${table}`}>
              {say("web.end.replay")}
            </a>
            <a class="button" href={`/records/${table}.apr`} download>
              {say("web.end.record")}
            </a>
            <a class="button" href="/">
              {say("web.home")}
            </a>
          </p>
          <p class="note">{say("web.end.verify")}</p>
        </>
      )}
    </section>
  );
}
