// test.mjs: runs the client's own tests, src/**/*.test.{ts,mjs}: node test.mjs WORDS
import * as esbuild from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { facts } from "./facts.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const sources = readdirSync(join(root, "src"), { recursive: true }).map((name) => join(root, "src", name));
const plain = sources.filter((name) => name.endsWith(".test.mjs"));
const out = mkdtempSync(join(tmpdir(), "apparat-web-"));
try {
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: sources.filter((name) => name.endsWith(".test.ts")),
    bundle: true,
    platform: "node",
    format: "esm",
    outdir: out,
    outExtension: { ".js": ".mjs" },
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
    plugins: [facts({ words: process.argv[2] })],
  });
  const made = readdirSync(out, { recursive: true }).filter((name) => name.endsWith(".mjs"));
  const { status } = spawnSync(process.execPath, ["--test", ...made.map((name) => join(out, name)), ...plain], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
