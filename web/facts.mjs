// facts.mjs: what the client's sources import beside sources: words, tables of data/, the engine.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));

/* Quotes as RFC 4180 has them; lines of comment, and types after the names of columns, are left out. */
function readCsv(whole) {
  const text = whole.replace(/^#.*\n/gm, "");
  const rows = [[""]];
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    const row = rows.at(-1);
    if (quoted && c === '"' && text[i + 1] === '"') row[row.length - 1] += text[++i];
    else if (c === '"') quoted = !quoted;
    else if (!quoted && c === ",") row.push("");
    else if (!quoted && c === "\n") rows.push([""]);
    else if (c !== "\r") row[row.length - 1] += c;
  }
  const [head, ...body] = rows.filter((row) => row.length > 1);
  return body.map((row) => Object.fromEntries(head.map((key, i) => [key.split(":")[0], row[i]])));
}

function tableOf(path) {
  const rows = readCsv(readFileSync(path, "utf8"));
  for (const row of rows) delete row.provenance;
  return JSON.stringify(rows);
}

/** "words:kremlin.fr", "table:kremlin/politicians", "engine.wasm". `used` hears of files the bundler does not know. */
export const facts = ({ words, engine, used = new Set() }) => ({
  name: "facts",
  setup(build) {
    build.onResolve({ filter: /^engine.wasm$/ }, () => (engine ? { path: engine } : { path: "engine.wasm", namespace: "none" }));
    build.onLoad({ filter: /.*/, namespace: "none" }, () => ({ contents: 'export default "";' }));
    build.onResolve({ filter: /^(words|table):/ }, ({ path }) => {
      const [kind, name] = path.split(":");
      const file = kind === "words" ? join(words, `${name}.json`) : join(root, "../data", `${name}.csv`);
      return { path: file, namespace: kind };
    });
    build.onLoad({ filter: /.*/, namespace: "words" }, ({ path }) => ({ contents: readFileSync(path), loader: "json" }));
    build.onLoad({ filter: /.*/, namespace: "table" }, ({ path }) => {
      used.add(path);
      return { contents: tableOf(path), loader: "json" };
    });
  },
});
