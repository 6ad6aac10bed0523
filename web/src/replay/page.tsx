// page.tsx: a finished game again: scrub, step, play; from any seat, or knowing everything.
import { useEffect, useMemo, useState } from "preact/hooks";
import { noPointing, PointingContext } from "../core/board";
import type { Thing } from "../core/actions";
import { EVERYTHING } from "../core/engine";
import { gameNamed } from "../core/games";
import { useLoaded } from "../core/lazy";
import { useMotion } from "../core/motion";
import { me } from "../core/people";
import { Refused } from "../core/protocol";
import { go, place } from "../core/routes";
import { seatWord } from "../core/seats";
import { Situation } from "../core/situation";
import { useValue } from "../core/value";
import { type GameSpeech, loadGame, useSpeech } from "../core/words";
import { Trouble } from "../parts/trouble";
import { WhoAreYou } from "../pages/who";
import { Log } from "../table/log";
import { useNarrow } from "../table/play";
import { useGame } from "../table/page";
import { Replay, seatNames } from "./replay";
import { Statistics } from "./statistics";
import type { ReplayPart } from "./part";

const SPEEDS = [1, 2, 5, 10];

async function load(table: string): Promise<Replay> {
  const answer = await fetch(`/records/${table}.apr`);
  const text = await answer.text();
  if (!answer.ok) {
    const { code, text: words } = JSON.parse(text) as { code: string; text: string };
    throw new Refused(code, words);
  }
  const first = /^seat (\S+)/m.exec(text)?.[1] ?? "";
  return Replay.of(text, async (game) => seatNames(await loadGame(game, "en"), first));
}

function useReplay(table: string): { replay: Replay | null; why: unknown } {
  const [replay, setReplay] = useState<Replay | null>(null);
  const [why, setWhy] = useState<unknown>(null);
  useEffect(() => {
    let wanted = true;
    load(table).then(
      (loaded) => wanted && setReplay(loaded),
      (reason) => wanted && setWhy(reason),
    );
    return () => {
      wanted = false;
    };
  }, [table]);
  return { replay, why };
}

/** The moment and the seat are in the address, so that a moment can be shared. */
function useMoment(length: number) {
  const { query, path } = useValue(place);
  const asked = Number(query.get("at") ?? "0");
  const at = Math.max(0, Math.min(length, Number.isFinite(asked) ? Math.floor(asked) : 0));
  const seat = query.get("seat");
  const set = (next: { at?: number; seat?: string | null }) => {
    const fresh = new URLSearchParams(query);
    fresh.set("at", String(next.at ?? at));
    if (next.seat === null) fresh.delete("seat");
    else if (next.seat !== undefined) fresh.set("seat", next.seat);
    go(`/${path.join("/")}?${fresh.toString()}`, true);
  };
  return { at, seat, set };
}

interface PointsProps {
  replay: Replay;
  part: ReplayPart | undefined;
  viewer: number;
  speech: GameSpeech;
  jump(at: number): void;
}

function Points({ replay, part, viewer, speech, jump }: PointsProps) {
  const { say } = useSpeech();
  const points = useMemo(
    () => replay.find(part?.turningPoints ?? speech.facts.turning, viewer),
    [replay, part, viewer],
  );
  return (
    <details class="points">
      <summary>{say("web.replay.points", points.length)}</summary>
      <ol>
        {points.map(({ at, event }, n) => (
          <li key={n}>
            <button type="button" class="small" onClick={() => jump(at)}>
              {at}
            </button>{" "}
            {speech.event(event)}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Shown({
  replay,
  speech,
  board: Board,
}: {
  replay: Replay;
  speech: GameSpeech;
  board: import("../core/board").Board;
}) {
  const { say } = useSpeech();
  const { at, seat, set } = useMoment(replay.length);
  const [speed, setSpeed] = useState(0);
  const [marked, setMarked] = useState<Thing[]>([]);
  const [copied, setCopied] = useState(false);
  const narrow = useNarrow();
  const part = useLoaded(gameNamed(replay.record.game)?.replay)?.replay;
  const viewer = replay.viewer(seat);
  const view = useMemo(() => replay.view(at, viewer), [replay, at, viewer]);
  const question = useMemo(() => replay.question(at, viewer), [replay, at, viewer]);
  const situation = useMemo(() => new Situation(question.situation, question.figures), [question]);
  const events = useMemo(() => replay.events(at, viewer), [replay, at, viewer]);
  const log = useMemo(
    () => Array.from({ length: at + 1 }, (_, n) => replay.events(n, viewer)).flat(),
    [replay, at, viewer],
  );
  const root = useMotion<HTMLDivElement>(view);
  useEffect(() => {
    if (!speed || at >= replay.length) return;
    const timer = setTimeout(() => set({ at: at + 1 }), 1000 / speed);
    return () => clearTimeout(timer);
  });
  const pointing = useMemo(
    () => ({
      ...noPointing,
      isMarked: (thing: Thing) => marked.some((one) => one.kind === thing.kind && one.name === thing.name),
    }),
    [marked],
  );
  const share = async () => {
    await navigator.clipboard.writeText(location.href);
    setCopied(true);
  };
  return (
    <div class="play replay">
      <div class="question">
        <div class="replay-bar">
          <button
            type="button"
            aria-label={say("web.replay.back")}
            disabled={at === 0}
            onClick={() => set({ at: at - 1 })}
          >
            ◀
          </button>
          <input
            type="range"
            min={0}
            max={replay.length}
            value={at}
            aria-label={say("web.replay.moment")}
            onInput={(event) => set({ at: Number(event.currentTarget.value) })}
          />
          <button
            type="button"
            aria-label={say("web.replay.on")}
            disabled={at === replay.length}
            onClick={() => set({ at: at + 1 })}
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
            {SPEEDS.map((one) => (
              <option key={one} value={one}>
                {say("web.replay.a-second", one)}
              </option>
            ))}
          </select>
          <select
            aria-label={say("web.replay.seat")}
            value={seat ?? ""}
            onChange={(event) => set({ seat: event.currentTarget.value || null })}
          >
            <option value="">{say("web.replay.everything")}</option>
            {replay.seats.map((one) => (
              <option key={one.seat} value={one.seat}>
                {seatWord(speech, one.seat)}
              </option>
            ))}
            <option value="observer">{say("seat.observer")}</option>
          </select>
          <button type="button" class="small" onClick={() => void share().catch(() => {})}>
            {say(copied ? "web.room.copied" : "web.replay.share")}
          </button>
        </div>
        <p class="replay-line">
          {events.map((event) => speech.event(event)).join(" ") ||
            (question.open ? speech.prompt(question.open.step) : "")}
        </p>
        <Points replay={replay} part={part} viewer={viewer} speech={speech} jump={(to) => set({ at: to })} />
      </div>
      <div class="board" ref={root}>
        <PointingContext.Provider value={pointing}>
          <Board
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
        {part && <Statistics replay={replay} part={part} speech={speech} jump={(to) => set({ at: to })} />}
      </div>
      <aside class="beside">
        <Log log={log} speech={speech} mark={setMarked} />
      </aside>
    </div>
  );
}

function Again({ table }: { table: string }) {
  const { say } = useSpeech();
  const { replay, why } = useReplay(table);
  const game = useGame(replay?.record.game);
  if (why !== null) return <Trouble why={why} />;
  if (!replay || !game) return <p class="loading">{say("web.loading")}</p>;
  return (
    <>
      <h1 class="table-title">{say("web.replay.title", say(`${replay.record.game}.title`))}</h1>
      <Shown replay={replay} speech={game.speech} board={game.board} />
    </>
  );
}

/** A record is for those who may see the table: whoever follows a link says who he is first. */
export default function ReplayPage({ table }: { table: string }) {
  const who = useValue(me);
  if (who === undefined) return null;
  return who ? <Again table={table} /> : <WhoAreYou />;
}
