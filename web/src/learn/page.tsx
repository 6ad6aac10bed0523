// page.tsx: a first game with somebody at one's elbow.
import { useEffect, useState } from "preact/hooks";
import type { Legal } from "../core/actions";
import { useValue } from "../core/value";
import { gameNames, loadGame, useSpeech } from "../core/words";
import { Poster } from "../pages/posters";
import { Trouble } from "../parts/trouble";
import { seatNames } from "../replay/replay";
import { useGame } from "../table/page";
import { Play } from "../table/play";
import { Coach } from "./card";
import { Intro } from "./intro";
import { LocalTable } from "./local";
import { type Script, scripts } from "./scripts";
import { Summary } from "./summary";

type Loaded = NonNullable<ReturnType<typeof useGame>>;

async function begin(game: string, { seat, ...script }: Script, name: string): Promise<LocalTable> {
  const seats = seatNames(await loadGame(game, "en"), seat);
  return LocalTable.begin({ game, seats, name, ...script });
}

/** The table of the lesson, or why there is none. */
function useTable(game: string, script: Script) {
  const { say } = useSpeech();
  const [table, setTable] = useState<LocalTable | null>(null);
  const [why, setWhy] = useState<unknown>(null);
  useEffect(() => {
    let wanted = true;
    begin(game, script, say("web.learn.you")).then((begun) => wanted && setTable(begun), (reason: unknown) => wanted && setWhy(reason));
    return () => {
      wanted = false;
    };
  }, [game, script]);
  return { table, why };
}

interface LessonProps {
  game: string;
  script: Script;
  loaded: Loaded;
  again(): void;
}

function Lesson({ game, script, loaded, again }: LessonProps) {
  const { say } = useSpeech();
  const { table, why } = useTable(game, script);
  if (why !== null) return <Trouble why={why} />;
  if (!table) return <p class="loading">{say("web.loading")}</p>;
  return <Guided table={table} script={script} again={again} {...loaded} />;
}

function Guided({ table, script, again, board, speech }: { table: LocalTable; script: Script; again(): void } & Loaded) {
  const look = useValue(table.look);
  const [advice, advise] = useState<Legal | null>(null);
  const ask = look?.ask;
  useEffect(() => advise(null), [ask, speech]);
  if (!look) return null;
  const coach = look.table.outcome ? (
    <Summary table={table} look={look} speech={speech} script={script} again={again} />
  ) : (
    <Coach table={table} look={look} speech={speech} script={script} advice={advice} advise={advise} />
  );
  return <Play model={table} look={look} board={board} speech={speech} alone coach={coach} marks={advice?.args} />;
}

/** The opening page, then the game; and again from the start, if one likes. */
function Learn({ game, script }: { game: string; script: Script }) {
  const { say } = useSpeech();
  const loaded = useGame(game);
  const [round, setRound] = useState(0);
  useEffect(() => scrollTo(0, 0), [round]);
  if (!loaded) return <p class="loading">{say("web.loading")}</p>;
  const next = () => setRound(round + 1);
  if (round === 0) return <Intro game={game} script={script} speech={loaded.speech} begin={next} />;
  return (
    <main class="learn">
      <h1 class="table-title">{say("web.learn.title", say(`${game}.title`))}</h1>
      <Lesson key={round} game={game} script={script} loaded={loaded} again={next} />
    </main>
  );
}

export default function LearnPage({ game }: { game: string | undefined }) {
  const { say } = useSpeech();
  const script = game ? scripts[game] : undefined;
  if (game && script) return <Learn key={game} game={game} script={script} />;
  return (
    <main class="learn-intro">
      <h1>{say("web.nav.learn")}</h1>
      <p class="learn-lead">{say("web.learn.choose")}</p>
      <ul class="learn-cards">
        {gameNames.map((one) => (
          <li key={one}>
            <Poster game={one} />
            <h2>{say(`${one}.title`)}</h2>
            <p>{say(`web.learn.about.${one}`)}</p>
            <p class="learn-links">
              <a class="button main" href={`/learn/${one}`}>
                {say("web.learn.title", say(`${one}.title`))}
              </a>
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
