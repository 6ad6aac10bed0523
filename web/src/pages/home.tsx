// home.tsx: the first page: every game with a button to play at once, the person's own games, and open tables.
import { currentPerson } from "../core/current-person";
import { gameNames } from "../core/games";
import { useObservable } from "../core/observable";
import { useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";
import { useQuickGame } from "../parts/quick-game";
import { PastGameRow, TableRow, useLobby, usePastGames } from "../parts/table-lists";
import { Poster } from "./posters";
import "./pages.css";

function GamePosters() {
  const { say } = useSpeech();
  const { start, isStarting, error, clearError } = useQuickGame();
  return (
    <>
      <ul class="posters">
        {gameNames.map((game) => (
          <li key={game} class={`poster poster-${game}`}>
            <Poster game={game} />
            <h2>{say(`${game}.title`)}</h2>
            <p>{say(`${game}.summary`)}</p>
            <p class="poster-buttons">
              <button type="button" class="main" disabled={isStarting} onClick={() => void start(game)}>
                {say("web.home.play", say(`${game}.title`))}
              </button>
              <a class="button" href={`/learn/${game}`}>
                {say("web.home.learn")}
              </a>
              <a class="button" href={`/new/${game}`}>
                {say("web.home.friends")}
              </a>
            </p>
          </li>
        ))}
      </ul>
      {error !== null && <ErrorMessage error={error} onClose={clearError} />}
    </>
  );
}

function TableLists() {
  const { say } = useSpeech();
  const tables = useLobby();
  const past = usePastGames();
  const own = (tables ?? [])
    .filter((row) => row.you && row.status !== "over")
    .sort((a, b) => Number(b.your_turn) - Number(a.your_turn));
  const open = (tables ?? []).filter((row) => row.public && row.status === "lobby" && !row.you);
  return (
    <div class="home-lists">
      <section>
        <h2>{say("web.home.mine")}</h2>
        {own.length === 0 && <p class="note">{say("web.home.none-mine")}</p>}
        <ul class="tables">
          {own.map((row) => (
            <TableRow key={row.table} row={row} />
          ))}
        </ul>
      </section>
      <section>
        <h2>{say("web.home.open")}</h2>
        {open.length === 0 && <p class="note">{say("web.home.none-open")}</p>}
        <ul class="tables">
          {open.map((row) => (
            <TableRow key={row.table} row={row} />
          ))}
        </ul>
      </section>
      {past && past.length > 0 && (
        <section>
          <h2>{say("web.home.past")}</h2>
          <ul class="tables">
            {past.map((row) => (
              <PastGameRow key={row.table} row={row} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

export function HomePage() {
  const { say } = useSpeech();
  const person = useObservable(currentPerson);
  return (
    <main class="home">
      <h1 class="slogan">{say("web.home.slogan")}</h1>
      <GamePosters />
      {person && <TableLists />}
    </main>
  );
}
