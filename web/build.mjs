// build.mjs: bundles the client into a folder.
//
//   node build.mjs WORDS GAMES OUT [ENGINE [DEPFILE]]
//
// WORDS is the folder with the JSON that words.c writes, GAMES the list of games that tools/games.py writes, OUT the
// folder for the bundle, ENGINE is engine.c compiled to WebAssembly, and DEPFILE a file that tells ninja which files
// the bundle was made from.
//
// Every file but index.html has a hash of its content in its name, so that browsers never have to fetch it again.
import * as esbuild from "esbuild";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleOptions, virtualModules } from "./virtual-modules.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const [words, gamesFile, out, engine, depfile] = process.argv.slice(2).map((path) => resolve(path));
/** The files that the bundle is made from. */
const usedFiles = new Set(["build.mjs", "virtual-modules.mjs", "package-lock.json"].map((name) => join(root, name)));

/** Bundles the client and returns what esbuild says about its inputs and outputs. */
async function bundle() {
  const result = await esbuild.build({
    ...bundleOptions,
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
    plugins: [virtualModules({ words, engine, gamesFile, usedFiles })],
  });
  return result.metafile;
}

/** Returns index.html with the addresses of the icon, the script and the style filled in. */
function indexPage({ outputs }) {
  const script = Object.keys(outputs).find(
    (name) => outputs[name].entryPoint?.endsWith("main.tsx") && name.endsWith(".js"),
  );
  const address = (name) => "/assets/" + name.split("/assets/").at(-1);
  const icon = readFileSync(join(root, "src/icon.svg"), "utf8").trim();
  return readFileSync(join(root, "src/index.html"), "utf8")
    .replace("%ICON%", `data:image/svg+xml,${encodeURIComponent(icon)}`)
    .replace("%SCRIPT%", address(script))
    .replace("%STYLE%", address(outputs[script].cssBundle));
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const meta = await bundle();
writeFileSync(join(out, "index.html"), indexPage(meta));
for (const name of ["index.html", "icon.svg"]) usedFiles.add(join(root, "src", name));
for (const name of Object.keys(meta.inputs)) {
  const isVirtual = /^[a-z]+:/.test(name);
  if (!isVirtual) usedFiles.add(resolve(root, name));
}
if (depfile) writeFileSync(depfile, `web_built: ${[...usedFiles].map((name) => name.replace(/ /g, "\\ ")).join(" ")}\n`);
writeFileSync(join(dirname(out), "web_built"), "");
