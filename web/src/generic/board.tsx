// board.tsx: a generic board for any game, made of what the game declares and of its situation: what is going on in
// sentences, what follows by the rules, a row for each seat, and a table for each list of names. A game that brings
// no board is played on it; whoever likes it better can have it for every game.
import type { FunctionComponent } from "preact";
import { useState } from "preact/hooks";
import { type Board, type BoardProps, Target, usePointing } from "../core/board";
import { SeatMark, Sitter, seatWord } from "../core/seats";
import { chanceOf, type Fact, type Odds, type Situation } from "../core/situation";
import { type GameSpeech, useSpeech } from "../core/words";
import { ClauseChip } from "../parts/clause";
import { type Cell, type Column, type Declared, fieldColumns, keyedLists, labelOf, singleCells } from "./parts";

/** How many rows a table shows before one asks for all of them. */
const FEW = 30;

/* ---- Things ---------------------------------------------------------------------------------------- */

function Thing({ kind, name, speech }: { kind: string; name: string; speech: GameSpeech }) {
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
            <Thing kind={kind} name={name} speech={speech} />
            {numbers[n] && <b> {numbers[n]}</b>}{" "}
          </span>
        ))}
      {things.length === 0 && text}
    </>
  );
}

/* ---- What is going on ------------------------------------------------------------------------------ */

function OddsBar({ odds, speech }: { odds: Odds[]; speech: GameSpeech }) {
  return (
    <ul class="gb-odds">
      {odds.map((one) => (
        <li key={one.first} style={`flex-grow:${one.last - one.first + 1}`}>
          <b>{one.first === one.last ? one.first : `${one.first}–${one.last}`}</b> {speech.odd(one)}{" "}
          <span>{chanceOf(one)}&nbsp;%</span>
        </li>
      ))}
    </ul>
  );
}

function Matter({ facts, odds, speech }: { facts: Fact[]; odds: Odds[]; speech: GameSpeech }) {
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

function GoingOn({ situation, speech }: { situation: Situation; speech: GameSpeech }) {
  const { say } = useSpeech();
  const frames = [...new Set(situation.facts.map(({ frame }) => frame))].sort((a, b) => a - b);
  if (frames.length === 0) return null;
  return (
    <section class="gb-situation" aria-label={say("web.generic.situation")}>
      <h2>{say("web.generic.situation")}</h2>
      <ol>
        {frames.map((frame) => (
          <Matter
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

function Singles({
  declared,
  view,
  situation,
  speech,
}: { declared: Declared } & Pick<BoardProps, "view" | "situation" | "speech">) {
  const figures = Object.entries(speech.facts.figures).flatMap(([name, { each, is }]) => {
    const cell = each === null ? figureCell(situation, name, is) : null;
    return cell ? [{ name: `figure ${name}`, label: labelOf(speech, "figure", name), cell }] : [];
  });
  const all = [...figures, ...singleCells(declared, view, speech)];
  if (all.length === 0) return null;
  return (
    <dl class="gb-singles">
      {all.map(({ name, label, cell }) => (
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

function Seats({ declared, view, situation, speech, seats, me, asked }: SeatsProps) {
  const kind = speech.facts.seats;
  const columns = [...fieldColumns(declared, view, kind, speech), ...figureColumns(situation, kind, speech)];
  return (
    <ul class="gb-seats">
      {seats.map((seat) => (
        <li key={seat.seat} class={`${asked.includes(seat.seat) ? "gb-asked" : ""}${seat.seat === me ? " gb-me" : ""}`}>
          <h3>
            <Target kind={kind} name={seat.seat} label="" flip="" class="gb-thing">
              <SeatMark seats={seats} seat={seat.seat} size={18} /> {seatWord(speech, seat.seat)}
            </Target>
            <span class="gb-sitter">
              <Sitter seat={seat} />
            </span>
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

/** What is told of one or several names. */
interface Row {
  names: string[];
  cells: (Cell | null)[];
  can: boolean;
}

/** Names of which the same is told share a row. */
function rowsOf(all: Row[]): Row[] {
  const rows = new Map<string, Row>();
  for (const row of all) {
    const key = JSON.stringify([row.can, row.cells]);
    const alike = rows.get(key);
    if (alike) alike.names.push(...row.names);
    else rows.set(key, row);
  }
  return [...rows.values()];
}

/** A row for names of which there is something to tell; what can be pressed comes first. */
function List({ declared, view, situation, speech, kind }: ListProps) {
  const { say } = useSpeech();
  const { actionsOn } = usePointing();
  const [all, setAll] = useState(false);
  const columns = [...fieldColumns(declared, view, kind, speech), ...figureColumns(situation, kind, speech)];
  const told = Object.keys(speech.facts.names[kind] ?? {})
    .map((name): Row => ({
      names: [name],
      cells: columns.map(({ cell }) => cell(name)),
      can: actionsOn({ kind, name }).length > 0,
    }))
    .filter(({ cells, can }) => can || cells.some(Boolean));
  const rows = rowsOf(told).sort((a, b) => Number(b.can) - Number(a.can));
  const used = columns.filter((_, n) => rows.some(({ cells }) => cells[n]));
  if (rows.length === 0) return null;
  const shown = all ? rows : rows.slice(0, Math.max(FEW, rows.filter(({ can }) => can).length));
  return (
    <section class="gb-list">
      <table>
        <caption>{speech.has(`list.${kind}`) ? speech.word(`list.${kind}`) : kind}</caption>
        <thead>
          <tr>
            <th scope="col">{say("web.generic.name")}</th>
            {used.map(({ name, label }) => (
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
                  <Thing key={name} kind={kind} name={name} speech={speech} />
                ))}
              </th>
              {used.map((column) => {
                const cell = cells[columns.indexOf(column)];
                return <td key={column.name}>{cell && <CellView cell={cell} speech={speech} />}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <button type="button" class="small" onClick={() => setAll(true)}>
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

const GenericBoard: FunctionComponent<Props> = ({ declared, view, situation, me, seats, asked, speech }) => (
  <div class="gb-board">
    <GoingOn situation={situation} speech={speech} />
    <Seats declared={declared} view={view} situation={situation} speech={speech} seats={seats} me={me} asked={asked} />
    <Singles declared={declared} view={view} situation={situation} speech={speech} />
    {keyedLists(declared, speech.facts).map((kind) => (
      <List key={kind} declared={declared} view={view} situation={situation} speech={speech} kind={kind} />
    ))}
  </div>
);

/** The generic board of a game that declares this. */
export const genericBoard =
  (declared: Declared): Board =>
  (props) => <GenericBoard declared={declared} {...props} />;
