// test.mjs: runs the client's own tests, src/**/*.test.{ts,mjs} and web/*.test.ts of each game: node test.mjs WORDS GAMES
import * as esbuild from "esbuild";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { facts, shared } from "./facts.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const [words, list] = process.argv.slice(2);
const folders = [join(root, "src"), ...JSON.parse(readFileSync(list, "utf8")).map(({ folder }) => join(folder, "web"))];
const filesIn = (folder) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).map((name) => join(folder, name)) : [];
const sources = folders.flatMap(filesIn);
const plain = sources.filter((name) => name.endsWith(".test.mjs"));
const out = mkdtempSync(join(tmpdir(), "apparat-web-"));
try {
  await esbuild.build({
    ...shared,
    entryPoints: sources.filter((name) => name.endsWith(".test.ts")),
    platform: "node",
    outdir: out,
    outExtension: { ".js": ".mjs" },
    plugins: [facts({ words, list })],
  });
  const made = readdirSync(out, { recursive: true }).filter((name) => name.endsWith(".mjs"));
  const { status } = spawnSync(process.execPath, ["--test", ...made.map((name) => join(out, name)), ...plain], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
