// eslint.config.mjs: what ESLint looks for in the browser client, in the games' parts of it, and in its tests.
// Formatting is Prettier's. Run both from the root of the project: see CONTRIBUTING.md.
import js from "@eslint/js";
import hooks from "eslint-plugin-react-hooks";
import typescript from "typescript-eslint";

const scripts = { console: "readonly", process: "readonly", URL: "readonly" };
/** In the page, to which a test hands a function. */
const page = {
  document: "readonly",
  innerWidth: "readonly",
  localStorage: "readonly",
  performance: "readonly",
  requestAnimationFrame: "readonly",
};

export default [
  { ignores: ["build*/**", "**/node_modules/**"] },
  js.configs.recommended,
  ...typescript.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ["**/*.ts", "**/*.tsx"] })),
  {
    files: ["**/*.ts", "**/*.tsx"],
    languageOptions: {
      parserOptions: { project: ["web/tsconfig.json", "web/tsconfig.test.json"], tsconfigRootDir: process.cwd() },
    },
    plugins: { "react-hooks": hooks },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  { files: ["**/*.mjs"], languageOptions: { globals: { ...scripts, ...page } } },
];
