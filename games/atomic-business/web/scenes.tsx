// scenes.tsx: the buildings and plants along the street, as flat shapes 160 wide and 84 high with the ground at the bottom.
import type { ComponentChildren } from "preact";

const fronds = [
  "c-7-9-17-8-21 0c8-4 15-3 21 0",
  "c7-9 17-8 21 0c-8-4-15-3-21 0",
  "c-11-2-16 6-15 14c3-7 8-12 15-14",
  "c11-2 16 6 15 14c-3-7-8-12-15-14",
];

/** A palm with its foot at x, 84. */
export function Palm({ x, h = 46, lean = 4 }: { x: number; h?: number; lean?: number }) {
  const top = 84 - h;
  return (
    <g>
      <path
        class="ab-k"
        d={`M${x - 2} 84Q${x + 1} ${84 - h / 2} ${x + lean - 1} ${top}h3Q${x + 4} ${84 - h / 2} ${x + 2} 84z`}
      />
      {fronds.map((d) => (
        <path key={d} class="ab-g" d={`M${x + lean} ${top}${d}z`} />
      ))}
    </g>
  );
}

const windows = (x: number, y: number, across: number, rows: number, dx = 10, dy = 11) =>
  Array.from(
    { length: across * rows },
    (_, i) => `M${x + (i % across) * dx} ${y + Math.floor(i / across) * dy}h5v6h-5z`,
  ).join("");

const columns = (x: number, y: number, count: number, gap: number, h: number, w = 4) =>
  Array.from({ length: count }, (_, i) => `M${x + i * gap} ${y}h${w}v${h}h-${w}z`).join("");

const flag = (x: number, y: number, kind: string) => (
  <g>
    <path class="ab-k" d={`M${x} ${y}h1.6v18h-1.6z`} />
    <path class={kind} d={`M${x + 1.6} ${y}h12l-3 4 3 4h-12z`} />
  </g>
);

const drawings: Record<string, ComponentChildren> = {
  airport: (
    <>
      <path class="ab-k" d="M20 84V46h10V84zM14 34h22l-3 12H17zM44 84V66h72V84z" />
      <path class="ab-p" d="M18 37h14l-1.5 5h-11zM50 71h60v5H50z" />
      <path class="ab-r" d="M58 40l50-22q10-3 12 1-1 3-8 6l-14 6-10 20-5 1 4-16-15 6-4 7-4 1 1-8-7-1z" />
      <Palm x={138} h={40} />
    </>
  ),
  customs: (
    <>
      <path class="ab-k" d="M22 84V42h34V84zM16 36h46v6H16z" />
      <path class="ab-p" d="M28 50h22v13H28z" />
      <path class="ab-k" d="M68 84V58h8V84z" />
      <path class="ab-r" d="M70 60l76-22 2 6-76 22z" />
      <path class="ab-p" d="M88 54.8l10-2.9 2 6-10 2.9zM110 48.4l10-2.9 2 6-10 2.9zM132 42l9-2.6 2 6-9 2.6z" />
      <Palm x={122} h={34} lean={-4} />
    </>
  ),
  motorway: (
    <>
      <path class="ab-s" d="M66 30h28l46 54H20z" />
      <path class="ab-l" d="M66 30L20 84M94 30l46 54" />
      <path class="ab-k" d="M78 34h4l1 8h-6zM76 48h8l1 11h-10zM74 66h12l2 18H72z" />
      <path class="ab-r" d="M10 14h62v22H10z" />
      <path class="ab-p" d="M16 20h34v-4l16 9-16 9v-4H16z" />
      <path class="ab-k" d="M18 36h3v48h-3z" />
      <Palm x={146} h={48} lean={-5} />
    </>
  ),
  "grand-hotel": (
    <>
      <path class="ab-k" d="M48 84V18h64V84zM40 84V52h80V84zM54 10h52v8H54z" />
      <path class="ab-p" d={windows(56, 24, 5, 3, 11, 9)} />
      <path class="ab-r" d="M40 52h80l5 9H35z" />
      <path class="ab-p" d="M74 66h12v18H74zM46 66h18v9H46zM96 66h18v9H96z" />
      <Palm x={20} h={52} />
      <Palm x={140} h={36} lean={-4} />
    </>
  ),
  market: (
    <>
      {[12, 62, 112].map((x, i) => (
        <g key={x} transform={`translate(${x} ${i === 1 ? -6 : 0})`}>
          <path class="ab-k" d="M3 46h2v44H3zM33 46h2v44h-2zM0 68h38v5H0z" />
          <path class={i === 1 ? "ab-k" : "ab-r"} d="M4 36h30l6 12H-2z" />
          <path class="ab-p" d="M10 36h6l-1 12H8zM23 36h5l3 12h-7z" />
          <path class={i === 1 ? "ab-r" : "ab-k"} d="M9 68a4 4 0 0 1 8 0zM19 68a4 4 0 0 1 8 0z" />
        </g>
      ))}
      <Palm x={55} h={62} />
    </>
  ),
  casino: (
    <>
      <path class="ab-k" d="M34 84V48h92V84zM52 48a28 28 0 0 1 56 0z" />
      <path class="ab-r" d="M80 4l8 12-8 12-8-12z" />
      <path class="ab-p" d="M58 44a22 22 0 0 1 8-12v12zM76 44V27h8v17zM94 32a22 22 0 0 1 8 12h-8z" />
      <path class="ab-p" d={columns(42, 56, 8, 10.5, 22)} />
      <path class="ab-r" d="M30 48h100v5H30z" />
      <Palm x={18} h={44} />
      <Palm x={140} h={54} lean={-5} />
    </>
  ),
  embassies: (
    <>
      <path class="ab-k" d="M14 84V52l21-14 21 14v32zM104 84V52l21-14 21 14v32z" />
      <path class="ab-s ab-l" d="M60 84V44h40v40zM56 44l24-18 24 18z" />
      <path class="ab-k" d={columns(65, 50, 4, 9, 34)} />
      <path class="ab-p" d={`${windows(21, 58, 3, 2)}${windows(111, 58, 3, 2)}`} />
      {flag(35, 20, "ab-r")}
      {flag(80, 8, "ab-k")}
      {flag(125, 20, "ab-r")}
    </>
  ),
  stadium: (
    <>
      <path class="ab-k" d="M14 84q-6-30 8-38h116q14 8 8 38z" />
      <path class="ab-s" d="M26 52h108q-6 9-54 9t-54-9z" />
      <path class="ab-p" d={columns(24, 68, 12, 9.7, 16, 5)} />
      <path class="ab-k" d="M30 46V20h2v26zM128 46V20h2v26zM22 12h18v9H22zM120 12h18v9h-18z" />
      <path class="ab-r" d="M80 18l4 9 10 1-7 6 2 10-9-5-9 5 2-10-7-6 10-1z" />
    </>
  ),
  ministry: (
    <>
      <path class="ab-k" d="M24 84V36h112v48zM56 36V8h48v28z" />
      <path class="ab-p" d={`${windows(32, 44, 3, 3)}${windows(103, 44, 3, 3)}`} />
      <path class="ab-p" d="M60 22q20-18 40 0-20 18-40 0z" />
      <circle class="ab-r" cx="80" cy="22" r="7" />
      <path class="ab-p" d="M70 60h20v24H70z" />
      <path class="ab-r" d="M64 54h32l-4 6H68z" />
    </>
  ),
  statue: (
    <>
      <path class="ab-s ab-l" d="M54 84l6-22h40l6 22z" />
      <path class="ab-k" d="M66 62l2-24 6-10h12l22-20 4 4-20 24-2 26zM72 20a7 7 0 1 1 14 0a7 7 0 1 1-14 0z" />
      <path class="ab-r" d="M106 0l3 7 7 1-5 5 1 7-6-3-6 3 1-7-5-5 7-1z" />
      <path class="ab-k" d="M46 84h68v-4H46z" />
      <Palm x={22} h={48} />
      <Palm x={136} h={48} lean={-5} />
    </>
  ),
  barracks: (
    <>
      <path class="ab-k" d="M10 84V54h8v-6h10v6h10v-6h10v6h10v-6h10v6h10v-6h10v6h10v-6h10v6h8v30z" />
      <path class="ab-k" d="M118 84V30h26v54zM112 20h38v12h-38zM116 20l15-12 15 12z" />
      <path class="ab-p" d="M118 24h26v5h-26zM46 62h24v22H46z" />
      <path class="ab-r" d="M46 62l24 22h-5L46 67zM70 62L46 84h5l19-17z" />
      {flag(24, 30, "ab-r")}
    </>
  ),
  palace: (
    <>
      <path
        class="ab-k"
        d="M8 84V44h144v40zM56 44q0-26 24-32 24 6 24 32zM16 44q0-14 13-18 13 4 13 18zM118 44q0-14 13-18 13 4 13 18z"
      />
      <path class="ab-p" d={columns(16, 52, 11, 12.6, 26, 5)} />
      <path class="ab-r" d="M66 84V62q14-14 28 0v22zM4 44h152v5H4z" />
      <path class="ab-p" d="M73 84V66q7-7 14 0v18z" />
      {flag(80, -2, "ab-r")}
    </>
  ),
};

export function Scene({ space }: { space: string }) {
  return (
    <svg class="ab-scene" viewBox="0 -4 160 88" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      {drawings[space]}
    </svg>
  );
}

/** The sun behind the headline, with rays in the form of wedges. */
export function Sun() {
  const rays = Array.from({ length: 12 }, (_, i) => `M0 0L${ray(i * 30 - 5)}L${ray(i * 30 + 5)}z`).join("");
  return (
    <svg class="ab-sun" viewBox="-100 -100 200 200" aria-hidden="true">
      <path d={rays} />
      <circle r="42" class="ab-p" />
      <circle r="36" />
    </svg>
  );
}

export function Palms() {
  return (
    <svg class="ab-palms" viewBox="0 0 122 84" aria-hidden="true">
      <Palm x={34} h={46} lean={-7} />
      <Palm x={62} h={66} lean={8} />
      <Palm x={92} h={34} lean={4} />
    </svg>
  );
}

const ray = (degrees: number): string => {
  const angle = (degrees * Math.PI) / 180;
  return `${(Math.cos(angle) * 100).toFixed(1)} ${(Math.sin(angle) * 100).toFixed(1)}`;
};
