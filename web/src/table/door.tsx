// door.tsx: what a link to a table shows to somebody who has not said who they are: whose table it is, what is played, who
// sits there. The name is asked for when they want to sit down or to watch.
import { useEffect, useState } from "preact/hooks";
import { callApi } from "../core/current-person";
import type { Summary } from "../core/protocol";
import { isNoConnection } from "../core/protocol";
import { PlayerName } from "../core/seats";
import { GameSpeech, loadGame, useSpeech } from "../core/words";
import { Poster } from "../pages/posters";
import { SignInForm } from "../pages/sign-in";
import { ErrorMessage } from "../parts/error-message";
import { ChosenOptions } from "../parts/game-form";

interface ShownTable extends Summary {
  /** The name of whoever made the table; null if they have left. */
  host: string | null;
}

interface DoorProps {
  table: string;
  invite: string | undefined;
  /** Is called with the seat that the person wants, before they say who they are. */
  chooseSeat: (seat: string | null) => void;
}

/** Returns the table, and the error if it cannot be seen. The invitation is no part of the address: addresses are logged. */
function useShownTable(table: string, invite: string | undefined): { shown: ShownTable | null; error: unknown } {
  const [state, setState] = useState<{ shown: ShownTable | null; error: unknown }>({ shown: null, error: null });
  useEffect(() => {
    let isWanted = true;
    callApi(`/api/table/${table}`, undefined, invite ? { "Apparat-Invite": invite } : {}).then(
      (answer) => isWanted && setState({ shown: answer as unknown as ShownTable, error: null }),
      (error: unknown) => isWanted && setState({ shown: null, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [table, invite]);
  return state;
}

/** Returns the words of a game; null until they are loaded. */
function useWords(game: string | undefined): GameSpeech | null {
  const { language } = useSpeech();
  const [speech, setSpeech] = useState<GameSpeech | null>(null);
  useEffect(() => {
    let isWanted = true;
    if (game) void loadGame(game, language).then((words) => isWanted && setSpeech(new GameSpeech(language, words)));
    return () => {
      isWanted = false;
    };
  }, [game, language]);
  return speech;
}

interface SittersProps {
  shown: ShownTable;
  speech: GameSpeech;
  sit: (seat: string) => void;
}

function Sitters({ shown: { seats, status }, speech, sit }: SittersProps) {
  const { say } = useSpeech();
  return (
    <ul class="room-seats">
      {seats.map((seat) => (
        <li key={seat.seat} class={seat.kind}>
          <PlayerName speech={speech} seats={seats} seat={seat.seat} size={28} />
          {seat.kind === "open" && status === "lobby" && (
            <button type="button" class="main" onClick={() => sit(seat.seat)}>
              {say("web.door.sit")}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

export function Door({ table, invite, chooseSeat }: DoorProps) {
  const { say } = useSpeech();
  const { shown, error } = useShownTable(table, invite);
  const speech = useWords(shown?.game);
  const [isAsked, setAsked] = useState(false);
  if (error !== null) return isNoConnection(error) ? <ErrorMessage error={error} /> : <SignInForm />;
  if (!shown || !speech) return <p class="loading">{say("web.loading")}</p>;
  const { game, host, seats, status, options } = shown;
  const title = say(`${game}.title`);
  const open = seats.filter(({ kind }) => kind === "open").length;
  const enter = (seat: string | null) => {
    chooseSeat(seat);
    setAsked(true);
  };
  return (
    <main class="narrow-page door">
      <h1>{host ? say("web.door.host", host, title) : say("web.door.nobody", title)}</h1>
      {isAsked ? (
        <SignInForm />
      ) : (
        <>
          <div class="door-table">
            <Poster game={game} />
            <div>
              <p>{say(`${game}.summary`)}</p>
              <p class="door-status">{say(`web.door.${status}`, open)}</p>
            </div>
          </div>
          <Sitters shown={shown} speech={speech} sit={enter} />
          <ChosenOptions game={game} options={options} />
          <p>
            <button type="button" class="door-watch" onClick={() => enter(null)}>
              {say("web.door.watch")}
            </button>
          </p>
        </>
      )}
    </main>
  );
}
