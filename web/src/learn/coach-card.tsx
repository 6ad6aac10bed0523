// coach-card.tsx: the coach beside the board: it explains the question and what has just happened, and gives advice.
import { useState } from "preact/hooks";
import { type LegalAction, readActions } from "../core/actions";
import type { GameEvent } from "../core/protocol";
import type { TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ClauseChip } from "../parts/clause-chip";
import { ErrorMessage } from "../parts/error-message";
import { coachContent } from "./coach";
import type { Lesson } from "./lesson";
import type { LocalTable } from "./local-table";

interface CoachProps {
  table: LocalTable;
  state: TableState;
  speech: GameSpeech;
  lesson: Lesson;
  /** What the coach would do; null until the person has asked for it. */
  advice: LegalAction | null;
  setAdvice: (advice: LegalAction | null) => void;
}

const ClauseChips = ({ ids, speech }: { ids: string[]; speech: GameSpeech }) => (
  <p class="learn-clauses">
    {ids.map((id) => (
      <ClauseChip key={id} id={id} speech={speech} />
    ))}
  </p>
);

/** Why a question matters, a tip, and the clauses of the rules behind it. */
export function StepExplanation({ step, ids, speech }: { step: string; ids: string[]; speech: GameSpeech }) {
  const { say } = useSpeech();
  const text = (name: string) =>
    speech.has(`web.learn.step.${step}.${name}`) && speech.word(`web.learn.step.${step}.${name}`);
  return (
    <>
      {text("why") && <p>{text("why")}</p>}
      {text("tip") && (
        <p class="learn-tip">
          <b>{say("web.learn.tip")}</b> {text("tip")}
        </p>
      )}
      <ClauseChips ids={ids} speech={speech} />
    </>
  );
}

interface QuestionProps {
  step: string;
  clause: string;
  isNew: boolean;
  speech: GameSpeech;
  lesson: Lesson;
}

/** The question: explained in full if it is new, otherwise folded. */
function Question({ step, clause, isNew, speech, lesson }: QuestionProps) {
  const { say } = useSpeech();
  const key = `web.learn.step.${step}`;
  const ids = lesson.steps[step] ?? [clause];
  const summary = speech.has(key) ? speech.word(key) : `${speech.prompt(step)}. ${speech.title(clause)}.`;
  if (isNew)
    return (
      <>
        <h2>
          <span class="learn-new">{say("web.learn.new")}</span> {speech.title(ids[0] ?? clause)}
        </h2>
        <p class="learn-what">{summary}</p>
        <StepExplanation step={step} ids={ids} speech={speech} />
      </>
    );
  return (
    <details class="learn-again" key={step}>
      <summary>{summary}</summary>
      <StepExplanation step={step} ids={ids} speech={speech} />
    </details>
  );
}

/** The explanations of what has just happened. */
function Notes({ notes, speech }: { notes: GameEvent[]; speech: GameSpeech }) {
  const { say } = useSpeech();
  if (!notes.length) return null;
  return (
    <details class="learn-notes" open>
      <summary>
        {say("web.learn.notes")} <span class="count">{notes.length}</span>
      </summary>
      <ul>
        {notes.map((event) => (
          <li key={event.event}>
            <b>{speech.event(event)}</b> {speech.word(`web.learn.event.${event.event}`)}{" "}
            <ClauseChip id={event.clause} speech={speech} />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ButtonsProps extends CoachProps {
  step: string;
  onError: (error: unknown) => void;
}

/** The advice and the buttons: ask for advice, follow it, or answer the same question again and again. */
function Buttons({ table, speech, lesson, advice, setAdvice, step, onError }: ButtonsProps) {
  const { say } = useSpeech();
  const run = lesson.runs[step];
  const showAdvice = () => setAdvice(readActions([table.advice()], speech)[0] ?? null);
  const followAdvice = () => void table.act(advice?.text ?? table.advice()).catch(onError);
  return (
    <div class="learn-buttons">
      {advice && (
        <p class="learn-advice" role="status">
          {say("web.learn.advice")} <b>{advice.words}</b>
        </p>
      )}
      <button type="button" class="small" onClick={showAdvice} aria-pressed={advice !== null}>
        {say("web.learn.ask")}
      </button>
      <button type="button" class="small" onClick={followAdvice}>
        {say("web.learn.do")}
      </button>
      {run && (
        <button type="button" class="small" onClick={() => void table.answerRepeatedly(run).catch(onError)}>
          {speech.word(`web.learn.run.${step}`)}
        </button>
      )}
    </div>
  );
}

export function Coach(props: CoachProps) {
  const { table, state, speech, lesson } = props;
  const { say } = useSpeech();
  const [error, setError] = useState<unknown>(null);
  const { ask, log } = state;
  const hasExplanation = (event: string) => speech.has(`web.learn.event.${event}`);
  const progress = { ask, answered: table.answered(), log, since: table.lastDecision() };
  const { step, isNew, notes } = coachContent(progress, hasExplanation);
  return (
    <section class="learn-coach" aria-label={say("web.learn.coach")} tabIndex={0}>
      <div aria-live="polite">
        {step && <Question step={step} clause={ask?.clause ?? ""} isNew={isNew} speech={speech} lesson={lesson} />}
      </div>
      {step && <Buttons {...props} step={step} onError={setError} />}
      {error !== null && <ErrorMessage error={error} speech={speech} onClose={() => setError(null)} />}
      <Notes key={log.length} notes={notes} speech={speech} />
    </section>
  );
}
