// boards.ts: the styles of boards, replays and lessons. They are a bundle of their own, because the first page needs none
// of them; core/board-styles.ts fetches it.
import "./replay/replay.css";
import "./generic/board.css";
import "games:styles";
import "./learn/learn.css";
