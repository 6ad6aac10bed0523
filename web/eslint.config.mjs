// eslint.config.mjs: the ESLint rules for the client, for the games' parts of it, and for its tests. Formatting is left to
// Prettier. Both run from the root of the project; tests/browser/meson.build has the commands.
import js from "@eslint/js";
import hooks from "eslint-plugin-react-hooks";
import typescript from "typescript-eslint";

const readonly = (names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

/** What Node has. */
const nodeGlobals = readonly(["console", "process", "URL"]);

/** What a page has: the tests of the client have functions that Playwright runs in the page. */
const pageGlobals = readonly([
  "AudioContext",
  "axe",
  "document",
  "Element",
  "Event",
  "fetch",
  "getComputedStyle",
  "Image",
  "innerHeight",
  "innerWidth",
  "localStorage",
  "location",
  "MouseEvent",
  "navigator",
  "NodeFilter",
  "performance",
  "requestAnimationFrame",
  "URLSearchParams",
  "window",
]);

export default [
  { ignores: ["build*/**", "**/node_modules/**"] },
  js.configs.recommended,
  ...typescript.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ["**/*.ts", "**/*.tsx"] })),
  {
    files: ["**/*.ts", "**/*.tsx"],
    languageOptions: {
      parserOptions: {
        project: ["web/tsconfig.json", "web/tsconfig.test.json", "web/tsconfig.worker.json"],
        tsconfigRootDir: process.cwd(),
      },
    },
    plugins: { "react-hooks": hooks },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  { files: ["**/*.mjs"], languageOptions: { globals: nodeGlobals } },
  { files: ["tests/browser/*.mjs"], languageOptions: { globals: pageGlobals } },
];
