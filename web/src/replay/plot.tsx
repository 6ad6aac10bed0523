// plot.tsx: a plot of values over the course of a game. A press on it shows the moment of the nearest sample.
import { SeatSymbol, seatLook } from "../core/seats";
import type { Seat } from "../core/protocol";

export interface Line {
  name: string;
  /** The seat that the line is about; null if it is about none. */
  seat: string | null;
  /** A value for each sample. */
  values: number[];
}

interface PlotProps {
  title: string;
  lines: Line[];
  seats: Seat[];
  /** The moment of each sample. */
  moments: number[];
  /** The label of each sample on the horizontal axis. */
  labels: string[];
  jumpTo: (moment: number) => void;
}

/** The size of the drawing, and its margins around the lines. */
const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 36;
const RIGHT = 130;
const TOP = 12;
const BOTTOM = 28;

/** The height of a name at the end of a line. */
const NAME_HEIGHT = 16;

const MOST_LABELS = 8;

/** Returns round numbers from 0 to `most` for the vertical axis, about five of them. */
function ticks(most: number): number[] {
  const raw = Math.max(1, most) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? raw);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, n) => n * step);
}

/** Returns the heights of the names at the ends of the lines, moved so that no name covers another one. */
function spread(ys: number[]): number[] {
  const order = ys.map((_, n) => n).sort((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0));
  const moved = [...ys];
  const height = (n: number | undefined) => (n === undefined ? 0 : (moved[n] ?? 0));
  // First every name is moved below the one above it, then all are moved up from the bottom of the plot.
  order.forEach((n, i) => i > 0 && (moved[n] = Math.max(height(n), height(order[i - 1]) + NAME_HEIGHT)));
  let lowest = HEIGHT - BOTTOM + 4;
  for (const n of order.reverse()) {
    moved[n] = Math.min(height(n), lowest);
    lowest = height(n) - NAME_HEIGHT;
  }
  return moved;
}

export function Plot({ title, lines, seats, moments, labels, jumpTo }: PlotProps) {
  const most = Math.max(1, ...lines.flatMap((line) => line.values));
  const count = Math.max(2, moments.length);
  const x = (n: number) => LEFT + (n * (WIDTH - LEFT - RIGHT)) / (count - 1);
  const y = (value: number) => HEIGHT - BOTTOM - (value * (HEIGHT - TOP - BOTTOM)) / most;
  const nameHeights = spread(lines.map((line) => y(line.values.at(-1) ?? 0)));
  const labelEvery = Math.ceil(labels.length / MOST_LABELS);
  const halfSample = (WIDTH - LEFT - RIGHT) / (count - 1) / 2;
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {ticks(most).map((value) => (
          <g key={value} class="plot-tick">
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 6} y={y(value) + 4} text-anchor="end">
              {value}
            </text>
          </g>
        ))}
        {labels.map((label, n) =>
          n % labelEvery === 0 ? (
            <text key={n} class="plot-label" x={x(n)} y={HEIGHT - 8} text-anchor="middle">
              {label}
            </text>
          ) : null,
        )}
        {lines.map((line, n) => {
          const colour = line.seat ? seatLook(seats, line.seat).colour : "var(--ink)";
          return (
            <g key={line.name}>
              <polyline
                class="plot-line"
                style={`stroke:${colour}`}
                points={line.values.map((value, i) => `${x(i)},${y(value)}`).join(" ")}
              />
              {line.seat && (
                <SeatSymbol seats={seats} seat={line.seat} x={WIDTH - RIGHT + 12} y={nameHeights[n] ?? 0} size={12} />
              )}
              <text class="plot-name" x={WIDTH - RIGHT + 22} y={(nameHeights[n] ?? 0) + 4}>
                {line.name} {line.values.at(-1)}
              </text>
            </g>
          );
        })}
        {moments.map((moment, n) => (
          <rect
            key={n}
            class="plot-hit"
            x={x(n) - halfSample}
            y={TOP}
            width={2 * halfSample}
            height={HEIGHT - TOP - BOTTOM}
            onClick={() => jumpTo(moment)}
          />
        ))}
      </svg>
      <HiddenTable title={title} lines={lines} labels={labels} moments={moments} />
    </figure>
  );
}

/** The same numbers for screen readers. The <div> hides them: a <table> itself cannot be made small enough. */
function HiddenTable({ title, lines, labels, moments }: Pick<PlotProps, "title" | "lines" | "labels" | "moments">) {
  return (
    <div class="hidden">
      <table>
        <caption>{title}</caption>
        <tr>
          <td />
          {labels.map((label, n) => (
            <th key={n} scope="col">
              {label || moments[n]}
            </th>
          ))}
        </tr>
        {lines.map((line) => (
          <tr key={line.name}>
            <th scope="row">{line.name}</th>
            {line.values.map((value, n) => (
              <td key={n}>{value}</td>
            ))}
          </tr>
        ))}
      </table>
    </div>
  );
}
