/** The texts of the page in one language; `build/locales.ts` makes them from the catalogues. */
declare module "virtual:locale/*" {
  const texts: Readonly<Record<import("./lib/keys").Key, string>>;
  export default texts;
}
