// poster.tsx: the poster of Kremlin on the first page; it is 320 wide and 180 high.

export default () => (
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
