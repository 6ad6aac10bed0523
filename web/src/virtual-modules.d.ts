// The types of the modules that virtual-modules.mjs makes from the catalogue of words, the games' tables and manifests.

/** What a game declares: the parts of its views, the attributes of the names in its lists, and the figures of a new game. */
declare module "declared:*" {
  type Value = string | number | null | (string | number | null)[];
  const declared: {
    fields: Record<string, { kind: "number" | "name" | "set" | "table"; each: string | null; is: string | null }>;
    attributes: Record<string, Record<string, { label: string; [attribute: string]: Value }>>;
    figures: import("client/core/situation").Figures;
  };
  export default declared;
}
/** The JSON that words.c writes. */
declare module "words:*" {
  const value: unknown;
  export default value;
}
/** A CSV table of a game, without the column of provenances. */
declare module "table:*" {
  const rows: Record<string, string>[];
  export default rows;
}
/** The bytes of the state with which a lesson begins, in base64. */
declare module "position:*" {
  const bytes: string;
  export default bytes;
}
declare module "*.css";
declare module "*.svg" {
  const text: string;
  export default text;
}
/** The address of the engine; "" in tests, which have none. */
declare module "engine.wasm" {
  const address: string;
  export default address;
}
/** What the games bring to the client: see core/games.ts. */
declare module "games:list" {
  export const list: unknown;
}
/** The styles of all boards. */
declare module "games:styles";

/** Known answers for tests. */
declare module "*.txt" {
  const text: string;
  export default text;
}
