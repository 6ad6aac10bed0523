// What build.mjs makes of the catalogue and of data/: see there.
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
