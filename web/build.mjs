// build.mjs: bundles the client into a folder.
//
//   node build.mjs WORDS GAMES OUT [ENGINE [DEPFILE [ICONS [LICENCES]]]]
//
// WORDS is the folder with the JSON that words.c writes, GAMES the list of games that tools/games.py writes, OUT the
// folder for the bundle, ENGINE is engine.c compiled to WebAssembly, DEPFILE a file that tells ninja which files the
// bundle was made from, ICONS the folder with the PNG files that tools/icons.py draws, and LICENCES the file with the
// licences of all that is shipped.
//
// Every file in assets/ has a hash of its content in its name, so that browsers never have to fetch it again. The others
// are index.html, the service worker, and what systems read that install the client: the manifest and the icons.
import * as esbuild from "esbuild";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleOptions, virtualModules } from "./virtual-modules.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const [words, gamesFile, out, engine, depfile, icons, licences] = process.argv.slice(2).map((path) => resolve(path));
/** The files that the bundle is made from. */
const usedFiles = new Set(["build.mjs", "virtual-modules.mjs", "package-lock.json"].map((name) => join(root, name)));

/** Bundles the client and returns what esbuild says about its inputs and outputs. */
async function bundle() {
  const result = await esbuild.build({
    ...bundleOptions,
    entryPoints: { app: "src/main.tsx", boards: "src/boards.ts" },
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

/** Returns index.html with the addresses of the icon, the script and the styles filled in. */
function indexPage({ outputs }) {
  const builtFrom = (file) =>
    Object.keys(outputs).find((name) => outputs[name].entryPoint?.endsWith(file) && name.endsWith(".js"));
  const script = builtFrom("main.tsx");
  const address = (name) => "/assets/" + name.split("/assets/").at(-1);
  const icon = readFileSync(join(root, "src/icon.svg"), "utf8").trim();
  return readFileSync(join(root, "src/index.html"), "utf8")
    .replace("%ICON%", `data:image/svg+xml,${encodeURIComponent(icon)}`)
    .replace("%SCRIPT%", address(script))
    .replace("%BOARD_STYLES%", address(outputs[builtFrom("boards.ts")].cssBundle))
    .replace("%STYLE%", address(outputs[script].cssBundle));
}

/** Copies the manifest and the icons that it names. */
function copyInstallFiles() {
  copyFileSync(join(root, "src/manifest.webmanifest"), join(out, "manifest.webmanifest"));
  for (const name of icons ? readdirSync(icons) : [])
    if (name.endsWith(".png")) copyFileSync(join(icons, name), join(out, name));
}

/** The client shows the licences of all that is shipped, which is no more than what package.json depends on. */
function copyLicences({ inputs }) {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const name of Object.keys(inputs)) {
    const used = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name)?.[1];
    if (used && !(used in dependencies)) throw new Error(`${used} is shipped, but its licence would not be`);
  }
  if (licences) copyFileSync(licences, join(out, "licences.txt"));
}

/** Returns the paths of all files that were built so far, as a page asks for them. */
const builtFiles = () =>
  readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(out.length))
    .map((path) => (path === "/index.html" ? "/" : path))
    .sort();

/** Bundles the service worker, which keeps these files. Its version follows from what is in all of them. */
async function bundleWorker(files) {
  const version = createHash("sha256");
  for (const path of files) version.update(path).update(readFileSync(join(out, path === "/" ? "index.html" : path)));
  const result = await esbuild.build({
    ...bundleOptions,
    entryPoints: { worker: "src/worker/worker.ts" },
    format: "iife",
    target: "es2022",
    minify: true,
    outdir: out,
    define: {
      KEPT_FILES: JSON.stringify(files),
      KEPT_VERSION: JSON.stringify(version.digest("hex").slice(0, 16)),
    },
    metafile: true,
  });
  return result.metafile;
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const meta = await bundle();
writeFileSync(join(out, "index.html"), indexPage(meta));
// Styles alone make an empty script, which nobody needs.
for (const name of readdirSync(join(out, "assets")))
  if (statSync(join(out, "assets", name)).size === 0) rmSync(join(out, "assets", name));
copyInstallFiles();
copyLicences(meta);
const workerMeta = await bundleWorker(builtFiles());
for (const name of ["index.html", "icon.svg", "manifest.webmanifest"]) usedFiles.add(join(root, "src", name));
for (const name of [meta, workerMeta].flatMap(({ inputs }) => Object.keys(inputs))) {
  const isVirtual = /^[a-z]+:/.test(name);
  if (!isVirtual) usedFiles.add(resolve(root, name));
}
if (depfile)
  writeFileSync(depfile, `web_built: ${[...usedFiles].map((name) => name.replace(/ /g, "\\ ")).join(" ")}\n`);
writeFileSync(join(dirname(out), "web_built"), "");
