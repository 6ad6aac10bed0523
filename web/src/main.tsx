// main.tsx: where the client starts.
import { render } from "preact";
import { App } from "./app";
import { loadCurrentPerson } from "./core/current-person";
import { followLinks } from "./core/routes";
import { followTheme } from "./core/settings";
import "./style.css";
// These styles belong to parts that are fetched later. The bundler does not fetch styles together with such parts.
import "./replay/replay.css";
import "./generic/board.css";
import "games:styles";
import "./learn/learn.css";

followLinks();
followTheme();
void loadCurrentPerson();
const root = document.getElementById("app");
if (root) render(<App />, root);
