// shapes.tsx: shapes for the drawings of lessons. `ink` is the CSS class that gives a shape its colour.

/** The head and shoulders of a person; x, y is the middle of the lower edge. */
export const Man = ({ x, y, ink = "learn-ink", size = 1 }: { x: number; y: number; ink?: string; size?: number }) => (
  <g class={ink} transform={`translate(${x} ${y}) scale(${size})`}>
    <circle cy="-26" r="8" />
    <path d="M-14 0v-6c0-7 6-10 14-10s14 3 14 10v6z" />
  </g>
);

/** A briefcase; x, y is the middle of the lower edge. */
export const Case = ({ x, y, ink = "learn-ink" }: { x: number; y: number; ink?: string }) => (
  <path class={ink} transform={`translate(${x} ${y})`} d="M-15-18h8v-6h14v6h8V0h-30zm11 0h8v-3h-8z" />
);

/** A playing card with a number on it; x, y is its middle, `turn` its angle in degrees. */
export const Card = ({
  x,
  y,
  n,
  turn = 0,
  red = false,
}: {
  x: number;
  y: number;
  n: string;
  turn?: number;
  red?: boolean;
}) => (
  <g transform={`translate(${x} ${y}) rotate(${turn})`}>
    <rect class="learn-sheet" x="-22" y="-32" width="44" height="64" />
    <rect class={red ? "learn-red" : "learn-ink"} x="-22" y="-32" width="44" height="12" />
    <text class="learn-number" y="20" text-anchor="middle">
      {n}
    </text>
  </g>
);

/** A stack of `n` flat pieces above x. */
export const Stack = ({ x, n, ink }: { x: number; n: number; ink: string }) => (
  <g class={ink}>
    {Array.from({ length: n }, (_, i) => (
      <rect key={i} x={x - 17} y={88 - i * 10} width="34" height="8" />
    ))}
  </g>
);
