// page.tsx: a first game with somebody at one's elbow.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Legal } from "../core/actions";
import { useLoaded } from "../core/lazy";
import { useValue } from "../core/value";
import { gameNamed, games } from "../core/games";
import { loadGame, useSpeech } from "../core/words";
import { Poster } from "../pages/posters";
import { Trouble } from "../parts/trouble";
import { seatNames } from "../replay/replay";
import { useGame } from "../table/page";
import { Play } from "../table/play";
import { Coach } from "./card";
import { Intro } from "./intro";
import { LocalTable } from "./local";
import { type Lesson, withNumbers } from "./lesson";
import { Summary } from "./summary";

type Loaded = NonNullable<ReturnType<typeof useGame>>;

async function begin(game: string, { seat, ...lesson }: Lesson, name: string): Promise<LocalTable> {
  const seats = seatNames(await loadGame(game, "en"), seat);
  return LocalTable.begin({ game, seats, name, ...lesson });
}

/** The table of the lesson, or why there is none. */
function useTable(game: string, lesson: Lesson) {
  const { say } = useSpeech();
  const [table, setTable] = useState<LocalTable | null>(null);
  const [why, setWhy] = useState<unknown>(null);
  useEffect(() => {
    let wanted = true;
    begin(game, lesson, say("web.learn.you")).then((begun) => wanted && setTable(begun), (reason: unknown) => wanted && setWhy(reason));
    return () => {
      wanted = false;
    };
  }, [game, lesson]);
  return { table, why };
}

interface GuidanceProps {
  game: string;
  lesson: Lesson;
  loaded: Loaded;
  again(): void;
}

function Guidance({ game, lesson, loaded, again }: GuidanceProps) {
  const { say } = useSpeech();
  const { table, why } = useTable(game, lesson);
  if (why !== null) return <Trouble why={why} />;
  if (!table) return <p class="loading">{say("web.loading")}</p>;
  return <Guided table={table} lesson={lesson} again={again} {...loaded} />;
}

function Guided({ table, lesson, again, board, speech }: { table: LocalTable; lesson: Lesson; again(): void } & Loaded) {
  const look = useValue(table.look);
  const [advice, advise] = useState<Legal | null>(null);
  const ask = look?.ask;
  useEffect(() => advise(null), [ask, speech]);
  if (!look) return null;
  const coach = look.table.outcome ? (
    <Summary table={table} look={look} speech={speech} lesson={lesson} again={again} />
  ) : (
    <Coach table={table} look={look} speech={speech} lesson={lesson} advice={advice} advise={advise} />
  );
  return <Play model={table} look={look} board={board} speech={speech} alone coach={coach} marks={advice?.args} />;
}

/** The opening page, then the game; and again from the start, if one likes. */
function Learn({ game, lesson }: { game: string; lesson: Lesson }) {
  const { say } = useSpeech();
  const found = useGame(game);
  const loaded = useMemo(() => found && { ...found, speech: withNumbers(found.speech, lesson.numbers) }, [found, lesson]);
  const [round, setRound] = useState(0);
  useEffect(() => scrollTo(0, 0), [round]);
  if (!loaded) return <p class="loading">{say("web.loading")}</p>;
  const next = () => setRound(round + 1);
  if (round === 0) return <Intro game={game} lesson={lesson} speech={loaded.speech} begin={next} />;
  return (
    <main class="learn">
      <h1 class="table-title">{say("web.learn.title", say(`${game}.title`))}</h1>
      <Guidance key={round} game={game} lesson={lesson} loaded={loaded} again={next} />
    </main>
  );
}

export default function LearnPage({ game }: { game: string | undefined }) {
  const { say } = useSpeech();
  const load = gameNamed(game)?.lesson;
  const loaded = useLoaded(load);
  if (game && loaded) return <Learn key={game} game={game} lesson={loaded.lesson} />;
  if (load) return <p class="loading">{say("web.loading")}</p>;
  return (
    <main class="learn-intro">
      <h1>{say("web.nav.learn")}</h1>
      <p class="learn-lead">{say("web.learn.choose")}</p>
      <ul class="learn-cards">
        {games.map(({ name: one, lesson }) => (
          <li key={one}>
            <Poster game={one} />
            <h2>{say(`${one}.title`)}</h2>
            <p>{say(lesson ? `${one}.web.learn.about` : `${one}.summary`)}</p>
            <p class="learn-links">
              {lesson && (
                <a class="button main" href={`/learn/${one}`}>
                  {say("web.learn.title", say(`${one}.title`))}
                </a>
              )}
              <a class="button" href={`/rules/${one}`}>
                {say("web.learn.rules")}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </main>
  );
}
