// drawings.tsx: a small drawing for each card of the opening pages.
import type { ComponentChildren } from "preact";

/** A head and shoulders, standing on x, y. */
const Man = ({ x, y, ink = "learn-ink", size = 1 }: { x: number; y: number; ink?: string; size?: number }) => (
  <g class={ink} transform={`translate(${x} ${y}) scale(${size})`}>
    <circle cy="-26" r="8" />
    <path d="M-14 0v-6c0-7 6-10 14-10s14 3 14 10v6z" />
  </g>
);

const Case = ({ x, y, ink = "learn-ink" }: { x: number; y: number; ink?: string }) => (
  <path class={ink} transform={`translate(${x} ${y})`} d="M-15-18h8v-6h14v6h8V0h-30zm11 0h8v-3h-8z" />
);

const Card = ({ x, y, n, turn = 0, red = false }: { x: number; y: number; n: string; turn?: number; red?: boolean }) => (
  <g transform={`translate(${x} ${y}) rotate(${turn})`}>
    <rect class="learn-sheet" x="-22" y="-32" width="44" height="64" />
    <rect class={red ? "learn-red" : "learn-ink"} x="-22" y="-32" width="44" height="12" />
    <text class="learn-number" y="20" text-anchor="middle">
      {n}
    </text>
  </g>
);

const Stack = ({ x, n, ink }: { x: number; n: number; ink: string }) => (
  <g class={ink}>
    {Array.from({ length: n }, (_, i) => (
      <rect key={i} x={x - 17} y={88 - i * 10} width="34" height="8" />
    ))}
  </g>
);

const kremlin: ComponentChildren[] = [
  <>
    <path class="learn-red" d="M52 66h96v34H52z" />
    <Man x={100} y={66} size={1.3} />
    <path class="learn-arm" d="M110 58 128 44 126 24" />
    <circle class="learn-ink" cx="126" cy="18" r="6" />
    <path class="learn-line" d="M138 10q6 8 2 18M146 4q9 12 3 28" />
    {[64, 100, 136].map((x) => (
      <path key={x} class="learn-paper" d={`M${x} 74l2.4 6.8 7.1.1-5.6 4.4 2 6.8-5.9-4.1-5.9 4.1 2-6.8-5.6-4.4 7.1-.1z`} />
    ))}
  </>,
  <>
    <rect class="learn-sheet" x="62" y="8" width="76" height="86" transform="rotate(-4 100 50)" />
    {[10, 9, 8, 7].map((n, i) => (
      <g key={n} transform={`rotate(-4 100 50) translate(72 ${28 + i * 18})`}>
        <text class="learn-small">{n}</text>
        <path class="learn-line" d="M18-5h38" />
      </g>
    ))}
    <circle class="learn-red" cx="138" cy="82" r="13" />
    <path class="learn-paper" d="M132 81v-4a6 6 0 0 1 12 0v4h2v9h-16v-9zm3 0h6v-4a3 3 0 0 0-6 0z" />
  </>,
  <>
    <Man x={100} y={44} />
    <Stack x={60} n={3} ink="learn-faint" />
    <Stack x={100} n={4} ink="learn-red" />
    <Stack x={140} n={2} ink="learn-ink" />
  </>,
  <>
    {Array.from({ length: 8 }, (_, i) => (
      <g key={i} transform={`translate(${24 + i * 22} ${i % 2 ? 30 : 26})`}>
        <rect class={i === 7 ? "learn-red" : "learn-sheet"} x="-9" y="-12" width="18" height="24" />
        <text class={i === 7 ? "learn-on-red" : "learn-small"} y="6" text-anchor="middle">
          {i + 1}
        </text>
      </g>
    ))}
    <Man x={56} y={92} size={0.9} />
    <path class="learn-red" d="M82 64h6v8h8v6h-8v8h-6v-8h-8v-6h8z" />
    <path class="learn-line" d="M108 92h76M120 92V70l-6 10m6-10 6 10m20 12V62l-8 12m8-12 8 12m14 18V74l-5 8m5-8 5 8" />
  </>,
];

const redEmpire: ComponentChildren[] = [
  <>
    <path class="learn-red" d="m100 8 10 30 32 .4-25.600 19.400 9.400 30.400L100 70 74.200 88.200l9.400-30.400L58 38.400 90 38z" />
    <text class="learn-on-red" x="100" y="62" text-anchor="middle">
      5
    </text>
  </>,
  <>
    <Card x={78} y={48} n="7" />
    <Card x={112} y={58} n="3" turn={14} red />
    <Card x={136} y={62} n="4" turn={30} red />
  </>,
  <>
    <rect class="learn-sheet" x="20" y="20" width="70" height="62" />
    <rect class="learn-ink" x="20" y="20" width="70" height="14" />
    <path class="learn-line" d="M28 44h54M28 54h54M28 64h34" />
    <rect class="learn-sheet" x="124" y="8" width="22" height="84" />
    <rect class="learn-red" x="124" y="38" width="22" height="54" />
    <path class="learn-line" d="M146 8h10" />
    <text class="learn-small" x="160" y="14">
      18
    </text>
  </>,
  <>
    {[-24, -8, 8, 24].map((turn, i) => (
      <g key={turn} transform={`translate(${70 + i * 20} 62) rotate(${turn})`}>
        <rect class="learn-sheet" x="-20" y="-36" width="40" height="60" />
        <text class="learn-number" y="4" text-anchor="middle">
          ?
        </text>
      </g>
    ))}
  </>,
];

const atomicBusiness: ComponentChildren[] = [
  <>
    <circle class="learn-red" cx="148" cy="30" r="18" />
    <path class="learn-ink" d="m24 60 92-30c10-3 18-2 18 2s-6 8-14 10L98 48 76 84l-9 2 9-30-26 8-10 14-7 2 3-16z" />
    <Case x={150} y={94} ink="learn-red" />
  </>,
  <>
    <path class="learn-line" d="M12 72h176" />
    {[30, 60, 90, 120, 150].map((x) => (
      <circle key={x} class="learn-sheet" cx={x} cy="72" r="7" />
    ))}
    <path class="learn-red" d="M160 66V36l16-14 16 14v30z" />
    <path class="learn-ink" d="m8 52 4-4 12 4 12-10 6 1-7 13-22 4z" />
    <Man x={90} y={64} size={0.9} />
  </>,
  <>
    <Man x={100} y={78} ink="learn-faint" />
    <Case x={100} y={98} ink="learn-red" />
    <Man x={56} y={78} />
    <Man x={24} y={78} />
    <Man x={144} y={78} />
    <path class="learn-line" d="m70 44 14 8m46-8-14 8" />
  </>,
  <>
    {[28, 68, 108].map((x) => (
      <g key={x}>
        <Case x={x} y={62} />
        <text class="learn-small" x={x} y="84" text-anchor="middle">
          ?
        </text>
      </g>
    ))}
    <Card x={164} y={52} n="?" turn={8} red />
  </>,
];

/** A counter of an army: a bar, a crossed box, a number. */
const Army = ({ x, y, n, red = false }: { x: number; y: number; n: string; red?: boolean }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect class={red ? "learn-red" : "learn-sheet"} x="-20" y="-24" width="40" height="48" />
    <path class="learn-ink" d="M-20-24h40v5h-40z" />
    <path class="learn-line" d="M-12-15h24v14h-24zl24 14m-24 0 24-14" />
    <text class={red ? "learn-on-red" : "learn-small"} y="19" text-anchor="middle">
      {n}
    </text>
  </g>
);

const triumphOfChaos: ComponentChildren[] = [
  <>
    <path class="learn-red" d="M0 0h112L92 34l16 26-26 40H0z" />
    <path class="learn-paper" d="m48 22 7 20h21L59 55l6 20-17-12-17 12 6-20-17-13h21z" />
    <path class="learn-line" d="m150 22 28 28-28 28-28-28z" />
    <text class="learn-number" x="150" y="60" text-anchor="middle">
      3
    </text>
  </>,
  <>
    {[0, 1, 2, 3, 4].map((n) => (
      <rect key={n} class={n === 0 ? "learn-red" : "learn-sheet"} x={10 + n * 36} y="12" width="34" height="76" />
    ))}
    <path class="learn-ink" d="M88 24h20v12H88zM52 44h20v12H52zM124 64h20v12h-20z" />
    <path class="learn-line" d="M148 70h16m-6-6 6 6-6 6" />
  </>,
  <>
    <Card x={58} y={50} n="5" turn={-8} />
    <path class="learn-line" d="M92 50h20m-6-6 6 6-6 6" />
    {["M124 22h20v18h-20z", "M156 22h20v18h-20z", "M124 60h20v18h-20z", "M156 60h20v18h-20z"].map((d, n) => (
      <path key={d} class={n === 3 ? "learn-red" : "learn-ink"} d={d} />
    ))}
  </>,
  <>
    <path class="learn-line" d="M20 82h160M30 76v12m20-12v12m20-12v12m20-12v12m20-12v12m20-12v12m20-12v12m20-12v12" />
    <Army x={58} y={40} n="4" red />
    <Army x={142} y={40} n="3" />
    <path class="learn-line" d="M86 40h28m-8-8 8 8-8 8" />
  </>,
];

const drawings: Record<string, ComponentChildren[]> = { kremlin, "red-empire": redEmpire, "atomic-business": atomicBusiness, "triumph-of-chaos": triumphOfChaos };

export const Drawing = ({ game, card }: { game: string; card: number }) => (
  <svg class="learn-drawing" viewBox="0 0 200 100" aria-hidden="true">
    {drawings[game]?.[card - 1]}
  </svg>
);
