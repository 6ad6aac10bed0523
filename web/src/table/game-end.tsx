// game-end.tsx: the result of a game that is over, and links to its replay, its record and another game.
import { useState } from "preact/hooks";
import { navigate } from "../core/routes";
import { SeatMark, seatWord, Sitter } from "../core/seats";
import type { PlayableTable, TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";

interface GameEndProps {
  model: PlayableTable;
  state: TableState;
  speech: GameSpeech;
  /** Whether the table has no server, and so no record and nobody else for another game. */
  alone?: boolean;
}

export function GameEnd({ model, state, speech, alone = false }: GameEndProps) {
  const { say } = useSpeech();
  const [error, setError] = useState<unknown>(null);
  const { outcome, seats, you, table } = state.table;
  if (!outcome) return null;
  const ranked = [...outcome.seats].sort((a, b) => b.score - a.score);
  const playAgain = async () => {
    try {
      const created = await model.request("rematch");
      navigate(`/t/${String(created["table"])}`);
    } catch (reason) {
      setError(reason);
    }
  };
  return (
    <section class="end">
      <h2>{say("web.end.title")}</h2>
      <p>{speech.word(`reason.${outcome.reason}`)}</p>
      <ol>
        {ranked.map(({ seat, result, score }) => {
          const tableSeat = seats.find((other) => other.seat === seat);
          return (
            <li key={seat} class={result}>
              <SeatMark seats={seats} seat={seat} size={22} />
              <b>{seatWord(speech, seat)}</b> {tableSeat && <Sitter seat={tableSeat} />}
              <span class="result">{say(`web.end.${result}`)}</span>
              <span class="score">{score}</span>
            </li>
          );
        })}
      </ol>
      {error !== null && <ErrorMessage error={error} speech={speech} onClose={() => setError(null)} />}
      {!alone && (
        <>
          <p class="end-links">
            {you && (
              <button type="button" class="main" onClick={() => void playAgain()}>
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
