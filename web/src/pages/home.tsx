// home.tsx: the first page: the person's own games, every game with a button to play at once, and open tables.
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { connection } from "../core/connection";
import { currentPerson } from "../core/current-person";
import { gameNames } from "../core/games";
import { useObservable } from "../core/observable";
import type { Row } from "../core/protocol";
import { useSpeech } from "../core/words";
import { OfflineNote } from "../offline/offline-note";
import { SavedRow, useSavedGames } from "../offline/saved-list";
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

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul class="tables">{children}</ul>
    </section>
  );
}

/** The person's games that go on, those first in which it is their turn: nothing comes before them. */
function OwnGames({ own }: { own: Row[] }) {
  const { say } = useSpeech();
  const saved = useSavedGames().filter(({ isOver }) => !isOver);
  if (own.length === 0 && saved.length === 0) return null;
  return (
    <div class="home-own">
      <Section title={say("web.home.mine")}>
        {own.map((row) => (
          <TableRow key={row.table} row={row} />
        ))}
        {saved.map((game) => (
          <SavedRow key={game.key} saved={game} />
        ))}
      </Section>
    </div>
  );
}

function OtherTables({ open }: { open: Row[] }) {
  const { say } = useSpeech();
  const past = usePastGames() ?? [];
  const saved = useSavedGames().filter(({ isOver }) => isOver);
  const person = useObservable(currentPerson);
  return (
    <div class="home-lists">
      {person && (
        <section>
          <h2>{say("web.home.open")}</h2>
          {open.length === 0 && <p class="note">{say("web.home.none-open")}</p>}
          <ul class="tables">
            {open.map((row) => (
              <TableRow key={row.table} row={row} />
            ))}
          </ul>
        </section>
      )}
      {saved.length > 0 && (
        <Section title={say("web.home.saved")}>
          {saved.map((game) => (
            <SavedRow key={game.key} saved={game} />
          ))}
        </Section>
      )}
      {past.length > 0 && (
        <Section title={say("web.home.past")}>
          {past.map((row) => (
            <PastGameRow key={row.table} row={row} />
          ))}
        </Section>
      )}
    </div>
  );
}

/**
 * Whether the person's tables are still being asked for: nothing is shown before them, or they would push it away. Once the
 * server was found to be away the page stays as it is while it is looked for again: a button must not vanish under a finger.
 */
function useIsAsking(isKnown: boolean): boolean {
  const person = useObservable(currentPerson);
  const state = useObservable(connection.state);
  const isAway = useRef(false);
  isAway.current ||= state === "waiting";
  if (isAway.current) return false;
  return person === undefined || (person !== null && !isKnown && (state === "connecting" || state === "on"));
}

export function HomePage() {
  const { say } = useSpeech();
  const lobby = useLobby();
  const isAsking = useIsAsking(lobby !== null);
  const tables = lobby?.tables ?? [];
  const own = tables
    .filter((row) => row.you && row.status !== "over")
    .sort((a, b) => Number(b.your_turn ?? false) - Number(a.your_turn ?? false));
  const open = tables.filter((row) => row.public && row.status === "lobby" && !row.you);
  if (isAsking) return <p class="loading">{say("web.loading")}</p>;
  return (
    <main class="home">
      <OwnGames own={own} />
      <h1 class="slogan">{say("web.home.slogan")}</h1>
      <GamePosters />
      <OtherTables open={open} />
      <OfflineNote />
      <footer>
        <a href="/licences">{say("web.licences.title")}</a>
      </footer>
    </main>
  );
}
