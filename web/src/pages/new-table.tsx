// new-table.tsx: the form that makes a table: the game, who plays, the options, and the time for each answer.
import { useEffect, useState } from "preact/hooks";
import { connection } from "../core/connection";
import { currentPerson } from "../core/current-person";
import { useObservable } from "../core/observable";
import type { GameInfo } from "../core/protocol";
import { navigate } from "../core/routes";
import { useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";
import { SignInForm } from "./sign-in";

/** Who a seat is for: "me", "open" for another person, or the level of a bot. */
type Player = string;

/** Returns what the server says about the games; null until it has answered. */
function useGames(): GameInfo[] | null {
  const [games, setGames] = useState<GameInfo[] | null>(null);
  useEffect(
    () =>
      connection.onConnected(
        () =>
          void connection.request({ type: "games" }).then(
            (answer) => setGames(answer["games"] as GameInfo[]),
            () => {},
          ),
      ),
    [],
  );
  return games;
}

/** Returns what the form proposes for so many players. */
const proposedPlayers = (players: number): Player[] =>
  ["me", "open", ...Array<Player>(Math.max(0, players - 2)).fill("greedy")].slice(0, players);

/** The time for each answer in a slow game. */
const SLOW_MOVE_MS = 48 * 3600 * 1000;

const USUAL_PLAYERS = 4;

function NewTableForm({ info }: { info: GameInfo }) {
  const { say } = useSpeech();
  const [players, setPlayers] = useState(() =>
    proposedPlayers(Math.min(info.max_players, Math.max(info.min_players, USUAL_PLAYERS))),
  );
  const [options, setOptions] = useState<Record<string, string>>({});
  const [isSlow, setSlow] = useState(false);
  const [isPublic, setPublic] = useState(false);
  const [isFast, setFast] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    const seats = players.map((player) => (player === "me" || player === "open" ? player : { bot: player }));
    const pace = isSlow ? { pace: "slow", move_ms: SLOW_MOVE_MS } : { pace: "live" };
    try {
      const created = await connection.request({
        type: "create",
        game: info.game,
        players: players.length,
        options,
        seats,
        public: isPublic,
        fast: isFast,
        ...pace,
      });
      navigate(`/t/${String(created["table"])}`);
    } catch (reason) {
      setError(reason);
    }
  };
  const counts = Array.from({ length: info.max_players - info.min_players + 1 }, (_, i) => info.min_players + i);
  return (
    <form class="making" onSubmit={(event) => void submit(event)}>
      <fieldset>
        <legend>{say("web.new.players")}</legend>
        <div class="choice">
          {counts.map((n) => (
            <label key={n}>
              <input
                type="radio"
                name="players"
                checked={players.length === n}
                onChange={() => setPlayers(proposedPlayers(n))}
              />
              {n}
            </label>
          ))}
        </div>
      </fieldset>
      {Object.entries(info.options).map(([name, values]) => (
        <label key={name}>
          {say(`${info.game}.option.${name}`)}
          <select
            value={options[name] ?? values[0]}
            onChange={(event) => setOptions({ ...options, [name]: event.currentTarget.value })}
          >
            {values.map((value) => (
              <option key={value} value={value}>
                {say(`${info.game}.option.${name}.${value}`)}
              </option>
            ))}
          </select>
        </label>
      ))}
      <fieldset>
        <legend>{say("web.new.seats")}</legend>
        {players.map((player, n) => (
          <label key={n} class="chair">
            {say("web.new.seat", n + 1)}
            <select
              value={player}
              onChange={(event) => setPlayers(players.map((old, i) => (i === n ? event.currentTarget.value : old)))}
            >
              {(player === "me" || !players.includes("me")) && <option value="me">{say("web.new.me")}</option>}
              <option value="open">{say("web.new.friend")}</option>
              {info.bots.map((level) => (
                <option key={level} value={level}>
                  {say("web.seat.bot", say(`level.${level}`))}
                </option>
              ))}
            </select>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{say("web.new.pace")}</legend>
        <label>
          <input type="radio" name="pace" checked={!isSlow} onChange={() => setSlow(false)} /> {say("web.new.live")}
        </label>
        <label>
          <input type="radio" name="pace" checked={isSlow} onChange={() => setSlow(true)} /> {say("web.new.slow")}
        </label>
      </fieldset>
      <label>
        <input type="checkbox" checked={isPublic} onChange={(event) => setPublic(event.currentTarget.checked)} />{" "}
        {say("web.new.public")}
      </label>
      <label>
        <input type="checkbox" checked={isFast} onChange={(event) => setFast(event.currentTarget.checked)} />{" "}
        {say("web.new.fast")}
      </label>
      {error !== null && <ErrorMessage error={error} onClose={() => setError(null)} />}
      <button type="submit" class="main">
        {say("web.new.make")}
      </button>
    </form>
  );
}

export function NewTablePage({ game }: { game: string | undefined }) {
  const { say } = useSpeech();
  const person = useObservable(currentPerson);
  const games = useGames();
  const chosen = games?.find((info) => info.game === game) ?? games?.[0];
  return (
    <main class="narrow-page">
      <h1>{say("web.new.title", chosen ? say(`${chosen.game}.title`) : "")}</h1>
      {person === null && <SignInForm />}
      {person && games && (
        <p class="choice">
          {games.map((info) => (
            <a
              key={info.game}
              class={`button${info === chosen ? " main" : ""}`}
              href={`/new/${info.game}`}
              aria-current={info === chosen ? "page" : undefined}
            >
              {say(`${info.game}.title`)}
            </a>
          ))}
        </p>
      )}
      {person && chosen && <NewTableForm key={chosen.game} info={chosen} />}
    </main>
  );
}
