// poster.tsx: the poster of Atomic Business on the first page, 320 wide and 180 high.

export default () => (
  <>
    <rect class="p-paper" width="320" height="180" />
    <circle class="p-red" cx="232" cy="66" r="46" />
    <path class="p-ink" d="M0 150h320v30H0z" />
    <g class="p-ink">
      <path d="M58 150c4-34 2-58-6-84l8-2c9 26 12 52 8 86z" />
      <path d="M56 64c-18-14-34-14-46-4 16-2 30 2 46 4zm0 0C44 44 30 36 14 38c16 6 28 14 42 26zm0 0c6-20 20-30 36-28-14 6-24 14-36 28zm0 0c16-10 32-8 42 4-14-4-26-6-42-4zm0 0c-12 2-22 12-24 26 6-12 14-20 24-26z" />
      <path d="M150 96h74a6 6 0 0 1 6 6v42h-86v-42a6 6 0 0 1 6-6zm20-16h34a6 6 0 0 1 6 6v10h-8v-8h-30v8h-8V86a6 6 0 0 1 6-6z" />
    </g>
    <path
      class="p-paper"
      d="M187 104a16 16 0 1 0 .1 0zm0 13a3 3 0 1 1-.1 0zm-2.6-1.400-7-8.200a12 12 0 0 1 9.600-2.400zm7.400 6h10.500a12 12 0 0 1-6 9.500zm-6.800 2 -5.400 9a12 12 0 0 1-5.800-10.200z"
    />
  </>
);
