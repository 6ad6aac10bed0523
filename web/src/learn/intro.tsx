// intro.tsx: the page before a guided game: cards that say what the game is about and how it is won.
import { type GameSpeech, useSpeech } from "../core/words";
import type { Lesson } from "./lesson";

interface Props {
  game: string;
  lesson: Lesson;
  speech: GameSpeech;
  onBegin: () => void;
}

export function Intro({ game, lesson, speech, onBegin }: Props) {
  const { say } = useSpeech();
  return (
    <main class="learn-intro">
      <h1>{say("web.learn.title", say(`${game}.title`))}</h1>
      <p class="learn-lead">{say("web.learn.lead")}</p>
      <ol class="learn-cards">
        {lesson.drawings.map((drawing, n) => (
          <li key={n}>
            <svg class="learn-drawing" viewBox="0 0 200 100" aria-hidden="true">
              {drawing}
            </svg>
            <h2>{speech.word(`web.learn.intro.${n + 1}`)}</h2>
            <p>{speech.word(`web.learn.intro.${n + 1}.text`)}</p>
          </li>
        ))}
      </ol>
      <p class="learn-links">
        <button type="button" class="main learn-begin" onClick={onBegin}>
          {say("web.learn.begin")}
        </button>
        <a class="button" href={`/rules/${game}`}>
          {say("web.learn.rules")}
        </a>
      </p>
    </main>
  );
}
