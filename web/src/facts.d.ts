// What facts.mjs makes of the catalogue, of the games' tables and of their manifests: see there.
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
