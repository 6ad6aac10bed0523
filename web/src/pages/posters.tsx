// posters.tsx: a small picture for each game: its own, or its initials if it brings none.
import { gameNamed } from "../core/games";
import { useSpeech } from "../core/words";

function Initials({ game }: { game: string }) {
  const { say } = useSpeech();
  const letters = say(`${game}.title`)
    .split(" ")
    .map((word) => word[0] ?? "")
    .join("");
  return (
    <>
      <rect class="p-paper" width="320" height="180" />
      <path class="p-red" d="M0 180 320 60V180z" />
      <text class="p-number" x="160" y="120" text-anchor="middle">
        {letters}
      </text>
    </>
  );
}

export function Poster({ game }: { game: string }) {
  const Picture = gameNamed(game)?.poster;
  return (
    <svg class="poster-picture" viewBox="0 0 320 180" aria-hidden="true">
      {Picture ? <Picture /> : <Initials game={game} />}
    </svg>
  );
}
