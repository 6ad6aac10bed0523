// icons.tsx: the drawings of Red Empire. Each icon is one flat shape in the colour of the text around it.
import type { Card, Group } from "./facts";

/** The paths of the icons, 24 wide and 24 high. The even-odd rule makes the holes. */
const SHAPES: Record<string, string> = {
  // Groups: a banner, an eye, chevrons, columns.
  party: "M4 1h2.5v22H4z M8 2h14l-4 5.5L22 13H8z",
  kgb:
    "M0 12C5 3.5 19 3.5 24 12C19 20.5 5 20.5 0 12z M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10z" +
    " M12 9.8a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4z",
  military: "M2 9.5 12 2l10 7.5v4.2L12 6.2 2 13.7z M2 18 12 10.5 22 18v4.2L12 14.7 2 22.2z",
  government: "M12 1 23 7.5H1z M3 9h3.5v9H3z M10.25 9h3.5v9h-3.5z M17.5 9H21v9h-3.5z M1 19.5h22V23H1z",
  // Mandates and options.
  disrepute: "M12 23 2 12.5h6V1h8v11.5h6z",
  "new-leader":
    "M9 2a5 5 0 1 1 0 10a5 5 0 1 1 0-10z M0 23c0-7 3-9.5 9-9.5s9 2.5 9 9.5z M17.5 1h3v3.5H24v3h-3.5V11h-3V7.5H14v-3h3.5z",
  ailing: "M8.5 1h7v7.5H23v7h-7.5V23h-7v-7.5H1v-7h7.5z",
  treaty:
    "M3 1h13l5 5v17H3z M6.5 8h11v1.8h-11z M6.5 12h11v1.8h-11z M6.5 18l2-2.5 2 2 2.5-2.5 1.5 3h3v1.5h-4l-.9-1.6-2 2-2-2-1.3 1.6z",
  exposes:
    "M0 3h9l2.5 3H24v16H0z M12 9.5c-3.5 0-6.2 2-7.5 4.5c1.3 2.5 4 4.5 7.5 4.5s6.2-2 7.5-4.5c-1.3-2.5-4-4.5-7.5-4.5z" +
    " M12 11.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5z",
  scandal:
    "M1 9h6L18 2v19L7 14.5H1z M4.5 16H8l2 7H6.2z M20 6.5l3-2.2 1 1.5-3 2.2z M20.5 10.5H24v2h-3.5z M20 15l1-1.5 3 2.2-1 1.5z",
  hero: "M7 0h10v6l-5 3-5-3z M12 8.5l2 5h5.5l-4.4 3.4 1.6 5.6L12 19.3l-4.7 3.2 1.6-5.6L4.5 13.5H10z",
  junket:
    "M11 1.5c.5-1 1.5-1 2 0l1 7 9.5 5.5v2.5L14 14l-.6 5.2 2.8 2v1.6L12 21.7l-4.2 1.1v-1.6l2.8-2L10 14 .5 16.5V14L10 8.5z",
  // Crises.
  "crisis-harvest":
    "M11 24V12h2v12z M12 0c2.5 2.5 2.5 6 0 8.5c-2.5-2.5-2.5-6 0-8.5z M4.5 5c3.5.2 5.8 2.6 6 6c-3.5-.2-5.8-2.6-6-6z" +
    " M19.5 5c-3.5.2-5.8 2.6-6 6c3.5-.2 5.8-2.6 6-6z M4.5 11.5c3.5.2 5.8 2.6 6 6c-3.5-.2-5.8-2.6-6-6z" +
    " M19.5 11.5c-3.5.2-5.8 2.6-6 6c3.5-.2 5.8-2.6 6-6z",
  "crisis-miners": "M1 8C7 1 17 1 23 8C18 5.8 15.5 5.3 13.6 5.2V23h-3.2V5.2C8.5 5.3 6 5.8 1 8z",
  "crisis-caucasus":
    "M0 23 8 10l4 6 4.5-8L24 23z M6 0l1 3 3-1-1.5 2.8L11 6.5 8 7 7.5 10 6 7.4 3.4 9 4 6 1 5l3-1.2L3.5 1z",
  "crisis-reactor":
    "M12 9.6a2.4 2.4 0 1 1 0 4.8a2.4 2.4 0 1 1 0-4.8z M7 3.3a10 10 0 0 1 10 0L14 8.5a4 4 0 0 0-4 0z" +
    " M22 12a10 10 0 0 1-5 8.7L14 15.5a4 4 0 0 0 2-3.5z M2 12a10 10 0 0 0 5 8.7L10 15.5A4 4 0 0 1 8 12z",
  "crisis-baltic": "M1 1h12v22H1z M9 11v2.5h2V11z M15 10.5h4.5V7L24 12l-4.5 5v-3.5H15z",
  "crisis-warsaw-pact":
    "M1 9.5 5.5 5H10v3H7L4 11v2l3 3h3v3H5.5L1 14.5z M23 9.5 18.5 5H14v3h3l3 3v2l-3 3h-3v3h4.5L23 14.5z" +
    " M11 0h2v3.5h-2z M11 20.5h2V24h-2z M8 10.8h2.5v2.4H8z M13.5 10.8H16v2.4h-2.5z",
  // Other things.
  deck: "M3 4h12v18H3z M7 1h14v17h-2.5V3.5H7z",
  paper: "M1 3h22v18H1z M4 6h16v3H4z M4 11h7v7H4z M13 11h7v1.6h-7z M13 14h7v1.6h-7z M13 17h7v1.2h-7z",
};

export function Icon({ of, size = 20 }: { of: string; size?: number }) {
  return (
    <svg class="re-icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path fill-rule="evenodd" d={SHAPES[of] ?? ""} />
    </svg>
  );
}

/** Returns the icon of a card: each crisis has its own, Action Cards have that of their group, others that of their kind. */
export const iconOf = ({ kind, group, label }: Card): string =>
  kind === "action" ? group : kind === "crisis" ? label : kind;

/** Head and shoulders, 60 wide and 60 high. */
const BODY = "M2 60c0-15 9-20 21-21l7 8 7-8c12 1 21 6 21 21z M30 12a11.5 13 0 1 1 0 26a11.5 13 0 1 1 0-26z";
/** The hat of each group, drawn above the body. */
const HATS: Record<Group, string> = {
  party: "M11 16h38v4.5H11z M19 4c3-3 7-1 11-1s8-2 11 1v12H19z",
  kgb: "M8 19 51 12.5l1.5 4L9.5 24z M18 5c5-4 7 0 12-1s7-2 10 1l1.5 10-22 3.5z",
  military: "M13 11c2-7 9-10 17-10s15 3 17 10l-5 5H18z M18 17.5h24l-3 5H21z M2 47h10v4H2z M48 47h10v4H48z",
  government: "",
};

export function Bust({ group }: { group: Group }) {
  return (
    <svg class="re-bust" viewBox="0 0 60 60" aria-hidden="true">
      <path d={`${BODY} ${HATS[group]}`} />
    </svg>
  );
}

/** Returns the points of a star with `count` rays around the origin. */
const starPoints = (count: number, outer: number, inner: number): string =>
  Array.from({ length: count * 2 }, (_, i) => {
    const radius = i % 2 ? inner : outer;
    const angle = (Math.PI * i) / count - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");

const RIM = starPoints(20, 12, 10.3);
const STAR = starPoints(5, 7.5, 2.9);

/** The seal of the President. There is one on the table, and it moves with the office. */
export function Seal({ size }: { size: number }) {
  return (
    <svg
      class="re-seal"
      width={size}
      height={size}
      viewBox="-12.5 -12.5 25 25"
      data-flip="red-empire:seal"
      aria-hidden="true"
    >
      <polygon points={RIM} />
      <circle r="8.8" fill="none" stroke="var(--on-red)" stroke-width=".8" />
      <polygon points={STAR} style="fill:var(--on-red)" />
    </svg>
  );
}

/** The letters of the masthead, each 30 wide. */
const LETTERS = [
  "M0 0H30V40H20.5V9H9.5V40H0z",
  "M0 0H18a12.5 12.5 0 0 1 0 25H9.5V40H0z M9.5 8.5V16.5H17a4 4 0 0 0 0-8z",
  "M10 0H20L30 40H20.5L19 33H11L9.5 40H0z M12.7 25H17.3L15 13z",
  "M0 0H18a10.5 10.5 0 0 1 7 18.5A11.5 11.5 0 0 1 18.5 40H0z M9.5 8.5V15.5H17a3.5 3.5 0 0 0 0-7z M9.5 23.5V31.5H17.5a4 4 0 0 0 0-8z",
  "M7 0H26V31H31V46H23V40H7V46H-1V31H2C5.5 25 7 17 7 8z M16 8.5C15.5 17 14.5 25 11 31H17V8.5z",
  "M10 0H20L30 40H20.5L19 33H11L9.5 40H0z M12.7 25H17.3L15 13z",
];

export function Masthead({ label }: { label: string }) {
  return (
    <svg class="re-masthead" viewBox="-1 0 213 46" role="img" aria-label={label}>
      {LETTERS.map((d, i) => (
        <path key={i} fill-rule="evenodd" d={d} transform={`translate(${i * 36} 0)`} />
      ))}
    </svg>
  );
}

/** The places of the pips for each face of the die. */
const PIPS: Record<number, [number, number][]> = {
  1: [[12, 12]],
  2: [
    [6.5, 6.5],
    [17.5, 17.5],
  ],
  3: [
    [6, 6],
    [12, 12],
    [18, 18],
  ],
  4: [
    [6.5, 6.5],
    [17.5, 6.5],
    [6.5, 17.5],
    [17.5, 17.5],
  ],
  5: [
    [6, 6],
    [18, 6],
    [12, 12],
    [6, 18],
    [18, 18],
  ],
  6: [
    [7, 5.5],
    [17, 5.5],
    [7, 12],
    [17, 12],
    [7, 18.5],
    [17, 18.5],
  ],
};

export function Die({ face }: { face: number }) {
  return (
    <svg class="re-die" width="26" height="26" viewBox="0 0 24 24" aria-hidden="true">
      <rect x="1" y="1" width="22" height="22" />
      {(PIPS[face] ?? []).map(([x, y]) => (
        <circle key={`${x},${y}`} cx={x} cy={y} r="2.2" />
      ))}
    </svg>
  );
}
