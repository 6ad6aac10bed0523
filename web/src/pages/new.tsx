// new.tsx: making a table: who plays, by which options, how fast.
import { useEffect, useState } from "preact/hooks";
import { link } from "../core/link";
import { me } from "../core/people";
import type { GameInfo } from "../core/protocol";
import { go } from "../core/routes";
import { useValue } from "../core/value";
import { useSpeech } from "../core/words";
import { Trouble } from "../parts/trouble";
import { WhoAreYou } from "./who";

/** What sits where: "me", "open", or a bot's level. */
type Chair = string;

function useGames(): GameInfo[] | null {
  const [games, setGames] = useState<GameInfo[] | null>(null);
  useEffect(
    () =>
      link.onGreeted(
        () =>
          void link.ask({ type: "games" }).then(
            (answer) => setGames(answer["games"] as GameInfo[]),
            () => {},
          ),
      ),
    [],
  );
  return games;
}

const chairsFor = (players: number): Chair[] =>
  ["me", "open", ...Array<Chair>(Math.max(0, players - 2)).fill("greedy")].slice(0, players);

const SLOW = { move_ms: 48 * 3600 * 1000 };

function Making({ info }: { info: GameInfo }) {
  const { say } = useSpeech();
  const [chairs, setChairs] = useState(() => chairsFor(Math.min(info.max_players, Math.max(info.min_players, 4))));
  const [options, setOptions] = useState<Record<string, string>>({});
  const [slow, setSlow] = useState(false);
  const [open, setOpen] = useState(false);
  const [fast, setFast] = useState(false);
  const [why, setWhy] = useState<unknown>(null);
  const make = async (event: Event) => {
    event.preventDefault();
    const seats = chairs.map((chair) => (chair === "me" || chair === "open" ? chair : { bot: chair }));
    const pace = slow ? { pace: "slow", ...SLOW } : { pace: "live" };
    try {
      const made = await link.ask({
        type: "create",
        game: info.game,
        players: chairs.length,
        options,
        seats,
        public: open,
        fast,
        ...pace,
      });
      go(`/t/${String(made["table"])}`);
    } catch (reason) {
      setWhy(reason);
    }
  };
  const counts = Array.from({ length: info.max_players - info.min_players + 1 }, (_, i) => info.min_players + i);
  return (
    <form class="making" onSubmit={(event) => void make(event)}>
      <fieldset>
        <legend>{say("web.new.players")}</legend>
        <div class="choice">
          {counts.map((n) => (
            <label key={n}>
              <input
                type="radio"
                name="players"
                checked={chairs.length === n}
                onChange={() => setChairs(chairsFor(n))}
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
            {values.map((one) => (
              <option key={one} value={one}>
                {say(`${info.game}.option.${name}.${one}`)}
              </option>
            ))}
          </select>
        </label>
      ))}
      <fieldset>
        <legend>{say("web.new.seats")}</legend>
        {chairs.map((chair, n) => (
          <label key={n} class="chair">
            {say("web.new.seat", n + 1)}
            <select
              value={chair}
              onChange={(event) => setChairs(chairs.map((old, i) => (i === n ? event.currentTarget.value : old)))}
            >
              {(chair === "me" || !chairs.includes("me")) && <option value="me">{say("web.new.me")}</option>}
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
          <input type="radio" name="pace" checked={!slow} onChange={() => setSlow(false)} /> {say("web.new.live")}
        </label>
        <label>
          <input type="radio" name="pace" checked={slow} onChange={() => setSlow(true)} /> {say("web.new.slow")}
        </label>
      </fieldset>
      <label>
        <input type="checkbox" checked={open} onChange={(event) => setOpen(event.currentTarget.checked)} />{" "}
        {say("web.new.public")}
      </label>
      <label>
        <input type="checkbox" checked={fast} onChange={(event) => setFast(event.currentTarget.checked)} />{" "}
        {say("web.new.fast")}
      </label>
      {why !== null && <Trouble why={why} close={() => setWhy(null)} />}
      <button type="submit" class="main">
        {say("web.new.make")}
      </button>
    </form>
  );
}

export function NewTable({ game }: { game: string | undefined }) {
  const { say } = useSpeech();
  const who = useValue(me);
  const games = useGames();
  const info = games?.find((one) => one.game === game) ?? games?.[0];
  return (
    <main class="narrow-page">
      <h1>{say("web.new.title", info ? say(`${info.game}.title`) : "")}</h1>
      {who === null && <WhoAreYou />}
      {who && games && (
        <p class="choice">
          {games.map((one) => (
            <a
              key={one.game}
              class={`button${one === info ? " main" : ""}`}
              href={`/new/${one.game}`}
              aria-current={one === info ? "page" : undefined}
            >
              {say(`${one.game}.title`)}
            </a>
          ))}
        </p>
      )}
      {who && info && <Making key={info.game} info={info} />}
    </main>
  );
}
