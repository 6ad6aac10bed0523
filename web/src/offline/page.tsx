// page.tsx: a game against bots without a server: the form that begins it, and the game itself, which this browser keeps
// after every decision.
import { useEffect, useState } from "preact/hooks";
import { currentPerson } from "../core/current-person";
import { Engine } from "../core/engine";
import { useObservable } from "../core/observable";
import { type GameInfo, Refused } from "../core/protocol";
import { navigate } from "../core/routes";
import { SeatMark, seatWord } from "../core/seats";
import { usualLevel } from "../core/usual-level";
import { type GameSpeech, useSpeech } from "../core/words";
import { LocalTable } from "../learn/local-table";
import { ErrorMessage } from "../parts/error-message";
import { GameAbout } from "../parts/game-about";
import { GameOptions, PlayerCount, usualPlayers } from "../parts/game-form";
import { type LoadedGame, useGame } from "../table/page";
import { usePacedTable } from "../table/paced";
import { Play } from "../table/play";
import { LocalEnd } from "./local-end";
import { OfflineNote } from "./offline-note";
import { findSavedGame, keepGame, newKey, type SavedGame } from "./saved-games";

/** Returns what `load` returns once it is there, and the error if it fails. `load` must not change between drawings. */
function usePromise<T>(load: () => Promise<T>): { result: T | null; error: unknown } {
  const [state, setState] = useState<{ result: T | null; error: unknown }>({ result: null, error: null });
  useEffect(() => {
    let isWanted = true;
    load().then(
      (result) => isWanted && setState({ result, error: null }),
      (error: unknown) => isWanted && setState({ result: null, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  return state;
}

/** Chooses the person's seat among those of so many players. */
function SeatChoice({
  seats,
  own,
  choose,
  speech,
}: {
  seats: { seat: string }[];
  own: number;
  choose: (seat: number) => void;
  speech: GameSpeech;
}) {
  const { say } = useSpeech();
  return (
    <fieldset>
      <legend>{say("web.local.seat")}</legend>
      <div class="choice">
        {seats.map(({ seat }, n) => (
          <label key={seat}>
            <input type="radio" name="seat" checked={own === n} onChange={() => choose(n)} />
            <SeatMark seats={seats} seat={seat} /> {seatWord(speech, seat)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function LocalForm({ info, speech, rules }: { info: GameInfo; speech: GameSpeech; rules: string }) {
  const { say } = useSpeech();
  const person = useObservable(currentPerson);
  const [players, setPlayers] = useState(() => usualPlayers(info));
  const [own, setOwn] = useState(0);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [level, setLevel] = useState(() => usualLevel(info));
  const [error, setError] = useState<unknown>(null);
  const begin = async (event: Event) => {
    event.preventDefault();
    const key = newKey();
    try {
      await keepGame({
        key,
        game: info.game,
        players,
        options,
        seats: info.seats,
        person: Math.min(own, players - 1),
        seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 1,
        name: person?.name ?? say("web.local.you"),
        level,
        rules,
        lines: [],
        end: "",
        isOver: false,
        isTurn: true,
        won: [],
        updated: Date.now(),
      });
      navigate(`/play/${info.game}/${key}`);
    } catch (reason) {
      setError(reason);
    }
  };
  return (
    <form class="making" onSubmit={(event) => void begin(event)}>
      <button type="submit" class="main">
        {say("web.local.begin")}
      </button>
      <PlayerCount info={info} count={players} choose={setPlayers} />
      <SeatChoice
        seats={info.seats.slice(0, players).map((seat) => ({ seat }))}
        own={Math.min(own, players - 1)}
        choose={setOwn}
        speech={speech}
      />
      <label>
        {say("web.local.level")}
        <select value={level} onChange={(event) => setLevel(event.currentTarget.value)}>
          {info.bots.map((choice) => (
            <option key={choice} value={choice}>
              {say(`level.${choice}`)}
            </option>
          ))}
        </select>
      </label>
      <GameOptions info={info} options={options} choose={setOptions} />
      {error !== null && <ErrorMessage error={error} onClose={() => setError(null)} />}
    </form>
  );
}

/** The page on which a game begins. */
function LocalStart({ game, speech }: { game: string; speech: GameSpeech }) {
  const { say } = useSpeech();
  const { result: engine, error } = usePromise(loadEngine);
  if (error !== null) return <ErrorMessage error={error} />;
  const info = engine?.games().find((other) => other.game === game);
  if (!engine || !info) return <p class="loading">{say("web.loading")}</p>;
  return (
    <main class="narrow-page">
      <h1>{say("web.local.title", say(`${game}.title`))}</h1>
      <OfflineNote />
      <GameAbout info={info} speech={speech} />
      <LocalForm info={info} speech={speech} rules={engine.rules(game)} />
    </main>
  );
}

const loadEngine = () => Engine.load();

/** Returns what is kept of a game as it is now. */
function snapshot(saved: SavedGame, table: LocalTable): SavedGame {
  const { outcome, ask } = { ...table.state.get()?.table, ask: table.state.get()?.ask };
  return {
    ...saved,
    lines: [...table.lines()],
    end: table.recordEnd(),
    isOver: Boolean(outcome),
    isTurn: Boolean(ask),
    won: outcome?.seats.filter(({ result }) => result !== "lost").map(({ seat }) => seat) ?? [],
    updated: Date.now(),
  };
}

interface OpenGame {
  saved: SavedGame;
  table: LocalTable;
}

async function openGame(key: string): Promise<OpenGame> {
  const saved = await findSavedGame(key);
  if (!saved) throw new Refused("local-gone", "this browser does not have the game any more");
  const engine = await Engine.load();
  if (engine.rules(saved.game) !== saved.rules) throw new Refused("local-rules", "the rules have changed");
  return { saved, table: LocalTable.resume(engine, saved, saved.lines) };
}

interface BotButtonsProps {
  table: LocalTable;
  canAnswer: boolean;
  onError: (error: unknown) => void;
}

/** A bot can answer one question for the person, or all that are left. */
function BotButtons({ table, canAnswer, onError }: BotButtonsProps) {
  const { say } = useSpeech();
  const [isHandedOver, setHandedOver] = useState(false);
  const handOver = () => {
    if (!confirm(say("web.local.finish-sure"))) return;
    setHandedOver(true);
    table
      .handOver()
      .catch(onError)
      .finally(() => setHandedOver(false));
  };
  if (isHandedOver) return <span class="note">{say("web.local.finishing")}</span>;
  return (
    <span class="local-buttons">
      <button type="button" class="small" disabled={!canAnswer} onClick={() => void table.actLikeBot().catch(onError)}>
        {say("web.local.answer")}
      </button>{" "}
      <button type="button" class="small local-finish" onClick={handOver}>
        {say("web.local.finish")}
      </button>
    </span>
  );
}

/** A game that is being played, or is over. */
function LocalGame({ saved: first, table, board, speech }: OpenGame & LoadedGame) {
  const { say } = useSpeech();
  const paced = usePacedTable(table, speech);
  const state = useObservable(paced.state);
  const [saved, setSaved] = useState(first);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const keep = () => {
      const now = snapshot(first, table);
      setSaved(now);
      keepGame(now).then(() => setError(null), setError);
    };
    if (table.lines().length > first.lines.length) keep(); // chance and bots have begun
    table.onDecision = keep;
    return () => {
      table.onDecision = undefined;
    };
  }, [table, first]);
  if (!state) return null;
  return (
    <>
      <h1 class="table-title">
        {say(`${saved.game}.title`)} <small class="local-mark">{say("web.local.mark")}</small>
      </h1>
      {error !== null && <ErrorMessage error={error} onClose={() => setError(null)} />}
      <Play
        model={paced}
        state={state}
        board={board}
        speech={speech}
        alone
        meanwhile={saved.isOver ? null : <BotButtons table={table} canAnswer={state.ask !== null} onError={setError} />}
        afterwards={<LocalEnd saved={saved} />}
      />
    </>
  );
}

function OpenedGame({ gameKey, loaded }: { gameKey: string; loaded: LoadedGame }) {
  const { say } = useSpeech();
  const [load] = useState(() => () => openGame(gameKey));
  const { result, error } = usePromise(load);
  if (error !== null) return <ErrorMessage error={error} />;
  return result ? <LocalGame {...result} {...loaded} /> : <p class="loading">{say("web.loading")}</p>;
}

export default function LocalPage({ game, gameKey }: { game: string; gameKey: string | undefined }) {
  const { say } = useSpeech();
  const loaded = useGame(game);
  if (!loaded) return <p class="loading">{say("web.loading")}</p>;
  return gameKey ? <OpenedGame gameKey={gameKey} loaded={loaded} /> : <LocalStart game={game} speech={loaded.speech} />;
}
