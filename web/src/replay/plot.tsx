// plot.tsx: lines over the course of a game; pressing one leads to that moment.
import { SeatSymbol, seatLook } from "../core/seats";
import type { Seat } from "../core/protocol";

export interface Line {
  name: string;
  /** Whose line it is; null: nobody's. */
  seat: string | null;
  /** Value by sample. */
  values: number[];
}

interface PlotProps {
  title: string;
  lines: Line[];
  seats: Seat[];
  /** The move of each sample, and what its place is called ("Year 3"). */
  moves: number[];
  labels: string[];
  jump(at: number): void;
}

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 36;
const RIGHT = 130;
const TOP = 12;
const BOTTOM = 28;

/** Round numbers for the axis: at most five of them. */
function ticks(most: number): number[] {
  const raw = Math.max(1, most) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? raw);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, n) => n * step);
}

const NAME = 16;

/** Names at the ends of their lines must not lie on each other: pushed down, then back up from the floor. */
function spread(ys: number[]): number[] {
  const order = ys.map((_, n) => n).sort((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0));
  const out = [...ys];
  const at = (n: number | undefined) => (n === undefined ? 0 : (out[n] ?? 0));
  order.forEach((n, i) => i > 0 && (out[n] = Math.max(at(n), at(order[i - 1]) + NAME)));
  let floor = HEIGHT - BOTTOM + 4;
  for (const n of order.reverse()) {
    out[n] = Math.min(at(n), floor);
    floor = at(n) - NAME;
  }
  return out;
}

export function Plot({ title, lines, seats, moves, labels, jump }: PlotProps) {
  const most = Math.max(1, ...lines.flatMap((line) => line.values));
  const count = Math.max(2, moves.length);
  const x = (n: number) => LEFT + (n * (WIDTH - LEFT - RIGHT)) / (count - 1);
  const y = (value: number) => HEIGHT - BOTTOM - (value * (HEIGHT - TOP - BOTTOM)) / most;
  const ends = spread(lines.map((line) => y(line.values.at(-1) ?? 0)));
  const every = Math.ceil(labels.length / 8);
  const half = (WIDTH - LEFT - RIGHT) / (count - 1) / 2;
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
          n % every === 0 ? (
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
                <SeatSymbol seats={seats} seat={line.seat} x={WIDTH - RIGHT + 12} y={ends[n] ?? 0} size={12} />
              )}
              <text class="plot-name" x={WIDTH - RIGHT + 22} y={(ends[n] ?? 0) + 4}>
                {line.name} {line.values.at(-1)}
              </text>
            </g>
          );
        })}
        {moves.map((move, n) => (
          <rect
            key={n}
            class="plot-hit"
            x={x(n) - half}
            y={TOP}
            width={2 * half}
            height={HEIGHT - TOP - BOTTOM}
            onClick={() => jump(move)}
          />
        ))}
      </svg>
      <Table title={title} lines={lines} labels={labels} />
    </figure>
  );
}

/** The same numbers for whoever does not see the lines. A table cannot be made small: what is around it can. */
function Table({ title, lines, labels }: Pick<PlotProps, "title" | "lines" | "labels">) {
  return (
    <div class="hidden">
      <table>
        <caption>{title}</caption>
        <tr>
          <td />
          {labels.map((label, n) => (
            <th key={n} scope="col">
              {label}
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
