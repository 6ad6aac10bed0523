// intro.tsx: the page before a guided game: cards that say what the game is about and how it is won.
import { type GameSpeech, useSpeech } from "../core/words";
import type { Lesson } from "./lesson";
import { LessonLinks, lessonTitle } from "./lesson-links";

interface Props {
  game: string;
  lesson: Lesson;
  /** All lessons of the game. */
  lessons: Lesson[];
  speech: GameSpeech;
  onBegin: () => void;
}

export function Intro({ game, lesson, lessons, speech, onBegin }: Props) {
  const { say } = useSpeech();
  return (
    <main class="learn-intro">
      <h1>{lessonTitle(say, game, lesson)}</h1>
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
      <LessonLinks game={game} lesson={lesson} lessons={lessons} />
    </main>
  );
}
