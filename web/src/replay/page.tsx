// page.tsx: the page on which a finished game is replayed, move by move, as a seat saw it or with nothing hidden.
import { useEffect, useMemo, useState } from "preact/hooks";
import { sameThing, type Thing } from "../core/actions";
import { type Board, noPointing, type Pointing, PointingContext } from "../core/board";
import { currentPerson } from "../core/current-person";
import { EVERYTHING } from "../core/engine";
import { gameNamed } from "../core/games";
import { useLoaded } from "../core/lazy";
import { useMotion } from "../core/motion";
import { useObservable } from "../core/observable";
import { Refused } from "../core/protocol";
import { navigate, route } from "../core/routes";
import { seatWord } from "../core/seats";
import { Situation } from "../core/situation";
import { type GameSpeech, loadGame, useSpeech } from "../core/words";
import { SignInForm } from "../pages/sign-in";
import { ErrorMessage } from "../parts/error-message";
import { Log } from "../table/log";
import { useGame } from "../table/page";
import { useNarrow } from "../table/play";
import { Replay, seatNames } from "./replay";
import { Statistics } from "./statistics";

/** The speeds that can be chosen, in moves a second. */
const SPEEDS = [1, 2, 5, 10];

/** Fetches a file of records; throws Refused if the server refuses. */
async function fetchRecord(name: string): Promise<string> {
  const answer = await fetch(`/records/${name}`);
  const text = await answer.text();
  if (!answer.ok) {
    const refusal = JSON.parse(text) as { code: string; text: string };
    throw new Refused(refusal.code, refusal.text);
  }
  return text;
}

async function loadReplay(table: string): Promise<Replay> {
  const text = await fetchRecord(`${table}.apr`);
  const firstSeat = /^seat (\S+)/m.exec(text)?.[1] ?? "";
  return Replay.load(
    text,
    () => fetchRecord(`${table}.whole.apr`),
    async (game) => seatNames(await loadGame(game, "en"), firstSeat),
  );
}

/** Returns the replay of a table once it is loaded, and the error if it cannot be. */
function useReplay(table: string): { replay: Replay | null; error: unknown } {
  const [replay, setReplay] = useState<Replay | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isWanted = true;
    loadReplay(table).then(
      (loaded) => isWanted && setReplay(loaded),
      (reason) => isWanted && setError(reason),
    );
    return () => {
      isWanted = false;
    };
  }, [table]);
  return { replay, error };
}

/** Returns the moment and the seat that are shown. Both are in the address, so that a link leads to the same moment. */
function useMoment(length: number) {
  const { query, path } = useObservable(route);
  const wanted = Number(query.get("at") ?? "0");
  const at = Math.max(0, Math.min(length, Number.isFinite(wanted) ? Math.floor(wanted) : 0));
  const seat = query.get("seat");
  const show = (next: { at?: number; seat?: string | null }) => {
    const nextQuery = new URLSearchParams(query);
    nextQuery.set("at", String(next.at ?? at));
    if (next.seat === null) nextQuery.delete("seat");
    else if (next.seat !== undefined) nextQuery.set("seat", next.seat);
    navigate(`/${path.join("/")}?${nextQuery.toString()}`, true);
  };
  return { at, seat, show };
}

interface TurningPointsProps {
  replay: Replay;
  viewer: number;
  speech: GameSpeech;
  jumpTo: (moment: number) => void;
}

function TurningPoints({ replay, viewer, speech, jumpTo }: TurningPointsProps) {
  const { say } = useSpeech();
  const names = speech.facts.turning;
  const points = useMemo(() => replay.findEvents(names, viewer), [replay, names, viewer]);
  return (
    <details class="points">
      <summary>{say("web.replay.points", points.length)}</summary>
      <ol>
        {points.map(({ at, event }, n) => (
          <li key={n}>
            <button type="button" class="small" onClick={() => jumpTo(at)}>
              {at}
            </button>{" "}
            {speech.event(event)}
          </li>
        ))}
      </ol>
    </details>
  );
}

interface ControlsProps {
  replay: Replay;
  speech: GameSpeech;
  at: number;
  seat: string | null;
  show: (next: { at?: number; seat?: string | null }) => void;
}

/** Shows one move after another; a speed of 0 stands still. */
function useAutoplay({ replay, at, show }: Pick<ControlsProps, "replay" | "at" | "show">) {
  const [speed, setSpeed] = useState(0);
  useEffect(() => {
    if (!speed || at >= replay.length) return;
    const timer = setTimeout(() => show({ at: at + 1 }), 1000 / speed);
    return () => clearTimeout(timer);
  });
  return { speed, setSpeed };
}

function ShareButton() {
  const { say } = useSpeech();
  const [isCopied, setCopied] = useState(false);
  const share = async () => {
    await navigator.clipboard.writeText(location.href);
    setCopied(true);
  };
  return (
    <button type="button" class="small" onClick={() => void share().catch(() => {})}>
      {say(isCopied ? "web.room.copied" : "web.replay.share")}
    </button>
  );
}

/** The bar with which the person chooses the moment, the speed and the seat. */
function Controls({ replay, speech, at, seat, show }: ControlsProps) {
  const { say } = useSpeech();
  const { speed, setSpeed } = useAutoplay({ replay, at, show });
  return (
    <div class="replay-bar">
      <button
        type="button"
        aria-label={say("web.replay.back")}
        disabled={at === 0}
        onClick={() => show({ at: at - 1 })}
      >
        ◀
      </button>
      <input
        type="range"
        min={0}
        max={replay.length}
        value={at}
        aria-label={say("web.replay.moment")}
        onInput={(event) => show({ at: Number(event.currentTarget.value) })}
      />
      <button
        type="button"
        aria-label={say("web.replay.on")}
        disabled={at === replay.length}
        onClick={() => show({ at: at + 1 })}
      >
        ▶
      </button>
      <span class="replay-at">
        {at} / {replay.length}
      </span>
      <select
        aria-label={say("web.replay.speed")}
        value={speed}
        onChange={(event) => setSpeed(Number(event.currentTarget.value))}
      >
        <option value={0}>{say("web.replay.still")}</option>
        {SPEEDS.map((choice) => (
          <option key={choice} value={choice}>
            {say("web.replay.a-second", choice)}
          </option>
        ))}
      </select>
      <select
        aria-label={say("web.replay.seat")}
        value={seat ?? ""}
        onChange={(event) => show({ seat: event.currentTarget.value || null })}
      >
        <option value="">{say("web.replay.everything")}</option>
        {replay.seats.map((choice) => (
          <option key={choice.seat} value={choice.seat}>
            {seatWord(speech, choice.seat)}
          </option>
        ))}
        <option value="observer">{say("seat.observer")}</option>
      </select>
      <ShareButton />
    </div>
  );
}

/** Returns everything that is shown of one moment, as far as a viewer may know. */
function useMomentContent(replay: Replay, at: number, viewer: number) {
  const view = useMemo(() => replay.view(at, viewer), [replay, at, viewer]);
  const question = useMemo(() => replay.question(at, viewer), [replay, at, viewer]);
  const situation = useMemo(() => new Situation(question.situation, question.figures), [question]);
  const events = useMemo(() => replay.events(at, viewer), [replay, at, viewer]);
  const log = useMemo(
    () => Array.from({ length: at + 1 }, (_, n) => replay.events(n, viewer)).flat(),
    [replay, at, viewer],
  );
  return { view, question, situation, events, log };
}

/** The controls, the board with the plots, and the log. */
function LoadedReplay({ replay, speech, board: Shown }: { replay: Replay; speech: GameSpeech; board: Board }) {
  const { at, seat, show } = useMoment(replay.length);
  const [marked, setMarked] = useState<Thing[]>([]);
  const narrow = useNarrow();
  const part = useLoaded(gameNamed(replay.record.game)?.replay)?.replay;
  const viewer = replay.viewer(seat);
  const { view, question, situation, events, log } = useMomentContent(replay, at, viewer);
  const root = useMotion<HTMLDivElement>(view);
  const pointing = useMemo(
    (): Pointing => ({ ...noPointing, isMarked: (thing) => marked.some((other) => sameThing(other, thing)) }),
    [marked],
  );
  const jumpTo = (moment: number) => show({ at: moment });
  const eventsText = events.map((event) => speech.event(event)).join(" ");
  return (
    <div class="play replay">
      <div class="question">
        <Controls replay={replay} speech={speech} at={at} seat={seat} show={show} />
        <p class="replay-line">{eventsText || (question.open ? speech.prompt(question.open.step) : "")}</p>
        <TurningPoints replay={replay} viewer={viewer} speech={speech} jumpTo={jumpTo} />
      </div>
      <div class="board" ref={root}>
        <PointingContext.Provider value={pointing}>
          <Shown
            view={view}
            situation={situation}
            foreseen={{}}
            me={viewer === EVERYTHING || seat === "observer" ? null : seat}
            seats={replay.seats}
            options={replay.record.options}
            asked={question.open?.asked ?? []}
            step={question.open?.step ?? null}
            events={events}
            outcome={question.outcome}
            speech={speech}
            narrow={narrow}
          />
        </PointingContext.Provider>
        {part && <Statistics replay={replay} part={part} speech={speech} jumpTo={jumpTo} />}
      </div>
      <aside class="beside">
        <Log log={log} speech={speech} mark={setMarked} />
      </aside>
    </div>
  );
}

function TableReplay({ table }: { table: string }) {
  const { say } = useSpeech();
  const { replay, error } = useReplay(table);
  const game = useGame(replay?.record.game);
  if (error !== null) return <ErrorMessage error={error} />;
  if (!replay || !game) return <p class="loading">{say("web.loading")}</p>;
  return (
    <>
      <h1 class="table-title">{say("web.replay.title", say(`${replay.record.game}.title`))}</h1>
      <LoadedReplay replay={replay} speech={game.speech} board={game.board} />
    </>
  );
}

/** Only those who may see a table may see its record, so people sign in first. */
export default function ReplayPage({ table }: { table: string }) {
  const person = useObservable(currentPerson);
  if (person === undefined) return null;
  return person ? <TableReplay table={table} /> : <SignInForm />;
}
