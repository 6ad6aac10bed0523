// build.mjs: bundles the client. node build.mjs WORDS GAMES OUT [ENGINE [DEPFILE]]: WORDS has the JSON of
// words.c, GAMES is what tools/games.py says of the games, ENGINE is engine.c for WebAssembly.
//
// What changes with its contents has a hash in its name, so that browsers keep it for ever.
import * as esbuild from "esbuild";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { facts, shared } from "./facts.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const [words, list, out, engine, depfile] = process.argv.slice(2).map((path) => resolve(path));
const used = new Set([join(root, "build.mjs"), join(root, "facts.mjs"), join(root, "package-lock.json")]);

async function bundle() {
  const result = await esbuild.build({
    ...shared,
    entryPoints: { app: "src/main.tsx" },
    splitting: true,
    target: "es2022",
    minify: true,
    outdir: join(out, "assets"),
    publicPath: "/assets",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    loader: { ".woff2": "file", ".svg": "text", ".wasm": "file" },
    metafile: true,
    plugins: [facts({ words, engine, list, used })],
  });
  return result.metafile;
}

function page(meta) {
  const find = (end) => Object.keys(meta.outputs).find((name) => meta.outputs[name].entryPoint?.endsWith("main.tsx") && name.endsWith(end));
  const script = find(".js");
  const style = meta.outputs[script].cssBundle;
  const address = (name) => "/assets/" + name.split("/assets/").at(-1);
  return readFileSync(join(root, "src/index.html"), "utf8")
    .replace("%ICON%", `data:image/svg+xml,${encodeURIComponent(readFileSync(join(root, "src/icon.svg"), "utf8").trim())}`)
    .replace("%SCRIPT%", address(script))
    .replace("%STYLE%", address(style));
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const meta = await bundle();
writeFileSync(join(out, "index.html"), page(meta));
for (const name of ["index.html", "icon.svg"]) used.add(join(root, "src", name));
for (const name of Object.keys(meta.inputs)) if (!/^[a-z]+:/.test(name)) used.add(resolve(root, name));
if (depfile) writeFileSync(depfile, `web_built: ${[...used].map((name) => name.replace(/ /g, "\\ ")).join(" ")}\n`);
writeFileSync(join(dirname(out), "web_built"), "");
