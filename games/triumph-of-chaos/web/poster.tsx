// poster.tsx: the poster of Triumph of Chaos on the first page; 320 wide, 180 high.

export default () => (
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
      <path
        class="p-paper"
        d="m88 64 6 18 19 .2-15.2 11.600 5.600 18.2L88 101.2 72.600 112l5.600-18.2L63 82.2 82 82z"
      />
    </g>
    <g transform="rotate(9 236 92)">
      <rect class="p-card" x="200" y="58" width="72" height="72" />
      <path class="p-ink" d="M212 72h48v34h-48zm3 3v28h42V75z" />
      <path class="p-ink" d="m215 75 42 28v-4l-37-24zm42 0-42 28v-4l37-24z" />
      <path class="p-ink" d="M206 62h60v5h-60zM222 113h28v9h-28z" />
    </g>
  </>
);
