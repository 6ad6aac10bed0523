// test.mjs: runs the unit tests of the client: *.test.ts and *.test.mjs in src/, and in the folder web/ of each game.
//
//   node test.mjs WORDS GAMES
//
// WORDS is the folder with the JSON that words.c writes, GAMES the list of games that tools/games.py writes.
import * as esbuild from "esbuild";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleOptions, virtualModules } from "./virtual-modules.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const [words, gamesFile] = process.argv.slice(2);
const games = JSON.parse(readFileSync(gamesFile, "utf8"));
const folders = [join(root, "src"), ...games.map(({ folder }) => join(folder, "web"))];
const filesIn = (folder) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).map((name) => join(folder, name)) : [];
const files = folders.flatMap(filesIn);
const scripts = files.filter((name) => name.endsWith(".test.mjs"));
const out = mkdtempSync(join(tmpdir(), "apparat-web-"));
try {
  await esbuild.build({
    ...bundleOptions,
    entryPoints: files.filter((name) => name.endsWith(".test.ts")),
    platform: "node",
    outdir: out,
    outExtension: { ".js": ".mjs" },
    plugins: [virtualModules({ words, gamesFile })],
  });
  const bundled = readdirSync(out, { recursive: true }).filter((name) => name.endsWith(".mjs"));
  const { status } = spawnSync(process.execPath, ["--test", ...bundled.map((name) => join(out, name)), ...scripts], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
