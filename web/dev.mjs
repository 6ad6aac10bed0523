// dev.mjs: for those who work on the client: serves a bundle, and hands all else to a running server.
//
//   node build.mjs WORDS DIST && node dev.mjs DIST http://127.0.0.1:8080 [PORT]
//
// The page's address is the one it prints. Build again and reload to see a change.
import { existsSync, readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { extname, join, normalize } from "node:path";

const [dist, server, port = "0"] = process.argv.slice(2);
const { hostname, port: back } = new URL(server);
const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};
const handedOn = /^\/(api|ws|records|healthz|metrics)(\/|$)/;

const onward = (from) => ({ hostname, port: back, path: from.url, method: from.method, headers: from.headers });

function sendFile(path, to) {
  const file = join(dist, normalize(path));
  const found = extname(path) && existsSync(file) ? file : join(dist, "index.html");
  if (!existsSync(found)) return to.writeHead(503).end(); // being built
  to.writeHead(200, {
    "Content-Type": types[extname(found)] ?? "application/octet-stream",
    "Cache-Control": "no-store",
  });
  to.end(readFileSync(found));
}

const front = createServer((from, to) => {
  const path = new URL(from.url, "http://x").pathname;
  if (!handedOn.test(path)) return sendFile(path, to);
  const asked = request(onward(from), (answer) => {
    to.writeHead(answer.statusCode, answer.headers);
    answer.pipe(to);
  });
  asked.on("error", () => to.writeHead(502).end());
  from.pipe(asked);
});

front.on("upgrade", (from, socket, head) => {
  const asked = request(onward(from));
  asked.on("upgrade", (answer, other, rest) => {
    const lines = Object.entries(answer.headers).map(([name, text]) => `${name}: ${text}`);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
    socket.write(rest);
    other.write(head);
    other.pipe(socket).pipe(other);
    for (const end of [socket, other]) end.on("error", () => (socket.destroy(), other.destroy()));
  });
  asked.on("response", (answer) => socket.end(`HTTP/1.1 ${answer.statusCode} \r\n\r\n`));
  asked.on("error", () => socket.destroy());
  asked.end();
});

front.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${front.address().port}/`));
