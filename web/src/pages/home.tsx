// home.tsx: one click to a game, one's own games, open tables.
import { me } from "../core/people";
import { useValue } from "../core/value";
import { gameNames } from "../core/games";
import { useSpeech } from "../core/words";
import { usePlayNow } from "../parts/play-now";
import { Trouble } from "../parts/trouble";
import { PastRow, TableRow, useLobby, usePast } from "../parts/tables";
import { Poster } from "./posters";
import "./pages.css";

function Games() {
  const { say } = useSpeech();
  const { play, busy, why, forget } = usePlayNow();
  return (
    <>
      <ul class="posters">
        {gameNames.map((game) => (
          <li key={game} class={`poster poster-${game}`}>
            <Poster game={game} />
            <h2>{say(`${game}.title`)}</h2>
            <p>{say(`${game}.summary`)}</p>
            <p class="poster-buttons">
              <button type="button" class="main" disabled={busy} onClick={() => void play(game)}>
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
      {why !== null && <Trouble why={why} close={forget} />}
    </>
  );
}

function Lists() {
  const { say } = useSpeech();
  const tables = useLobby();
  const past = usePast();
  const own = (tables ?? [])
    .filter((one) => one.you && one.status !== "over")
    .sort((a, b) => Number(b.your_turn) - Number(a.your_turn));
  const open = (tables ?? []).filter((one) => one.public && one.status === "lobby" && !one.you);
  return (
    <div class="home-lists">
      <section>
        <h2>{say("web.home.mine")}</h2>
        {own.length === 0 && <p class="note">{say("web.home.none-mine")}</p>}
        <ul class="tables">
          {own.map((one) => (
            <TableRow key={one.table} one={one} />
          ))}
        </ul>
      </section>
      <section>
        <h2>{say("web.home.open")}</h2>
        {open.length === 0 && <p class="note">{say("web.home.none-open")}</p>}
        <ul class="tables">
          {open.map((one) => (
            <TableRow key={one.table} one={one} />
          ))}
        </ul>
      </section>
      {past && past.length > 0 && (
        <section>
          <h2>{say("web.home.past")}</h2>
          <ul class="tables">
            {past.map((one) => (
              <PastRow key={one.table} one={one} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

export function Home() {
  const { say } = useSpeech();
  const who = useValue(me);
  return (
    <main class="home">
      <h1 class="slogan">{say("web.home.slogan")}</h1>
      <Games />
      {who && <Lists />}
    </main>
  );
}
