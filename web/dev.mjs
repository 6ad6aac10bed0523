// dev.mjs: a web server for work on the client. It serves a bundle and passes all other requests on to a running
// `apparat serve`.
//
//   node build.mjs WORDS GAMES DIST ENGINE && node dev.mjs DIST http://127.0.0.1:8080 [PORT]
//
// It prints the address of the page. To see a change, build again and reload the page.
import { existsSync, readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { extname, join, normalize } from "node:path";

const [dist, backendAddress, port = "0"] = process.argv.slice(2);
const backend = new URL(backendAddress);
const contentTypes = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};
/** The paths that the running server answers. */
const backendPaths = /^\/(api|ws|records|healthz|metrics)(\/|$)/;

/** Returns the options of a request to the running server that repeats an incoming one. */
const backendOptions = ({ url, method, headers }) => ({
  hostname: backend.hostname,
  port: backend.port,
  path: url,
  method,
  headers,
});

/** Sends a file of the bundle; for a path that is no file, index.html. */
function sendFile(path, response) {
  const wanted = join(dist, normalize(path));
  const file = extname(path) && existsSync(wanted) ? wanted : join(dist, "index.html");
  if (!existsSync(file)) return response.writeHead(503).end(); // the bundle is being built
  response.writeHead(200, {
    "Content-Type": contentTypes[extname(file)] ?? "application/octet-stream",
    "Cache-Control": "no-store",
  });
  response.end(readFileSync(file));
}

const server = createServer((incoming, response) => {
  const path = new URL(incoming.url, "http://localhost").pathname;
  if (!backendPaths.test(path)) return sendFile(path, response);
  const outgoing = request(backendOptions(incoming), (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  outgoing.on("error", () => response.writeHead(502).end());
  incoming.pipe(outgoing);
});

// A WebSocket: once both sides have upgraded, everything is passed on as it is.
server.on("upgrade", (incoming, socket, head) => {
  const outgoing = request(backendOptions(incoming));
  outgoing.on("upgrade", (answer, backendSocket, backendHead) => {
    const lines = Object.entries(answer.headers).map(([name, text]) => `${name}: ${text}`);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
    socket.write(backendHead);
    backendSocket.write(head);
    backendSocket.pipe(socket).pipe(backendSocket);
    for (const side of [socket, backendSocket]) side.on("error", () => (socket.destroy(), backendSocket.destroy()));
  });
  outgoing.on("response", (answer) => socket.end(`HTTP/1.1 ${answer.statusCode} \r\n\r\n`));
  outgoing.on("error", () => socket.destroy());
  outgoing.end();
});

server.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
