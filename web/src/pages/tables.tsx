// tables.tsx: all tables that the person may see, by game and state.
import { useState } from "preact/hooks";
import { currentPerson } from "../core/current-person";
import { gameNames } from "../core/games";
import { useObservable } from "../core/observable";
import { useSpeech } from "../core/words";
import { TableRow, useLobby } from "../parts/table-lists";
import { SignInForm } from "./sign-in";

const STATUSES = ["lobby", "running", "over"] as const;

function TableList() {
  const { say } = useSpeech();
  const tables = useLobby();
  const [game, setGame] = useState("");
  const [status, setStatus] = useState<string>("lobby");
  const shown = (tables ?? []).filter((row) => (!game || row.game === game) && row.status === status);
  return (
    <>
      <div class="filters">
        <select
          aria-label={say("web.tables.game")}
          value={game}
          onChange={(event) => setGame(event.currentTarget.value)}
        >
          <option value="">{say("web.tables.any")}</option>
          {gameNames.map((name) => (
            <option key={name} value={name}>
              {say(`${name}.title`)}
            </option>
          ))}
        </select>
        <select
          aria-label={say("web.tables.state")}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        >
          {STATUSES.map((choice) => (
            <option key={choice} value={choice}>
              {say(`web.tables.${choice}-list`)}
            </option>
          ))}
        </select>
        <a class="button main" href="/new">
          {say("web.tables.new")}
        </a>
      </div>
      {tables && shown.length === 0 && <p class="note">{say("web.tables.none")}</p>}
      <ul class="tables">
        {shown.map((row) => (
          <TableRow key={row.table} row={row} />
        ))}
      </ul>
    </>
  );
}

export function TablesPage() {
  const { say } = useSpeech();
  const person = useObservable(currentPerson);
  return (
    <main class="narrow-page">
      <h1>{say("web.nav.tables")}</h1>
      {person === null ? <SignInForm /> : person && <TableList />}
    </main>
  );
}
