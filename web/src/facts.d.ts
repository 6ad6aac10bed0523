// What facts.mjs makes of the catalogue, of the games' tables and of their manifests: see there.
/** What a game declares: the parts of its views, what the names of its lists carry, and the figures of a new game. */
declare module "declared:*" {
  type Value = string | number | null | (string | number | null)[];
  const declared: {
    fields: Record<string, { kind: "number" | "name" | "set" | "table"; each: string | null; is: string | null }>;
    attributes: Record<string, Record<string, { label: string; [attribute: string]: Value }>>;
    figures: import("client/core/situation").Figures;
  };
  export default declared;
}
declare module "words:*" {
  const value: unknown;
  export default value;
}
declare module "table:*" {
  const rows: Record<string, string>[];
  export default rows;
}
declare module "*.css";
declare module "engine.wasm" {
  const address: string;
  export default address;
}
declare module "games:list" {
  export const list: unknown;
}
declare module "games:styles";
