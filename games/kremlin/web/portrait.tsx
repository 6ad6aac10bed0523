// portrait.tsx: the face of a politician, drawn from his letter, his age and his post.
//
// The letter decides his skull, nose, brows and parting; his age decides how bent and how grey he is; his post decides
// his hat, his collar and his medals.
import type { ComponentChildren } from "preact";

interface PortraitProps {
  index: number;
  age: number;
  place: string;
  crosses: number;
  inBed: boolean;
}

/** Returns a number below `of` that looks random and is always the same for the same politician. */
const trait = (index: number, salt: number, of: number): number =>
  ((index + 3) * (salt * 37 + 11) + ((index * index * salt) >> 1)) % of;

interface Skull {
  rx: number;
  ry: number;
  jaw: number;
}

const ROUND: Skull = { rx: 13, ry: 15, jaw: 9 };
const SKULLS: Skull[] = [
  ROUND,
  { rx: 11.5, ry: 17, jaw: 7 },
  { rx: 14, ry: 14.5, jaw: 12 },
  { rx: 12.5, ry: 16, jaw: 10.5 },
];

function Head({ skull, ill }: { skull: Skull; ill: boolean }) {
  const { rx, ry, jaw } = skull;
  const chin = ry * 0.6;
  const crown = -ry - 3;
  const skullcap = `M${-rx} -2 C${-rx} ${crown} ${rx} ${crown} ${rx} -2`;
  const d = `${skullcap} C${rx} ${chin} ${jaw} ${ry} 0 ${ry} C${-jaw} ${ry} ${-rx} ${chin} ${-rx} -2z`;
  return (
    <>
      <ellipse cx={-rx} cy="1" rx="2.6" ry="4" class="kr-skin" />
      <ellipse cx={rx} cy="1" rx="2.6" ry="4" class="kr-skin" />
      <path d={d} class={ill ? "kr-skin kr-pale" : "kr-skin"} />
    </>
  );
}

/** The hair, which gets thinner with the years; style 0 is bald. */
function Hair({ skull, style, tone }: { skull: Skull; style: number; tone: string }) {
  const { rx, ry } = skull;
  const top = -ry;
  const side = (s: number) => `M${s * (rx + 0.6)} 0 V-6 C${s * rx} -9 ${s * (rx - 3)} -8 ${s * (rx - 2.6)} 0z`;
  const sides = side(-1) + side(1);
  const shapes = [
    sides,
    `${sides} M${-rx} -6 C${-rx} ${top - 3} ${rx} ${top - 3} ${rx} -6 C${rx - 4} ${top + 3} ${-rx + 4} ${top + 3} ${-rx} -6z`,
    `${sides} M${-rx - 0.5} -4 C${-rx - 2} ${top - 6} ${rx + 2} ${top - 6} ${rx + 0.5} -4` +
      `C${rx - 2} -9 ${rx * 0.3} -9 ${-rx * 0.4} ${top + 4} C${-rx * 0.6} -9 ${-rx + 1} -8 ${-rx - 0.5} -4z`,
    `${sides} M${-rx} -5 V${top + 1} L${-rx + 4} ${top - 4} H${rx - 4} L${rx} ${top + 1} V-5 L${rx - 2} -8 H${-rx + 2}z`,
    `${sides} M${-rx} -5 C${-rx - 3} ${top - 5} 0 ${top - 8} ${rx} ${top + 4} V-5 C${rx - 3} ${top + 4} ${-rx * 0.4} ${top + 3} ${-rx} -5z`,
  ];
  return <path d={shapes[style] ?? sides} class={tone} />;
}

function Eyes({ closed, glasses }: { closed: boolean; glasses: number }) {
  return (
    <>
      {closed ? (
        <path d="M-8 -0.5 q2.7 2 5.4 0 M2.6 -0.5 q2.7 2 5.4 0" class="kr-stroke" />
      ) : (
        <path
          d="M-6.8 -1 a1.5 1.5 0 1 0 3 0 a1.5 1.5 0 1 0 -3 0 M3.8 -1 a1.5 1.5 0 1 0 3 0 a1.5 1.5 0 1 0 -3 0"
          class="kr-ink"
        />
      )}
      {glasses === 1 && (
        <g class="kr-stroke">
          <circle cx="-5.4" cy="-1" r="4.2" />
          <circle cx="5.4" cy="-1" r="4.2" />
          <path d="M-1.2 -1.6 h2.4" />
        </g>
      )}
      {glasses === 2 && <path d="M-10 -4.4 h9 v6 h-9z M1 -4.4 h9 v6 h-9z M-1 -3 h2" class="kr-stroke kr-thick" />}
    </>
  );
}

const BROWS = [
  "M-9 -5.4 h6 M3 -5.4 h6",
  "M-9.4 -5 q3.2 -3 7 -0.4 M9.4 -5 q-3.2 -3 -7 -0.4",
  "M-9 -6.6 l6.4 2.2 M9 -6.6 l-6.4 2.2",
  "M-9 -4.4 l6 -1.8 M9 -4.4 l-6 -1.8",
];
const NOSES = ["M0 0 l-2 5.4 h3.4", "M0 -1 q-4.4 7 0.6 6.6 q2 -0.2 1.8 -1.6", "M-0.4 0 v5.6 h2.6"];
const MOUTHS = ["M-4.5 9.6 h9", "M-4.6 10.4 q4.6 -2.6 9.2 0", "M-4 9.2 q4 2 8 0", "M-4.6 9 l9.2 1.2"];

function Whiskers({ kind, tone }: { kind: number; tone: string }) {
  if (kind === 0)
    return <path d="M-7 8.8 q3.4 -4.4 7 -1.6 q3.6 -2.8 7 1.6 q-3.8 1.6 -7 0 q-3.2 1.6 -7 0z" class={tone} />;
  if (kind === 1)
    return <path d="M-3.4 11.6 h6.8 l-1.2 7 l-2.2 2 l-2.2 -2z M-5 8 q2.6 -2 5 -0.4 q2.4 -1.6 5 0.4z" class={tone} />;
  if (kind === 2) return <path d="M-5.6 8.2 h11.2 v-1.8 h-11.2z" class={tone} />;
  return null;
}

function Furrows({ age }: { age: number }) {
  return (
    <>
      {age >= 64 && <path d="M-8.6 4.6 q1 3 0.4 5.4 M8.6 4.6 q-1 3 -0.4 5.4" class="kr-fine" />}
      {age >= 72 && <path d="M-6 -9.4 q6 -1.6 12 0" class="kr-fine" />}
      {age >= 80 && <path d="M-5 -11.6 q5 -1.4 10 0 M-8 2.4 q2.6 1.6 5 0.4 M8 2.4 q-2.6 1.6 -5 0.4" class="kr-fine" />}
    </>
  );
}

/** The hat: each post has its own, and the People and those in Siberia have warm ones. */
function Hat({ place, index, skull }: { place: string; index: number; skull: Skull }) {
  const w = skull.rx + 1.5;
  const y = -skull.ry + 5.5;
  const at = (d: ComponentChildren) => <g transform={`translate(0 ${y})`}>{d}</g>;
  switch (place) {
    case "chief": // a papakha of grey lamb
      return at(<path d={`M${-w} 1 L${-w + 2} -11 L0 -9 L${w - 2} -11 L${w} 1z`} class="kr-fur" />);
    case "kgb":
      return at(
        <>
          <path d={`M${-w - 5} 2 H${w + 5} L${w + 3} -0.5 H${-w - 3}z`} class="kr-ink" />
          <path d={`M${-w + 2} 0 L${-w + 4} -9 L1 -7.5 L${w - 4} -9 L${w - 2} 0z`} class="kr-ink" />
        </>,
      );
    case "foreign":
      return at(
        <>
          <path
            d={`M${-w - 3} 1.5 Q0 4 ${w + 3} 1.5 L${w - 1} -1 Q${w} -11 0 -11 Q${-w} -11 ${-w + 1} -1z`}
            class="kr-grey"
          />
          <path d={`M${-w + 1} -1 Q0 1.6 ${w - 1} -1 V-3.6 Q0 -1 ${-w + 1} -3.6z`} class="kr-ink" />
        </>,
      );
    case "defense":
      return at(
        <>
          <path d={`M${-w} -2 L${-w - 4} -9 Q0 -14 ${w + 4} -9 L${w} -2z`} class="kr-khaki" />
          <path d={`M${-w} -2.6 H${w} V1 H${-w}z`} class="kr-red" />
          <path d={`M${-w + 1} 1 Q0 5.5 ${w - 1} 1z`} class="kr-ink" />
          <path d="M0 -9.4 1 -6.8 3.6 -6.7 1.6 -5 2.3 -2.6 0 -4 -2.3 -2.6 -1.6 -5 -3.6 -6.7 -1 -6.8z" class="kr-red" />
        </>,
      );
    case "industry":
      return at(
        <>
          <path
            d={`M${-w - 2} 1 H${w + 4} V-1 H${w} Q${w} -10 0 -10 Q${-w} -10 ${-w} -1 H${-w - 2}z`}
            class="kr-helmet"
          />
          <path d="M-1.5 -10.6 h3 v9 h-3z" class="kr-khaki" />
        </>,
      );
    case "sport":
      return at(<path d={`M${-w} 0 Q${-w} -11 0 -11 Q${w} -11 ${w} 0z M-2 -13.5 h4 v3 h-4z`} class="kr-red" />);
    case "siberia":
      return at(
        <path
          d={`M${-w - 1} 9 V-6 Q0 -13 ${w + 1} -6 V9 H${w - 2} L${w - 3} -1 H${-w + 3} L${-w + 2} 9z`}
          class="kr-fur"
        />,
      );
    case "people":
      if (index % 3 === 0)
        return at(<path d={`M${-w} 0 Q${-w - 1} -8 -2 -9 Q${w} -9 ${w + 5} 0 Q${w} -2 ${w - 2} 0z`} class="kr-grey" />);
      return null;
    default:
      return null;
  }
}

function Body({ place, index, medals, inBed }: { place: string; index: number; medals: number; inBed: boolean }) {
  if (inBed)
    return (
      <>
        <path d="M4 80 V66 Q18 58 32 61 Q46 58 60 66 V80z" class="kr-sheet" />
        <path d="M4 80 V73 Q32 65 60 73 V80z" class="kr-red" />
      </>
    );
  const coat = place === "defense" ? "kr-khaki" : place === "sport" ? "kr-red" : index % 3 === 1 ? "kr-grey" : "kr-ink";
  return (
    <>
      <path d="M5 80 Q6 60 22 57 L42 57 Q58 60 59 80z" class={coat} />
      {place !== "sport" && <path d="M25 56 L32 68 L39 56z" class="kr-sheet" />}
      {place === "sport" ? (
        <path d="M32 57 V80 M20 58 Q26 64 32 64 Q38 64 44 58" class="kr-pale-stroke" />
      ) : (
        <path d="M32 60 l3 3 l-2 14 l-1 2 l-1 -2 l-2 -14z" class={index % 2 ? "kr-red" : "kr-ink"} />
      )}
      {Array.from({ length: medals }, (_, n) => (
        <g key={n} transform={`translate(${44 + (n % 3) * 5} ${66 + Math.floor(n / 3) * 7})`}>
          <path d="M-1.6 -3 h3.2 v3 h-3.2z" class="kr-red" />
          <circle cx="0" cy="1.8" r="1.9" class="kr-gold" />
        </g>
      ))}
    </>
  );
}

function hairTone(age: number): string {
  return age < 58
    ? "kr-hair-1"
    : age < 66
      ? "kr-hair-2"
      : age < 75
        ? "kr-hair-3"
        : age < 84
          ? "kr-hair-4"
          : "kr-hair-5";
}

const LEVEL: Record<string, number> = {
  chief: 3,
  kgb: 2,
  foreign: 2,
  defense: 2,
  ideology: 1,
  industry: 1,
  economy: 1,
  sport: 1,
};

export function Portrait({ index, age, place, crosses, inBed }: PortraitProps) {
  const skull = SKULLS[trait(index, 1, SKULLS.length)] ?? ROUND;
  const born = 1 + trait(index, 2, 4);
  const style = age >= 86 ? 0 : age >= 74 ? (index % 2 ? 0 : 1) : age >= 66 && born === 3 ? 1 : born;
  const tone = hairTone(age);
  const stoop = Math.min(1, Math.max(0, (age - 52) / 44));
  const glasses = trait(index, 5, 5) === 0 ? 1 : trait(index, 5, 5) === 1 || (age > 77 && index % 2 === 0) ? 2 : 0;
  const brow = 1.4 + stoop * 1.6 + (trait(index, 4, 3) === 0 ? 1.2 : 0);
  const medals = Math.min(6, (LEVEL[place] ?? 0) + Math.max(0, Math.floor((age - 58) / 10)));
  return (
    <svg class="kr-portrait" viewBox="0 0 64 80" aria-hidden="true">
      {inBed && <path d="M8 30 Q32 22 56 30 L58 62 Q32 70 6 62z" class="kr-sheet" />}
      <Body place={place} index={index} medals={medals} inBed={inBed} />
      <g
        transform={`translate(${32 + stoop * 2.5} ${38 + stoop * 7}) rotate(${stoop * (index % 2 ? 9 : -9)}) scale(1.22)`}
      >
        {!inBed && <path d="M-6 10 h12 v12 h-12z" class="kr-skin" />}
        <Head skull={skull} ill={crosses === 2} />
        <Hair skull={skull} style={style} tone={tone} />
        <Furrows age={age} />
        <Eyes closed={inBed || age >= 90} glasses={inBed ? 0 : glasses} />
        <path d={BROWS[trait(index, 3, 4)]} class={`kr-brow ${tone}`} style={`stroke-width:${brow}`} />
        <path d={NOSES[trait(index, 6, 3)]} class="kr-stroke" />
        <path d={MOUTHS[(trait(index, 7, 3) + (crosses ? 1 : 0)) % 4]} class="kr-stroke" />
        <Whiskers kind={trait(index, 8, 8)} tone={tone} />
        {!inBed && <Hat place={place} index={index} skull={skull} />}
      </g>
    </svg>
  );
}
