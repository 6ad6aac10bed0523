// new-table.tsx: the page that makes a table: what the game is like, who plays, the options, and the time for each answer.
import { useEffect, useState } from "preact/hooks";
import { connection } from "../core/connection";
import { currentPerson } from "../core/current-person";
import { useObservable } from "../core/observable";
import type { GameInfo, Tempo } from "../core/protocol";
import { navigate } from "../core/routes";
import { SeatMark, seatWord } from "../core/seats";
import { usualLevel } from "../core/usual-level";
import { GameSpeech, loadGame, useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";
import { GameAbout } from "../parts/game-about";
import { GameOptions, PlayerCount, usualPlayers } from "../parts/game-form";
import { SignInForm } from "./sign-in";

/** Who a seat is for: "me", "open" for another person, or the level of a bot. */
type Player = string;

/** What the server says about its tables. */
interface Offers {
  games: GameInfo[];
  /** The tempos from which a table may choose; none if the server has none. */
  tempos: Tempo[];
}

/** Returns what the server offers; null until it has answered. */
function useOffers(): Offers | null {
  const [offers, setOffers] = useState<Offers | null>(null);
  useEffect(
    () =>
      connection.onConnected(
        () =>
          void connection.request({ type: "games" }).then(
            (answer) =>
              setOffers({
                games: answer["games"] as GameInfo[],
                tempos: (answer["tempos"] as Tempo[] | undefined) ?? [],
              }),
            () => {},
          ),
      ),
    [],
  );
  return offers;
}

/** Returns the words of a game; null until they are loaded. */
function useGameSpeech(game: string | undefined): GameSpeech | null {
  const { language } = useSpeech();
  const [speech, setSpeech] = useState<GameSpeech | null>(null);
  useEffect(() => {
    let isWanted = true;
    if (game) void loadGame(game, language).then((words) => isWanted && setSpeech(new GameSpeech(language, words)));
    return () => {
      isWanted = false;
    };
  }, [game, language]);
  return speech?.facts.game === game ? speech : null;
}

/** Returns what the form proposes for so many players. */
const proposedPlayers = (info: GameInfo, players: number): Player[] =>
  ["me", "open", ...Array<Player>(Math.max(0, players - 2)).fill(usualLevel(info))].slice(0, players);

/** The time for each answer in a slow game, where the server has no tempos. */
const SLOW_MOVE_MS = 48 * 3600 * 1000;

interface ChairsProps {
  info: GameInfo;
  speech: GameSpeech;
  players: Player[];
  setPlayers: (players: Player[]) => void;
}

/** Who sits where. */
function Chairs({ info, speech, players, setPlayers }: ChairsProps) {
  const { say } = useSpeech();
  const seats = info.seats.slice(0, players.length).map((seat) => ({ seat }));
  return (
    <fieldset>
      <legend>{say("web.new.seats")}</legend>
      {seats.map(({ seat }, n) => (
        <label key={seat} class="chair">
          <SeatMark seats={seats} seat={seat} size={20} />
          <span class="chair-word">{seatWord(speech, seat)}</span>
          <select
            value={players[n]}
            onChange={(event) => setPlayers(players.map((old, i) => (i === n ? event.currentTarget.value : old)))}
          >
            {(players[n] === "me" || !players.includes("me")) && <option value="me">{say("web.new.me")}</option>}
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
  );
}

/** How quickly a game is to be played: the fields of `create`. */
interface Pace {
  /** What the form calls it. */
  name: string;
  fields: object;
}

const OLD_PACES: Pace[] = [
  { name: "live", fields: { pace: "live" } },
  { name: "slow", fields: { pace: "slow", move_ms: SLOW_MOVE_MS } },
];

const pacesOf = (tempos: Tempo[]): Pace[] =>
  tempos.length ? tempos.map(({ tempo }) => ({ name: `tempo.${tempo}`, fields: { tempo } })) : OLD_PACES;

interface PaceChoiceProps {
  paces: Pace[];
  chosen: Pace | undefined;
  choose: (pace: Pace) => void;
}

function PaceChoice({ paces, chosen, choose }: PaceChoiceProps) {
  const { say } = useSpeech();
  return (
    <fieldset class="sentences">
      <legend>{say("web.new.pace")}</legend>
      {paces.map((pace) => (
        <label key={pace.name}>
          <input
            type="radio"
            name="pace"
            value={pace.name}
            checked={pace.name === chosen?.name}
            onChange={() => choose(pace)}
          />{" "}
          {say(`web.new.${pace.name}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** How long bots think: the value of `bot_ms`, which is left out if the pace decides. */
const BOT_TIMES: { name: string; fields: object }[] = [
  { name: "tempo", fields: {} },
  { name: "long", fields: { bot_ms: 3000 } },
  { name: "once", fields: { bot_ms: 0 } },
];

function BotTimes({ chosen, choose }: { chosen: string; choose: (name: string) => void }) {
  const { say } = useSpeech();
  return (
    <fieldset class="sentences">
      <legend>{say("web.new.bots")}</legend>
      {BOT_TIMES.map(({ name }) => (
        <label key={name}>
          <input type="radio" name="bots" value={name} checked={name === chosen} onChange={() => choose(name)} />{" "}
          {say(`web.new.bots.${name}`)}
        </label>
      ))}
    </fieldset>
  );
}

function NewTableForm({ info, tempos, speech }: { info: GameInfo; tempos: Tempo[]; speech: GameSpeech }) {
  const { say } = useSpeech();
  const [players, setPlayers] = useState(() => proposedPlayers(info, usualPlayers(info)));
  const [options, setOptions] = useState<Record<string, string>>({});
  const paces = pacesOf(tempos);
  const [pace, setPace] = useState(paces[0]);
  const [botTime, setBotTime] = useState("tempo");
  const hasBots = players.some((player) => player !== "me" && player !== "open");
  const [isPublic, setPublic] = useState(false);
  const [isFast, setFast] = useState(false);
  const [hasPokerFace, setPokerFace] = useState(false);
  const [awayAgrees, setAwayAgrees] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    const seats = players.map((player) => (player === "me" || player === "open" ? player : { bot: player }));
    try {
      const created = await connection.request({
        type: "create",
        game: info.game,
        players: players.length,
        options,
        seats,
        public: isPublic,
        fast: isFast,
        poker_face: hasPokerFace,
        away_agrees: awayAgrees,
        ...pace?.fields,
        ...(hasBots ? BOT_TIMES.find(({ name }) => name === botTime)?.fields : {}),
      });
      navigate(`/t/${String(created["table"])}`);
    } catch (reason) {
      setError(reason);
    }
  };
  return (
    <form class="making" onSubmit={(event) => void submit(event)}>
      <PlayerCount info={info} count={players.length} choose={(n) => setPlayers(proposedPlayers(info, n))} />
      <Chairs info={info} speech={speech} players={players} setPlayers={setPlayers} />
      <PaceChoice paces={paces} chosen={pace} choose={setPace} />
      {hasBots && <BotTimes chosen={botTime} choose={setBotTime} />}
      <GameOptions info={info} options={options} choose={setOptions} />
      <label>
        <input type="checkbox" checked={isPublic} onChange={(event) => setPublic(event.currentTarget.checked)} />{" "}
        {say("web.new.public")}
      </label>
      <label>
        <input type="checkbox" checked={isFast} onChange={(event) => setFast(event.currentTarget.checked)} />{" "}
        {say("web.new.fast")}
      </label>
      <label>
        <input
          type="checkbox"
          name="poker-face"
          checked={hasPokerFace}
          disabled={isFast}
          onChange={(event) => setPokerFace(event.currentTarget.checked)}
        />{" "}
        {say("web.new.poker-face")}
      </label>
      <label>
        <input
          type="checkbox"
          name="away-agrees"
          checked={awayAgrees}
          onChange={(event) => setAwayAgrees(event.currentTarget.checked)}
        />{" "}
        {say("web.new.away-agrees")}
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
  const offers = useOffers();
  const chosen = offers?.games.find((info) => info.game === game) ?? offers?.games[0];
  const speech = useGameSpeech(chosen?.game);
  return (
    <main class="narrow-page">
      <h1>{say("web.new.title", chosen ? say(`${chosen.game}.title`) : "")}</h1>
      {person === null && <SignInForm />}
      {person && offers && (
        <p class="choice">
          {offers.games.map((info) => (
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
      {person && chosen && speech && (
        <>
          <GameAbout info={chosen} speech={speech} />
          <NewTableForm key={chosen.game} info={chosen} tempos={offers?.tempos ?? []} speech={speech} />
        </>
      )}
    </main>
  );
}
