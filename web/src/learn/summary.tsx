// summary.tsx: the end of a lesson: the result, which questions were asked and which were not, and where to go next.
import type { TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";
import { useQuickGame } from "../parts/quick-game";
import { dividedSteps } from "./coach";
import { StepExplanation } from "./coach-card";
import type { Lesson } from "./lesson";
import { LessonLinks } from "./lesson-links";
import type { LocalTable } from "./local-table";

interface Props {
  table: LocalTable;
  state: TableState;
  speech: GameSpeech;
  lesson: Lesson;
  /** All lessons of the game. */
  lessons: Lesson[];
  /** Begins the lesson again from the start. */
  onRestart: () => void;
}

interface StepListProps {
  title: string;
  steps: string[];
  lesson: Lesson;
  speech: GameSpeech;
}

function StepList({ title, steps, lesson, speech }: StepListProps) {
  if (!steps.length) return null;
  return (
    <>
      <h3>{title}</h3>
      {steps.map((step) => (
        <details key={step} class="learn-again">
          <summary>{speech.prompt(step)}</summary>
          <p class="learn-what">{speech.word(`web.learn.step.${step}`)}</p>
          <StepExplanation step={step} ids={lesson.steps[step] ?? []} speech={speech} />
        </details>
      ))}
    </>
  );
}

export function Summary({ table, state, speech, lesson, lessons, onRestart }: Props) {
  const { say } = useSpeech();
  const { start, isStarting, error, clearError } = useQuickGame();
  const { game, outcome, you } = state.table;
  const answered = table.answered();
  const { met, missed } = dividedSteps(Object.keys(lesson.steps), answered);
  const ownResult = outcome?.seats.find(({ seat }) => seat === you)?.result;
  return (
    <section class="learn-coach learn-over" aria-label={say("web.learn.coach")} tabIndex={0}>
      <div aria-live="polite">
        <h2>{say("web.learn.over")}</h2>
        <p>
          {outcome
            ? say(ownResult === "lost" ? "web.learn.over.lost" : "web.learn.over.won")
            : say("web.learn.over.stopped")}{" "}
          {say("web.learn.over.count", answered.length, met.length, met.length + missed.length)}
        </p>
      </div>
      <p class="learn-links">
        <button type="button" class="main" disabled={isStarting} onClick={() => void start(game)}>
          {say("web.learn.real")}
        </button>
        <a class="button" href={`/new/${game}`}>
          {say("web.learn.friends")}
        </a>
        <a class="button" href={`/rules/${game}`}>
          {say("web.learn.rules")}
        </a>
        <button type="button" onClick={onRestart}>
          {say("web.learn.again")}
        </button>
      </p>
      <LessonLinks game={game} lesson={lesson} lessons={lessons} />
      {error !== null && <ErrorMessage error={error} onClose={clearError} />}
      <StepList title={say("web.learn.missed")} steps={missed} lesson={lesson} speech={speech} />
      <StepList title={say("web.learn.met")} steps={met} lesson={lesson} speech={speech} />
    </section>
  );
}
