// posters.tsx: a small poster for each game.

const Kremlin = () => (
  <>
    <rect class="p-paper" width="320" height="180" />
    <path class="p-red" d="M0 180 320 60V180z" />
    <g class="p-ink">
      <path d="M70 180V96h180v84z" />
      <path d="M132 96V58h56v38z" />
      <path d="M148 58V34l12-16 12 16v24z" />
    </g>
    <path class="p-red" d="m160 2 2.4 6.8 7.1.1-5.6 4.4 2 6.8-5.9-4.1-5.9 4.1 2-6.8-5.6-4.4 7.1-.1z" />
    <g class="p-paper">
      <path d="M152 66h16v22h-16z" />
      {[92, 126, 180, 214].map((x) => (
        <path key={x} d={`M${x} 108h14v22h-14z`} />
      ))}
      {[84, 112, 140, 168, 196, 224].map((x) => (
        <path key={x} d={`M${x} 144h12v20h-12z`} />
      ))}
    </g>
  </>
);

const RedEmpire = () => (
  <>
    <rect class="p-paper" width="320" height="180" />
    <path class="p-ink" d="M0 0h320L0 180z" />
    <g transform="rotate(-9 160 96)">
      <rect class="p-card" x="84" y="34" width="84" height="118" />
      <rect class="p-red" x="84" y="34" width="84" height="22" />
      <text class="p-number" x="126" y="126" text-anchor="middle">
        7
      </text>
    </g>
    <g transform="rotate(8 210 96)">
      <rect class="p-card" x="172" y="44" width="84" height="118" />
      <rect class="p-ink" x="172" y="44" width="84" height="22" />
      <path class="p-red" d="M214 82 230 134 186 102h56l-44 32z" />
    </g>
  </>
);

const AtomicBusiness = () => (
  <>
    <rect class="p-paper" width="320" height="180" />
    <circle class="p-red" cx="232" cy="66" r="46" />
    <path class="p-ink" d="M0 150h320v30H0z" />
    <g class="p-ink">
      <path d="M58 150c4-34 2-58-6-84l8-2c9 26 12 52 8 86z" />
      <path d="M56 64c-18-14-34-14-46-4 16-2 30 2 46 4zm0 0C44 44 30 36 14 38c16 6 28 14 42 26zm0 0c6-20 20-30 36-28-14 6-24 14-36 28zm0 0c16-10 32-8 42 4-14-4-26-6-42-4zm0 0c-12 2-22 12-24 26 6-12 14-20 24-26z" />
      <path d="M150 96h74a6 6 0 0 1 6 6v42h-86v-42a6 6 0 0 1 6-6zm20-16h34a6 6 0 0 1 6 6v10h-8v-8h-30v8h-8V86a6 6 0 0 1 6-6z" />
    </g>
    <path class="p-paper" d="M187 104a16 16 0 1 0 .1 0zm0 13a3 3 0 1 1-.1 0zm-2.6-1.400-7-8.200a12 12 0 0 1 9.600-2.400zm7.400 6h10.500a12 12 0 0 1-6 9.500zm-6.800 2 -5.400 9a12 12 0 0 1-5.800-10.200z" />
  </>
);

const TriumphOfChaos = () => (
  <>
    <rect class="p-paper" width="320" height="180" />
    <path class="p-red" d="M0 0H196L150 62 178 104 128 180H0z" />
    <g class="p-ink">
      <path d="M0 128 320 40v5L0 133zM0 142 320 54v5L0 147z" />
      {Array.from({ length: 13 }, (_, n) => (
        <path key={n} d={`M${10 + n * 25} ${119 - n * 6.875}l6-1.6 6 29-6 1.6z`} />
      ))}
    </g>
    <g transform="rotate(-8 88 92)">
      <rect class="p-card" x="52" y="54" width="72" height="72" />
      <rect class="p-red" x="58" y="60" width="60" height="60" />
      <path class="p-paper" d="m88 64 6 18 19 .2-15.2 11.600 5.600 18.2L88 101.2 72.600 112l5.600-18.2L63 82.2 82 82z" />
    </g>
    <g transform="rotate(9 236 92)">
      <rect class="p-card" x="200" y="58" width="72" height="72" />
      <path class="p-ink" d="M212 72h48v34h-48zm3 3v28h42V75z" />
      <path class="p-ink" d="m215 75 42 28v-4l-37-24zm42 0-42 28v-4l37-24z" />
      <path class="p-ink" d="M206 62h60v5h-60zM222 113h28v9h-28z" />
    </g>
  </>
);

const pictures: Record<string, () => preact.JSX.Element> = { kremlin: Kremlin, "red-empire": RedEmpire, "atomic-business": AtomicBusiness, "triumph-of-chaos": TriumphOfChaos };

export function Poster({ game }: { game: string }) {
  const Picture = pictures[game];
  return Picture ? (
    <svg class="poster-picture" viewBox="0 0 320 180" aria-hidden="true">
      <Picture />
    </svg>
  ) : null;
}
