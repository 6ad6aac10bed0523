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

/** A module that lists the games: what each brings is loaded when it is needed, but for its poster. */
function listOf(games) {
  const lines = [];
  const loads = (path) => `() => import(${JSON.stringify(path)})`;
  const languages = (of) => `{ en: ${loads(`words:${of}.en`)}, fr: ${loads(`words:${of}.fr`)} }`;
  const entries = games.map(({ name, colours, parts }, n) => {
    if (parts.poster) lines.push(`import poster${n} from ${JSON.stringify(parts.poster)};`);
    const own = ["board", "lesson", "replay"]
      .filter((part) => parts[part])
      .map((part) => `${part}: ${loads(parts[part])},`);
    return `{ name: ${JSON.stringify(name)}, colours: ${JSON.stringify(colours)}, declared: ${loads(`declared:${name}`)}, words: ${languages(name)}, rules: ${languages(`${name}.rules`)}, ${parts.poster ? `poster: poster${n},` : ""} ${own.join(" ")} },`;
  });
  return [...lines, "export const list = [", ...entries, "];"].join("\n");
}

const stylesOf = (games) =>
  games
    .filter(({ parts }) => parts.style)
    .map(({ parts }) => `import ${JSON.stringify(parts.style)};`)
    .join("\n");

/**
 * "words:GAME.fr", "declared:GAME", "table:GAME/TABLE", "games:list", "games:styles", "engine.wasm". `list` is the file that tools/games.py
 * has written about the games. `used` hears of files the bundler does not know.
 */
export const facts = ({ words, engine, list, used = new Set() }) => ({
  name: "facts",
  setup(build) {
    const games = JSON.parse(readFileSync(list, "utf8"));
    const folders = Object.fromEntries(games.map(({ name, folder }) => [name, folder]));
    used.add(list);
    build.onResolve({ filter: /^engine.wasm$/ }, () =>
      engine ? { path: engine } : { path: "engine.wasm", namespace: "none" },
    );
    build.onLoad({ filter: /.*/, namespace: "none" }, () => ({ contents: 'export default "";' }));
    build.onResolve({ filter: /^games:/ }, ({ path }) => ({ path: path.split(":")[1], namespace: "games" }));
    build.onLoad({ filter: /.*/, namespace: "games" }, ({ path }) => ({
      contents: path === "list" ? listOf(games) : stylesOf(games),
      resolveDir: root,
      loader: "js",
    }));
    build.onResolve({ filter: /^(words|declared|table):/ }, ({ path }) => {
      const [kind, name] = path.split(":");
      if (kind === "declared") return { path: join(words, `${name}.declared.json`), namespace: "words" };
      if (kind === "words") return { path: join(words, `${name}.json`), namespace: kind };
      const [game, table] = name.split("/");
      return { path: join(folders[game], "data", `${table}.csv`), namespace: kind };
    });
    build.onLoad({ filter: /.*/, namespace: "words" }, ({ path }) => ({
      contents: readFileSync(path),
      loader: "json",
    }));
    build.onLoad({ filter: /.*/, namespace: "table" }, ({ path }) => {
      used.add(path);
      return { contents: tableOf(path), loader: "json" };
    });
  },
});

/** What all bundles of ours share: games' sources import ours as "client/..", and packages from our node_modules. */
export const shared = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  alias: { client: join(root, "src") },
  nodePaths: [join(root, "node_modules")],
  logLevel: "warning",
};
