// game-form.tsx: the parts of the forms that begin a game: how many play, and the options of the game in words; and the options
// that were chosen.
import type { GameInfo } from "../core/protocol";
import { useSpeech } from "../core/words";

const USUAL_PLAYERS = 4;

/** Returns how many players a form proposes. */
export const usualPlayers = (info: GameInfo): number =>
  Math.min(info.max_players, Math.max(info.min_players, USUAL_PLAYERS));

interface PlayerCountProps {
  info: GameInfo;
  count: number;
  choose: (count: number) => void;
}

export function PlayerCount({ info, count, choose }: PlayerCountProps) {
  const { say } = useSpeech();
  const counts = Array.from({ length: info.max_players - info.min_players + 1 }, (_, i) => info.min_players + i);
  return (
    <fieldset>
      <legend>{say("web.new.players")}</legend>
      <div class="choice">
        {counts.map((n) => (
          <label key={n}>
            <input type="radio" name="players" checked={count === n} onChange={() => choose(n)} />
            {n}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** An option with more values than this is a list to unfold. */
const MOST_SENTENCES = 5;

interface GameOptionsProps {
  info: GameInfo;
  options: Record<string, string>;
  choose: (options: Record<string, string>) => void;
}

/** Every option of the game, each value with its sentence. */
export function GameOptions({ info, options, choose }: GameOptionsProps) {
  const { say } = useSpeech();
  const entries = Object.entries(info.options);
  return (
    <>
      {entries.map(([name, values]) => {
        const key = `${info.game}.option.${name}`;
        const chosen = options[name] ?? values[0];
        const set = (value: string) => choose({ ...options, [name]: value });
        if (values.length > MOST_SENTENCES)
          return (
            <label key={name}>
              {say(key)}
              <select value={chosen} onChange={(event) => set(event.currentTarget.value)}>
                {values.map((value) => (
                  <option key={value} value={value}>
                    {say(`${key}.${value}`)}
                  </option>
                ))}
              </select>
            </label>
          );
        return (
          <fieldset key={name} class="sentences">
            <legend>{say(key)}</legend>
            {values.map((value) => (
              <label key={value}>
                <input type="radio" name={name} value={value} checked={chosen === value} onChange={() => set(value)} />
                {say(`${key}.${value}`)}
              </label>
            ))}
          </fieldset>
        );
      })}
    </>
  );
}

/** What was chosen for each option of a table, a line for each. */
export function ChosenOptions({ game, options }: { game: string; options: Record<string, string> }) {
  const { say } = useSpeech();
  return (
    <ul class="chosen-options">
      {Object.entries(options).map(([name, word]) => (
        <li key={name}>
          {say("web.door.option", say(`${game}.option.${name}`), say(`${game}.option.${name}.${word}`))}
        </li>
      ))}
    </ul>
  );
}
