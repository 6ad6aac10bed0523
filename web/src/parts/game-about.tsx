// game-about.tsx: what a game is like, for people who choose one: its picture, how many play, how long, what it is about.
import type { GameInfo } from "../core/protocol";
import { type GameSpeech, useSpeech } from "../core/words";
import { Poster } from "../pages/posters";

/** `speech` are the words of the game; null until they are loaded. */
export function GameAbout({ info, speech }: { info: GameInfo; speech: GameSpeech | null }) {
  const { say } = useSpeech();
  const { game, min_players: least, max_players: most } = info;
  const length = speech?.has("web.game.length") ? speech.word("web.game.length") : null;
  const text = speech?.has("web.game.about") ? speech.word("web.game.about") : null;
  return (
    <section class={`about poster-${game}`}>
      <Poster game={game} />
      <div>
        <p class="about-lead">{say(`${game}.summary`)}</p>
        <dl class="about-facts">
          <div>
            <dt>{say("web.about.players")}</dt>
            <dd>{least === most ? least : say("web.about.range", least, most)}</dd>
          </div>
          {length && (
            <div>
              <dt>{say("web.about.length")}</dt>
              <dd>{length}</dd>
            </div>
          )}
        </dl>
        {text && <p>{text}</p>}
        <p class="about-links">
          <a href={`/learn/${game}`}>{say("web.home.learn")}</a> <a href={`/rules/${game}`}>{say("web.learn.rules")}</a>
        </p>
      </div>
    </section>
  );
}
