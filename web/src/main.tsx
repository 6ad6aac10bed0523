// main.tsx: where the client starts.
import { render } from "preact";
import { App } from "./app";
import { connection } from "./core/connection";
import { loadCurrentPerson } from "./core/current-person";
import { followLinks } from "./core/routes";
import { followTheme } from "./core/settings";
import { isEmbedded } from "./core/storage";
import { registerWorker } from "./offline/registration";
import { hasRecordsToSend, sendWaitingRecords } from "./offline/send";
import "./style.css";

followTheme();
// Inside a page of another site there is a replay and nothing else: nobody is signed in, and no link is followed there.
if (!isEmbedded) {
  followLinks();
  void loadCurrentPerson();
  registerWorker();
  connection.onConnected(() => hasRecordsToSend() && void sendWaitingRecords());
}
const root = document.getElementById("app");
if (root) render(<App />, root);
