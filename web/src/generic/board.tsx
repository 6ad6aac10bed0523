// board.tsx: a generic board for any game, made from what the game declares and from its situation. It shows what is
// going on as sentences, a section for each seat, single values, and a table for each list of names. A game that brings
// no board of its own is played on it, and a setting shows every game on it.
import type { FunctionComponent } from "preact";
import { useState } from "preact/hooks";
import { type Board, type BoardProps, Target, usePointing } from "../core/board";
import type { Seat } from "../core/protocol";
import { PlayerName, seatWord } from "../core/seats";
import { chanceOf, type Fact, type Odds, type Situation } from "../core/situation";
import { type GameSpeech, useSpeech } from "../core/words";
import { ClauseChip } from "../parts/clause-chip";
import { type Cell, type Column, type Declared, fieldColumns, keyedLists, labelOf, singleCells } from "./cells";

/** The number of rows that a table shows until the person asks for all of them. */
const ROWS_AT_FIRST = 30;

/* ---- Cells ----------------------------------------------------------------------------------------- */

function ThingName({ kind, name, speech }: { kind: string; name: string; speech: GameSpeech }) {
  return (
    <Target kind={kind} name={name} label="" flip="" class="gb-thing">
      {speech.name(kind, name)}
    </Target>
  );
}

function CellView({ cell, speech }: { cell: Cell; speech: GameSpeech }) {
  const { kind, things, text } = cell;
  const numbers = text && things.length ? text.split(" ") : [];
  return (
    <>
      {kind &&
        things.map((name, n) => (
          <span key={name} class="gb-one">
            <ThingName kind={kind} name={name} speech={speech} />
            {numbers[n] && <b> {numbers[n]}</b>}{" "}
          </span>
        ))}
      {things.length === 0 && text}
    </>
  );
}

/* ---- The situation --------------------------------------------------------------------------------- */

function OddsBar({ odds, speech }: { odds: Odds[]; speech: GameSpeech }) {
  return (
    <ul class="gb-odds">
      {odds.map((outcomes) => (
        <li key={outcomes.first} style={`flex-grow:${outcomes.last - outcomes.first + 1}`}>
          <b>{outcomes.first === outcomes.last ? outcomes.first : `${outcomes.first}–${outcomes.last}`}</b>{" "}
          {speech.odd(outcomes)} <span>{chanceOf(outcomes)}&nbsp;%</span>
        </li>
      ))}
    </ul>
  );
}

/** The facts and odds of one frame. */
function Frame({ facts, odds, speech }: { facts: Fact[]; odds: Odds[]; speech: GameSpeech }) {
  return (
    <li>
      {facts.map((fact, n) => (
        <p key={n}>
          {speech.fact(fact)} <ClauseChip id={fact.clause} speech={speech} />
        </p>
      ))}
      {odds.length > 0 && <OddsBar odds={odds} speech={speech} />}
    </li>
  );
}

function SituationSection({ situation, speech }: { situation: Situation; speech: GameSpeech }) {
  const { say } = useSpeech();
  const frames = [...new Set(situation.facts.map(({ frame }) => frame))].sort((a, b) => a - b);
  if (frames.length === 0) return null;
  return (
    <section class="gb-situation" aria-label={say("web.generic.situation")}>
      <h2>{say("web.generic.situation")}</h2>
      <ol>
        {frames.map((frame) => (
          <Frame
            key={frame}
            facts={situation.facts.filter((fact) => fact.frame === frame && fact.fact !== "odds")}
            odds={situation.odds(frame)}
            speech={speech}
          />
        ))}
      </ol>
    </section>
  );
}

/* ---- Figures --------------------------------------------------------------------------------------- */

function figureCell(situation: Situation, name: string, kind: string | null, key?: string): Cell | null {
  const value = situation.name(name, key);
  if (value === null || value === "0") return null;
  return kind ? { kind, things: [value], text: "" } : { kind: null, things: [], text: value };
}

function figureColumns(situation: Situation, kind: string, speech: GameSpeech): Column[] {
  return Object.entries(speech.facts.figures)
    .filter(([, { each }]) => each === kind)
    .map(([name, { is }]) => ({
      name: `figure ${name}`,
      label: labelOf(speech, "figure", name),
      cell: (key) => figureCell(situation, name, is, key),
    }));
}

/** The figures and fields that have one value. */
function SingleValues({
  declared,
  view,
  situation,
  speech,
}: { declared: Declared } & Pick<BoardProps, "view" | "situation" | "speech">) {
  const figures = Object.entries(speech.facts.figures).flatMap(([name, { each, is }]) => {
    const cell = each === null ? figureCell(situation, name, is) : null;
    return cell ? [{ name: `figure ${name}`, label: labelOf(speech, "figure", name), cell }] : [];
  });
  const values = [...figures, ...singleCells(declared, view, speech)];
  if (values.length === 0) return null;
  return (
    <dl class="gb-singles">
      {values.map(({ name, label, cell }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <CellView cell={cell} speech={speech} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/* ---- Seats ----------------------------------------------------------------------------------------- */

interface SeatsProps extends Pick<BoardProps, "view" | "situation" | "speech" | "seats" | "me" | "asked"> {
  declared: Declared;
}

interface SeatProps extends SeatsProps {
  seat: Seat;
}

function SeatSection({ declared, view, situation, speech, seats, me, asked, seat }: SeatProps) {
  const kind = speech.facts.seats;
  const columns = [...fieldColumns(declared, view, kind, speech), ...figureColumns(situation, kind, speech)];
  const state = `${asked.includes(seat.seat) ? " gb-asked" : ""}${seat.seat === me ? " gb-me" : ""}`;
  return (
    <div class={`gb-seat${state}`}>
      <h3>
        <Target kind={kind} name={seat.seat} label="" flip="" class="gb-thing">
          <PlayerName speech={speech} seats={seats} seat={seat.seat} />
        </Target>
        <b class="gb-standing">
          {situation.number("standing", seat.seat)} <span>{speech.word("standing")}</span>
        </b>
      </h3>
      <dl>
        {columns.map(({ name, label, cell }) => {
          const shown = cell(seat.seat);
          return (
            shown && (
              <div key={name}>
                <dt>{label}</dt>
                <dd>
                  <CellView cell={shown} speech={speech} />
                </dd>
              </div>
            )
          );
        })}
      </dl>
    </div>
  );
}

/** The seats of the others: one's own, with what one holds, is always in sight below the board. */
function Seats(props: SeatsProps) {
  return (
    <ul class="gb-seats">
      {props.seats
        .filter(({ seat }) => seat !== props.me)
        .map((seat) => (
          <li key={seat.seat}>
            <SeatSection {...props} seat={seat} />
          </li>
        ))}
    </ul>
  );
}

/* ---- Lists ----------------------------------------------------------------------------------------- */

interface ListProps extends Pick<BoardProps, "view" | "situation" | "speech"> {
  declared: Declared;
  kind: string;
}

/** A row of a table: names that have the same cells. */
interface Row {
  names: string[];
  /** A cell for each column; null where there is nothing to show. */
  cells: (Cell | null)[];
  /** Whether the names can be pressed. */
  isPressable: boolean;
}

/** Joins rows that have the same cells. */
function joinedRows(rows: Row[]): Row[] {
  const joined = new Map<string, Row>();
  for (const row of rows) {
    const key = JSON.stringify([row.isPressable, row.cells]);
    const same = joined.get(key);
    if (same) same.names.push(...row.names);
    else joined.set(key, row);
  }
  return [...joined.values()];
}

/** The table of a list: the names that can be pressed first, then the others for which there is something to show. */
function ListTable({ declared, view, situation, speech, kind }: ListProps) {
  const { say } = useSpeech();
  const { actionsOn } = usePointing();
  const [showsAll, setShowsAll] = useState(false);
  const columns = [...fieldColumns(declared, view, kind, speech), ...figureColumns(situation, kind, speech)];
  const filled = Object.keys(speech.facts.names[kind] ?? {})
    .map((name): Row => ({
      names: [name],
      cells: columns.map(({ cell }) => cell(name)),
      isPressable: actionsOn({ kind, name }).length > 0,
    }))
    .filter(({ cells, isPressable }) => isPressable || cells.some(Boolean));
  const rows = joinedRows(filled).sort((a, b) => Number(b.isPressable) - Number(a.isPressable));
  const usedColumns = columns.filter((_, n) => rows.some(({ cells }) => cells[n]));
  if (rows.length === 0) return null;
  const pressableCount = rows.filter(({ isPressable }) => isPressable).length;
  const shown = showsAll ? rows : rows.slice(0, Math.max(ROWS_AT_FIRST, pressableCount));
  return (
    <section class="gb-list">
      <table>
        <caption>{speech.has(`list.${kind}`) ? speech.word(`list.${kind}`) : kind}</caption>
        <thead>
          <tr>
            <th scope="col">{say("web.generic.name")}</th>
            {usedColumns.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ names, cells }) => (
            <tr key={names[0]}>
              <th scope="row">
                {names.map((name) => (
                  <ThingName key={name} kind={kind} name={name} speech={speech} />
                ))}
              </th>
              {usedColumns.map((column) => {
                const cell = cells[columns.indexOf(column)];
                return <td key={column.name}>{cell && <CellView cell={cell} speech={speech} />}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <button type="button" class="small" onClick={() => setShowsAll(true)}>
          {say("web.generic.all", rows.length)}
        </button>
      )}
    </section>
  );
}

/* ---- The board ------------------------------------------------------------------------------------- */

interface Props extends BoardProps {
  declared: Declared;
}

const GenericBoard: FunctionComponent<Props> = ({ declared, view, situation, me, seats, asked, speech }) => {
  const { say } = useSpeech();
  const seatsProps = { declared, view, situation, speech, seats, me, asked };
  const own = seats.find(({ seat }) => seat === me);
  return (
    <div class="gb-board">
      <div class="gb-main" data-part="ground" tabIndex={0} role="group" aria-label={say("web.table.board")}>
        <SituationSection situation={situation} speech={speech} />
        <Seats {...seatsProps} />
        <SingleValues declared={declared} view={view} situation={situation} speech={speech} />
        {keyedLists(declared, speech.facts).map((kind) => (
          <ListTable key={kind} declared={declared} view={view} situation={situation} speech={speech} kind={kind} />
        ))}
      </div>
      {own && (
        <section class="gb-hand" data-part="hand" tabIndex={0} aria-label={seatWord(speech, own.seat)}>
          <SeatSection {...seatsProps} seat={own} />
        </section>
      )}
    </div>
  );
};

/** Returns the generic board for a game that declares this. */
export const genericBoard =
  (declared: Declared): Board =>
  (props) => <GenericBoard declared={declared} {...props} />;
