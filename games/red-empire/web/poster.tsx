// poster.tsx: the poster of Red Empire in the list of games, 320 wide and 180 high.

export default () => (
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
