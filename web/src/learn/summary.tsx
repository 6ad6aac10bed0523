// summary.tsx: the lesson is over: what came up, what did not, and where to go from here.
import type { Look } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { usePlayNow } from "../parts/play-now";
import { Trouble } from "../parts/trouble";
import { Story } from "./card";
import { met } from "./coach";
import type { LocalTable } from "./local";
import type { Lesson } from "./lesson";

interface Props {
  table: LocalTable;
  look: Look;
  speech: GameSpeech;
  lesson: Lesson;
  again(): void;
}

function Steps({
  title,
  steps,
  lesson,
  speech,
}: {
  title: string;
  steps: string[];
  lesson: Lesson;
  speech: GameSpeech;
}) {
  if (!steps.length) return null;
  return (
    <>
      <h3>{title}</h3>
      {steps.map((step) => (
        <details key={step} class="learn-again">
          <summary>{speech.prompt(step)}</summary>
          <p class="learn-what">{speech.word(`web.learn.step.${step}`)}</p>
          <Story step={step} ids={lesson.steps[step] ?? []} speech={speech} />
        </details>
      ))}
    </>
  );
}

export function Summary({ table, look, speech, lesson, again }: Props) {
  const { say } = useSpeech();
  const { play, busy, why, forget } = usePlayNow();
  const game = look.table.game;
  const answered = table.answered();
  const { met: known, missed } = met(Object.keys(lesson.steps), answered);
  const mine = look.table.outcome?.seats.find((one) => one.seat === look.table.you);
  return (
    <section class="learn-coach" aria-label={say("web.learn.coach")} tabIndex={0}>
      <div aria-live="polite">
        <h2>{say("web.learn.over")}</h2>
        <p>
          {say(mine?.result === "lost" ? "web.learn.over.lost" : "web.learn.over.won")}{" "}
          {say("web.learn.over.count", answered.length, known.length, known.length + missed.length)}
        </p>
      </div>
      <p class="learn-links">
        <button type="button" class="main" disabled={busy} onClick={() => void play(game)}>
          {say("web.learn.real")}
        </button>
        <a class="button" href={`/new/${game}`}>
          {say("web.learn.friends")}
        </a>
        <a class="button" href={`/rules/${game}`}>
          {say("web.learn.rules")}
        </a>
        <button type="button" onClick={again}>
          {say("web.learn.again")}
        </button>
      </p>
      {why !== null && <Trouble why={why} close={forget} />}
      <Steps title={say("web.learn.missed")} steps={missed} lesson={lesson} speech={speech} />
      <Steps title={say("web.learn.met")} steps={known} lesson={lesson} speech={speech} />
    </section>
  );
}
