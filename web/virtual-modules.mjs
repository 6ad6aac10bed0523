// virtual-modules.mjs: modules that the client imports though there is no source file for them: the words, the games'
// declarations and tables, the list of games, and the engine. src/virtual-modules.d.ts has their types.
//
//   "words:NAME.LANGUAGE"  the JSON of that name that words.c wrote
//   "declared:GAME"        what a game declares, as words.c wrote it
//   "table:GAME/TABLE"     a CSV table from the game's folder data/
//   "position:GAME/NAME"   the state with which a lesson begins, as positions.c wrote it
//   "games:list"           what each game brings to the client
//   "games:styles"         the styles of all boards
//   "engine.wasm"          the address of the engine
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));

/**
 * Reads a table of data/ into an object for each row. Quotes are those of RFC 4180. Comment lines, and the types that
 * follow the names of columns, are left out.
 */
function readCsv(file) {
  const text = file.replace(/^#.*\n/gm, "");
  const rows = [[""]];
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    const row = rows.at(-1);
    if (isQuoted && c === '"' && text[i + 1] === '"') row[row.length - 1] += text[++i];
    else if (c === '"') isQuoted = !isQuoted;
    else if (!isQuoted && c === ",") row.push("");
    else if (!isQuoted && c === "\n") rows.push([""]);
    else if (c !== "\r") row[row.length - 1] += c;
  }
  const [head, ...body] = rows.filter((row) => row.length > 1);
  return body.map((row) => Object.fromEntries(head.map((key, i) => [key.split(":")[0], row[i]])));
}

/** French has a space beside some signs, at which no line may break. */
const withFirmSpaces = (text) => text.replace(/ (?=[»;:!?])|(?<=«) /g, "\u00a0");

/** Returns a CSV table as JSON, without the column of provenances. */
function tableModule(path) {
  const rows = readCsv(readFileSync(path, "utf8"));
  for (const row of rows) delete row.provenance;
  return JSON.stringify(rows);
}

/** Returns the source of a module that lists the games. Posters are part of the first load, all else is fetched later. */
function listModule(games) {
  const imports = [];
  const loader = (path) => `() => import(${JSON.stringify(path)})`;
  const wordLoaders = (name) => `{ en: ${loader(`words:${name}.en`)}, fr: ${loader(`words:${name}.fr`)} }`;
  const entries = games.map(({ name, colours, parts }, n) => {
    const fields = [
      `name: ${JSON.stringify(name)}`,
      `colours: ${JSON.stringify(colours)}`,
      `declared: ${loader(`declared:${name}`)}`,
      `words: ${wordLoaders(name)}`,
      `rules: ${wordLoaders(`${name}.rules`)}`,
    ];
    if (parts.poster) {
      imports.push(`import poster${n} from ${JSON.stringify(parts.poster)};`);
      fields.push(`poster: poster${n}`);
    }
    for (const part of ["board", "lessons", "replay"]) if (parts[part]) fields.push(`${part}: ${loader(parts[part])}`);
    return `{ ${fields.join(", ")} },`;
  });
  return [...imports, "export const list = [", ...entries, "];"].join("\n");
}

/** Returns the source of a module that imports the styles of all boards. */
const stylesModule = (games) =>
  games
    .filter(({ parts }) => parts.style)
    .map(({ parts }) => `import ${JSON.stringify(parts.style)};`)
    .join("\n");

/**
 * Returns the esbuild plugin that provides these modules. `words` is the folder with the JSON of words.c, `gamesFile` the
 * list of games that tools/games.py wrote; without `engine` its address is "". The files that esbuild does not know of
 * are added to `usedFiles`.
 */
export const virtualModules = ({ words, engine, gamesFile, usedFiles = new Set() }) => ({
  name: "virtual-modules",
  setup(build) {
    const games = JSON.parse(readFileSync(gamesFile, "utf8"));
    const folders = Object.fromEntries(games.map(({ name, folder }) => [name, folder]));
    usedFiles.add(gamesFile);
    build.onResolve({ filter: /^engine.wasm$/ }, () =>
      engine ? { path: engine } : { path: "engine.wasm", namespace: "none" },
    );
    build.onLoad({ filter: /.*/, namespace: "none" }, () => ({ contents: 'export default "";' }));
    build.onResolve({ filter: /^games:/ }, ({ path }) => ({ path: path.split(":")[1], namespace: "games" }));
    build.onLoad({ filter: /.*/, namespace: "games" }, ({ path }) => ({
      contents: path === "list" ? listModule(games) : stylesModule(games),
      resolveDir: root,
      loader: "js",
    }));
    build.onResolve({ filter: /^(words|declared|table|position):/ }, ({ path }) => {
      const [kind, name] = path.split(":");
      if (kind === "declared") return { path: join(words, `${name}.declared.json`), namespace: "words" };
      if (kind === "words")
        return { path: join(words, `${name}.json`), namespace: name.endsWith(".fr") ? "french" : kind };
      const [game, table] = name.split("/");
      if (kind === "position") return { path: join(words, `${game}.position.${table}.json`), namespace: "words" };
      return { path: join(folders[game], "data", `${table}.csv`), namespace: kind };
    });
    build.onLoad({ filter: /.*/, namespace: "words" }, ({ path }) => ({
      contents: readFileSync(path),
      loader: "json",
    }));
    build.onLoad({ filter: /.*/, namespace: "french" }, ({ path }) => ({
      contents: withFirmSpaces(readFileSync(path, "utf8")),
      loader: "json",
    }));
    build.onLoad({ filter: /.*/, namespace: "table" }, ({ path }) => {
      usedFiles.add(path);
      return { contents: tableModule(path), loader: "json" };
    });
  },
});

/** The esbuild options of all bundles. The games' sources import the client as "client/..". */
export const bundleOptions = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  alias: { client: join(root, "src") },
  nodePaths: [join(root, "node_modules")],
  logLevel: "warning",
};
