// tables.tsx: all tables one may see, by game and state.
import { useState } from "preact/hooks";
import { me } from "../core/people";
import { useValue } from "../core/value";
import { gameNames } from "../core/games";
import { useSpeech } from "../core/words";
import { TableRow, useLobby } from "../parts/tables";
import { WhoAreYou } from "./who";

const STATES = ["lobby", "running", "over"] as const;

function List() {
  const { say } = useSpeech();
  const tables = useLobby();
  const [game, setGame] = useState("");
  const [state, setState] = useState<string>("lobby");
  const shown = (tables ?? []).filter((one) => (!game || one.game === game) && one.status === state);
  return (
    <>
      <div class="filters">
        <select
          aria-label={say("web.tables.game")}
          value={game}
          onChange={(event) => setGame(event.currentTarget.value)}
        >
          <option value="">{say("web.tables.any")}</option>
          {gameNames.map((one) => (
            <option key={one} value={one}>
              {say(`${one}.title`)}
            </option>
          ))}
        </select>
        <select
          aria-label={say("web.tables.state")}
          value={state}
          onChange={(event) => setState(event.currentTarget.value)}
        >
          {STATES.map((one) => (
            <option key={one} value={one}>
              {say(`web.tables.${one}-list`)}
            </option>
          ))}
        </select>
        <a class="button main" href="/new">
          {say("web.tables.new")}
        </a>
      </div>
      {tables && shown.length === 0 && <p class="note">{say("web.tables.none")}</p>}
      <ul class="tables">
        {shown.map((one) => (
          <TableRow key={one.table} one={one} />
        ))}
      </ul>
    </>
  );
}

export function Tables() {
  const { say } = useSpeech();
  const who = useValue(me);
  return (
    <main class="narrow-page">
      <h1>{say("web.nav.tables")}</h1>
      {who === null ? <WhoAreYou /> : who && <List />}
    </main>
  );
}
