// page.tsx: the page of guided first games: a list of the games, or one of them with a coach beside the board.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { LegalAction } from "../core/actions";
import { type GamePart, gameNamed, games } from "../core/games";
import { useLoaded } from "../core/lazy";
import { useObservable } from "../core/observable";
import { loadGame, useSpeech } from "../core/words";
import { Poster } from "../pages/posters";
import { ErrorMessage } from "../parts/error-message";
import { seatNames } from "../replay/replay";
import { type LoadedGame, useGame } from "../table/page";
import { usePacedTable } from "../table/paced";
import { Play } from "../table/play";
import { Coach } from "./coach-card";
import { Intro } from "./intro";
import { type Lesson, lessonAddress, lessonSpeech, ownKey } from "./lesson";
import { lessonTitle } from "./lesson-links";
import { LocalTable } from "./local-table";
import { Summary } from "./summary";

async function beginLesson(game: string, lesson: Lesson, name: string): Promise<LocalTable> {
  const seats = seatNames(await loadGame(game, "en"), lesson.seat);
  return LocalTable.begin({ ...lesson, game, seats, name });
}

/** Returns the table of the lesson once it has begun, and the error if it cannot begin. */
function useLessonTable(game: string, lesson: Lesson) {
  const { say } = useSpeech();
  // The name keeps the language in which the lesson began: another language must not begin the lesson anew.
  const [name] = useState(() => say("web.learn.you"));
  const [table, setTable] = useState<LocalTable | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isWanted = true;
    beginLesson(game, lesson, name).then(
      (begun) => isWanted && setTable(begun),
      (reason: unknown) => isWanted && setError(reason),
    );
    return () => {
      isWanted = false;
    };
  }, [game, lesson, name]);
  return { table, error };
}

interface GuidedGameProps {
  game: string;
  lesson: Lesson;
  /** All lessons of the game. */
  lessons: Lesson[];
  loaded: LoadedGame;
  /** Begins the lesson again from the start. */
  onRestart: () => void;
}

function GuidedGame({ game, lesson, lessons, loaded, onRestart }: GuidedGameProps) {
  const { say } = useSpeech();
  const { table, error } = useLessonTable(game, lesson);
  if (error !== null) return <ErrorMessage error={error} />;
  if (!table) return <p class="loading">{say("web.loading")}</p>;
  return <GuidedPlay table={table} lesson={lesson} lessons={lessons} onRestart={onRestart} {...loaded} />;
}

interface GuidedPlayProps extends LoadedGame {
  table: LocalTable;
  lesson: Lesson;
  /** All lessons of the game. */
  lessons: Lesson[];
  onRestart: () => void;
}

function GuidedPlay({ table, lesson, lessons, onRestart, board, speech }: GuidedPlayProps) {
  const paced = usePacedTable(table, speech);
  const state = useObservable(paced.state);
  const { waiting } = useObservable(paced.showing);
  const [advice, setAdvice] = useState<LegalAction | null>(null);
  const ask = state?.ask;
  useEffect(() => setAdvice(null), [ask, speech]);
  if (!state) return null;
  const coach =
    state.table.outcome || (waiting === 0 && table.hasStopped()) ? (
      <Summary table={table} state={state} speech={speech} lesson={lesson} lessons={lessons} onRestart={onRestart} />
    ) : (
      <Coach table={table} state={state} speech={speech} lesson={lesson} advice={advice} setAdvice={setAdvice} />
    );
  return <Play model={paced} state={state} board={board} speech={speech} alone coach={coach} marks={advice?.args} />;
}

/** The page before the game, then the game. */
function LessonPage({ game, lesson, lessons }: { game: string; lesson: Lesson; lessons: Lesson[] }) {
  const { say } = useSpeech();
  const found = useGame(game);
  const loaded = useMemo(() => found && { ...found, speech: lessonSpeech(found.speech, lesson) }, [found, lesson]);
  const [round, setRound] = useState(0); // 0: the game has not begun
  useEffect(() => scrollTo(0, 0), [round]);
  if (!loaded) return <p class="loading">{say("web.loading")}</p>;
  const beginRound = () => setRound(round + 1);
  if (round === 0)
    return <Intro game={game} lesson={lesson} lessons={lessons} speech={loaded.speech} onBegin={beginRound} />;
  return (
    <main class="learn">
      <h1 class="table-title">{lessonTitle(say, game, lesson)}</h1>
      <GuidedGame key={round} game={game} lesson={lesson} lessons={lessons} loaded={loaded} onRestart={beginRound} />
    </main>
  );
}

/** A game of the list: what its lessons are about, and links to them. */
function GameCard({ part: { name, lessons: load } }: { part: GamePart }) {
  const { say } = useSpeech();
  const loaded = useLoaded(load);
  const more = loaded?.lessons.filter((lesson) => lesson.name) ?? [];
  return (
    <li>
      <Poster game={name} />
      <h2>{say(`${name}.title`)}</h2>
      <p>{say(load ? `${name}.web.learn.about` : `${name}.summary`)}</p>
      <p class="learn-links">
        {load && (
          <a class="button main" href={`/learn/${name}`}>
            {say("web.learn.title", say(`${name}.title`))}
          </a>
        )}
        <a class="button" href={`/rules/${name}`}>
          {say("web.learn.rules")}
        </a>
      </p>
      {more.map((lesson) => (
        <p key={lesson.name} class="learn-more">
          <a href={lessonAddress(name, lesson)}>{say(`${name}.${ownKey(lesson, "title")}`)}</a>{" "}
          {say(`${name}.${ownKey(lesson, "about")}`)}
        </p>
      ))}
    </li>
  );
}

/** `name` is that of a lesson; without one, or with one that does not exist, it is the game's first. */
export default function LearnPage({ game, name }: { game: string | undefined; name: string | undefined }) {
  const { say } = useSpeech();
  const load = gameNamed(game)?.lessons;
  const lessons = useLoaded(load)?.lessons;
  const lesson = lessons?.find((other) => other.name === name) ?? lessons?.[0];
  if (game && lesson && lessons) return <LessonPage key={lesson.name} game={game} lesson={lesson} lessons={lessons} />;
  if (load) return <p class="loading">{say("web.loading")}</p>;
  return (
    <main class="learn-intro">
      <h1>{say("web.nav.learn")}</h1>
      <p class="learn-lead">{say("web.learn.choose")}</p>
      <ul class="learn-cards">
        {games.map((part) => (
          <GameCard key={part.name} part={part} />
        ))}
      </ul>
    </main>
  );
}
