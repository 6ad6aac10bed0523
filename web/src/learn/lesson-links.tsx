// lesson-links.tsx: what a lesson is called, and links from it to the other lessons of its game.
import { type Speech, useSpeech } from "../core/words";
import { type Lesson, lessonAddress, ownKey } from "./lesson";

/** Returns what a lesson is called. */
export const lessonTitle = (say: Speech["say"], game: string, lesson: Lesson): string =>
  lesson.name ? say(`${game}.${ownKey(lesson, "title")}`) : say("web.learn.title", say(`${game}.title`));

interface Props {
  game: string;
  /** The lesson to which no link is needed. */
  lesson: Lesson;
  lessons: Lesson[];
}

export function LessonLinks({ game, lesson, lessons }: Props) {
  const { say } = useSpeech();
  const others = lessons.filter((other) => other !== lesson);
  if (!others.length) return null;
  return (
    <p class="learn-links">
      {others.map((other) => (
        <a key={other.name} class="button" href={lessonAddress(game, other)}>
          {lessonTitle(say, game, other)}
        </a>
      ))}
    </p>
  );
}
