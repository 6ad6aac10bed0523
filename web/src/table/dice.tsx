// dice.tsx: what people are told of the dice of a table: whose numbers go into them, who is waited for, what this browser
// has checked, and loudly if anything does not fit. The part that computes is loaded when a table is shown.
import { useEffect, useState } from "preact/hooks";
import { type Observable, observable, useObservable } from "../core/observable";
import type { DiceOfTable } from "../core/protocol";
import { playerWord, seatWord } from "../core/seats";
import type { ServerTable, TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import type { DiceGuard } from "../dice/guard";
import "./dice.css";

/** The guard of the table that is shown; null until it is loaded. */
const shownGuard: Observable<DiceGuard | null> = observable<DiceGuard | null>(null);

/** Lets this browser take part in the dice of the table. */
export function useDice(model: ServerTable, table: string, speech: GameSpeech | null): void {
  useEffect(() => {
    let isWanted = true;
    if (!speech) return;
    void import("../dice/guard").then(({ guardOf }) => {
      if (isWanted) shownGuard.set(guardOf(model, table, speech.facts));
    });
    return () => {
      isWanted = false;
      shownGuard.set(null);
    };
  }, [model, table, speech]);
}

/** Returns the current value, or null without a source; the component is drawn again whenever it changes. */
function useMaybe<T>(source: Observable<T> | undefined): T | null {
  const [, redraw] = useState({});
  useEffect(() => source?.watch(() => redraw({})), [source]);
  return source ? source.get() : null;
}

/** A lie of the server: over everything else, and it does not go away. */
export function DiceAlarm() {
  const { say } = useSpeech();
  const guard = useObservable(shownGuard);
  const kept = useMaybe(guard?.kept);
  if (!kept?.lie) return null;
  return (
    <div class="dice-alarm" role="alert">
      <strong>{say("web.dice.alarm")}</strong> {say(`dice.lie.${kept.lie}`)} {guard && <KeptLink guard={guard} />}
    </div>
  );
}

/** Offers what this browser has kept as a file. */
function KeptLink({ guard }: { guard: DiceGuard }) {
  const { say } = useSpeech();
  const kept = useMaybe(guard?.kept);
  const address = `data:text/plain;charset=utf-8,${encodeURIComponent(guard.text())}`;
  return (
    <a href={address} download={`${kept?.table ?? "dice"}.dice`}>
      {say("web.dice.kept")}
    </a>
  );
}

interface DiceProps {
  state: TableState;
  speech: GameSpeech;
}

const seatsWith = (dice: DiceOfTable | undefined, whose: string): string[] =>
  (dice?.seats ?? []).filter((seat) => seat.whose === whose).map(({ seat }) => seat);

/** Whose numbers went into the dice. */
function Whose({ state, speech }: DiceProps) {
  const { say } = useSpeech();
  const { dice, seats } = state.table;
  const names = (whose: string) => seatsWith(dice, whose).map((seat) => playerWord(speech, seats, seat));
  const own = names("own");
  const deposited = names("deposited");
  return (
    <>
      {own.length > 0 ? say("web.dice.own", own.join(", ")) : say("web.dice.nobody")}
      {deposited.length > 0 && ` ${say("web.dice.deposited", deposited.join(", "))}`}
    </>
  );
}

/** The dice in the waiting room: who has pledged, who is waited for, and starts that came to nothing. */
export function DiceBefore({ state, speech }: DiceProps) {
  const { say } = useSpeech();
  const guard = useObservable(shownGuard);
  const kept = useMaybe(guard?.kept);
  const { dice, seats, commitment, pace, you } = state.table;
  if (!dice) return null;
  const closed = dice.seats.filter(({ whose, nonce }) => commitment && whose === "own" && !nonce);
  const word = (seat: string) => playerWord(speech, seats, seat);
  return (
    <div class="dice-before note">
      {closed.length > 0 && <p>{say("web.dice.waiting", closed.map(({ seat }) => word(seat)).join(", "))}</p>}
      {dice.aborted.map(({ commitment: start, withheld }) => (
        <p key={start}>{say("web.dice.aborted", withheld.map((seat) => seatWord(speech, seat)).join(", "))}</p>
      ))}
      {!commitment && (
        <p>
          <Whose state={state} speech={speech} />
        </p>
      )}
      {guard && you && !commitment && pace === "slow" && (
        <label>
          <input
            type="checkbox"
            checked={kept?.deposited === true}
            onChange={(event) => void guard.pledge(event.currentTarget.checked)}
          />
          {say("web.dice.deposit")}
        </label>
      )}
    </div>
  );
}

/** During the game: only if the server could choose the dice. */
export function DiceDuring({ state }: { state: TableState }) {
  const { say } = useSpeech();
  const { dice, status } = state.table;
  if (status !== "running" || !dice || seatsWith(dice, "own").length > 0) return null;
  return <small class="dice-during"> · {say("web.dice.nobody-short")}</small>;
}

/** After the game: what this browser has checked, and what it vouches for. */
export function DiceAfter({ state, speech }: DiceProps) {
  const { say } = useSpeech();
  const guard = useObservable(shownGuard);
  const kept = useMaybe(guard?.kept);
  const verdict = useMaybe(guard?.verdict);
  useEffect(() => void guard?.checkRecord(), [guard]);
  if (state.table.dice?.version !== 2) return <p class="note">{say("web.end.verify")}</p>;
  const seen = kept?.outcomes.filter(([number]) => number > 0).length ?? 0;
  const word = kept?.vouches ? "web.dice.vouched" : "web.dice.fits";
  return (
    <p class="note dice-after" data-checked={verdict !== null && !verdict.lie ? "yes" : "no"}>
      {verdict && !verdict.lie && `${say(word, seen, verdict.outcomes)} `}
      <Whose state={state} speech={speech} /> {guard && <KeptLink guard={guard} />} {say("web.end.verify")}
    </p>
  );
}
