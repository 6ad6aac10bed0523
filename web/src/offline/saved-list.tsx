// saved-list.tsx: the games that this browser keeps, on the home page.
import { useEffect } from "preact/hooks";
import { useObservable } from "../core/observable";
import { useSpeech } from "../core/words";
import { Sending } from "./local-end";
import { localReplayKey } from "./local-record";
import { deleteSavedGame, readSavedGames, type SavedGame, savedGames } from "./saved-games";

/** Returns the games that this browser keeps; none until they are read. */
export function useSavedGames(): SavedGame[] {
  const games = useObservable(savedGames);
  useEffect(() => void readSavedGames(), []);
  return games ?? [];
}

/** A game that goes on or can be watched; it says that only this browser has it. */
export function SavedRow({ saved }: { saved: SavedGame }) {
  const { say, language } = useSpeech();
  const { key, game, isOver, isTurn, won, seats, person = 0, updated } = saved;
  const hasWon = won.includes(seats[person] ?? "");
  const remove = () => {
    if (confirm(say("web.local.delete-sure"))) void deleteSavedGame(key);
  };
  return (
    <li class="table-row saved-row">
      <a href={isOver ? `/replay/${localReplayKey(key)}` : `/play/${game}/${key}`}>
        <b class="table-game">{say(`${game}.title`)}</b>
        <span class="table-who">
          {say(saved.sentAs ? "web.local.mark-sent" : "web.local.mark")} ·{" "}
          <time dateTime={new Date(updated).toISOString()}>{new Date(updated).toLocaleDateString(language)}</time>
        </span>
        <span class="table-state">
          {isOver
            ? say(hasWon ? "web.local.won" : "web.local.lost")
            : isTurn && <b class="table-turn">{say("web.table.your-turn")}</b>}
        </span>
      </a>
      {isOver && <Sending saved={saved} />}
      <button
        type="button"
        class="small"
        aria-label={say("web.local.delete-label", say(`${game}.title`))}
        onClick={remove}
      >
        {say("web.local.delete")}
      </button>
    </li>
  );
}
