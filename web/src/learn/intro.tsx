// intro.tsx: before the lesson: what one wants, how one wins, what is hidden.
import { type GameSpeech, useSpeech } from "../core/words";
import { Drawing } from "./drawings";
import type { Script } from "./scripts";

interface Props {
  game: string;
  script: Script;
  speech: GameSpeech;
  begin(): void;
}

export function Intro({ game, script, speech, begin }: Props) {
  const { say } = useSpeech();
  const cards = Array.from({ length: script.cards }, (_, n) => n + 1);
  return (
    <main class="learn-intro">
      <h1>{say("web.learn.title", say(`${game}.title`))}</h1>
      <p class="learn-lead">{say("web.learn.lead")}</p>
      <ol class="learn-cards">
        {cards.map((n) => (
          <li key={n}>
            <Drawing game={game} card={n} />
            <h2>{speech.word(`web.learn.intro.${n}`)}</h2>
            <p>{speech.word(`web.learn.intro.${n}.text`)}</p>
          </li>
        ))}
      </ol>
      <p class="learn-links">
        <button type="button" class="main learn-begin" onClick={begin}>
          {say("web.learn.begin")}
        </button>
        <a class="button" href={`/rules/${game}`}>
          {say("web.learn.rules")}
        </a>
      </p>
    </main>
  );
}
