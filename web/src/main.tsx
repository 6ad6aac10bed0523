// main.tsx: the page begins here.
import { render } from "preact";
import { App } from "./app";
import { findOut } from "./core/people";
import { followLinks } from "./core/routes";
import { followTheme } from "./core/settings";
import "./style.css";
// Boards are loaded when they are needed, but styles of such parts would have to be asked for apart.
import "./replay/replay.css";
import "./generic/board.css";
import "games:styles";
import "./learn/learn.css";

followLinks();
followTheme();
void findOut();
const root = document.getElementById("app");
if (root) render(<App />, root);
