// card.tsx: the coach: what is asked and why, what has just happened, and what he would do.
import { useState } from "preact/hooks";
import { type Legal, readLegal } from "../core/actions";
import type { GameEvent } from "../core/protocol";
import type { Look } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ClauseChip } from "../parts/clause";
import { Trouble } from "../parts/trouble";
import { coach } from "./coach";
import type { LocalTable } from "./local";
import type { Lesson } from "./lesson";

export interface CoachProps {
  table: LocalTable;
  look: Look;
  speech: GameSpeech;
  lesson: Lesson;
  advice: Legal | null;
  advise(advice: Legal | null): void;
}

const Chips = ({ ids, speech }: { ids: string[]; speech: GameSpeech }) => (
  <p class="learn-clauses">
    {ids.map((id) => (
      <ClauseChip key={id} id={id} speech={speech} />
    ))}
  </p>
);

/** Why a question matters, a tip, and its rules. */
export function Story({ step, ids, speech }: { step: string; ids: string[]; speech: GameSpeech }) {
  const { say } = useSpeech();
  const part = (name: string) =>
    speech.has(`web.learn.step.${step}.${name}`) && speech.word(`web.learn.step.${step}.${name}`);
  return (
    <>
      {part("why") && <p>{part("why")}</p>}
      {part("tip") && (
        <p class="learn-tip">
          <b>{say("web.learn.tip")}</b> {part("tip")}
        </p>
      )}
      <Chips ids={ids} speech={speech} />
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

function Question({ step, clause, isNew, speech, lesson }: QuestionProps) {
  const { say } = useSpeech();
  const key = `web.learn.step.${step}`;
  const ids = lesson.steps[step] ?? [clause];
  const what = speech.has(key) ? speech.word(key) : `${speech.prompt(step)}. ${speech.title(clause)}.`;
  if (isNew)
    return (
      <>
        <h2>
          <span class="learn-new">{say("web.learn.new")}</span> {speech.title(ids[0] ?? clause)}
        </h2>
        <p class="learn-what">{what}</p>
        <Story step={step} ids={ids} speech={speech} />
      </>
    );
  return (
    <details class="learn-again" key={step}>
      <summary>{what}</summary>
      <Story step={step} ids={ids} speech={speech} />
    </details>
  );
}

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

function Buttons({
  table,
  speech,
  lesson,
  advice,
  advise,
  step,
  fail,
}: CoachProps & { step: string; fail(why: unknown): void }) {
  const { say } = useSpeech();
  const run = lesson.runs[step];
  const think = () => advise(readLegal([table.advice()], speech)[0] ?? null);
  const act = () => void table.act(advice?.text ?? table.advice()).catch(fail);
  return (
    <div class="learn-buttons">
      {advice && (
        <p class="learn-advice" role="status">
          {say("web.learn.advice")} <b>{advice.words}</b>
        </p>
      )}
      <button type="button" class="small" onClick={think} aria-pressed={advice !== null}>
        {say("web.learn.ask")}
      </button>
      <button type="button" class="small" onClick={act}>
        {say("web.learn.do")}
      </button>
      {run && (
        <button type="button" class="small" onClick={() => void table.run(run).catch(fail)}>
          {speech.word(`web.learn.run.${step}`)}
        </button>
      )}
    </div>
  );
}

export function Coach(props: CoachProps) {
  const { table, look, speech, lesson } = props;
  const { say } = useSpeech();
  const [why, setWhy] = useState<unknown>(null);
  const { ask, log } = look;
  const isWorthAWord = (event: string) => speech.has(`web.learn.event.${event}`);
  const { step, isNew, notes } = coach({ ask, answered: table.answered(), log, since: table.since() }, isWorthAWord);
  return (
    <section class="learn-coach" aria-label={say("web.learn.coach")} tabIndex={0}>
      <div aria-live="polite">
        {step && <Question step={step} clause={ask?.clause ?? ""} isNew={isNew} speech={speech} lesson={lesson} />}
      </div>
      {step && <Buttons {...props} step={step} fail={setWhy} />}
      {why !== null && <Trouble why={why} speech={speech} close={() => setWhy(null)} />}
      <Notes key={log.length} notes={notes} speech={speech} />
    </section>
  );
}
