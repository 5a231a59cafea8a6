// The rules of the UI: types are used, hooks are sound, everything can be reached without a mouse, and rooms keep to
// their floors: ipc alone knows the host, shared knows no feature, features do not know each other.
import js from "@eslint/js";
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import globals from "globals";
import { readdirSync } from "node:fs";
import ts from "typescript-eslint";

const host = {
  group: ["@tauri-apps/*"],
  message: "Only src/ipc talks to the host; import from src/ipc instead.",
};
const forbid = (...patterns) => ({
  "no-restricted-imports": ["error", { patterns: [host, ...patterns] }],
});

const features = readdirSync(new URL("./src/features", import.meta.url));
const apart = features.map((name) => ({
  files: [`src/features/${name}/**`],
  rules: forbid(
    {
      regex: `(^|/)(${features.filter((other) => other !== name).join("|")})(/|$)`,
      message: "Features do not import each other; what both need belongs into src/shared.",
    },
    { regex: "(^|/)app(/|$)", message: "The frame imports features, not the other way round." },
  ),
}));

export default ts.config(
  { ignores: ["dist", "node_modules", "src/ipc/bindings.ts"] },
  js.configs.recommended,
  ...ts.configs.recommendedTypeChecked,
  a11y.flatConfigs.recommended,
  hooks.configs.flat.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: { allowDefaultProject: ["eslint.config.js"] }, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      ...forbid(),
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "max-lines": ["error", { max: 500 }],
      // Words of documents are somebody else's: they become text, never markup.
      "no-restricted-syntax": [
        "error",
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: "Text is shown as text." },
        { selector: "AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]", message: "Text is shown as text." },
        { selector: "CallExpression[callee.property.name='insertAdjacentHTML']", message: "Text is shown as text." },
      ],
      // The window talks to the program only, and keeps nothing of its own.
      "no-restricted-globals": ["error", "fetch", "XMLHttpRequest", "WebSocket", "localStorage", "sessionStorage", "indexedDB"],
      // A dialog that opens says where its focus begins; pages never do.
      "jsx-a11y/no-autofocus": "off",
      // The rule speaks of the React compiler, which is not used.
      "react-hooks/incompatible-library": "off",
    },
  },
  { files: ["src/**"], rules: { "max-lines-per-function": ["warn", { max: 90, skipComments: true, skipBlankLines: true }] } },
  ...apart,
  {
    files: ["src/shared/**"],
    rules: forbid({ regex: "(^|/)(features|app)(/|$)", message: "Shared parts know no feature and no frame." }),
  },
  { files: ["src/ipc/**", "tests/**"], rules: { "no-restricted-imports": "off" } },
  { files: ["eslint.config.js"], ...ts.configs.disableTypeChecked },
  { files: ["tests/**"], languageOptions: { globals: globals.node } },
);
