// template.ts: texts of the catalogue with holes, filled as src/text/template.c fills them.

export type Language = "en" | "fr";

/** Returns a number, or a text, as it is printed: a negative number with a minus sign instead of a hyphen. */
export const printed = (arg: string | number): string => String(arg).replace(/^-(?=\d+$)/, "−");

/**
 * Fills the holes of a template. {0} is the first argument; {0+} is that number with its sign; {1|point|points} is the
 * first word if the second argument is the number one, otherwise the second word; {2?, +# for the office} is its text,
 * with the third argument for #, unless that is the number zero.
 */
export function fill(template: string, args: (string | number)[], inLanguage: Language): string {
  const hole = /\{(\d)(?:(\+)|\?([^}]*)|\|([^|}]*)(?:\|([^}]*))?)?\}/g;
  return template.replace(
    hole,
    (_hole, n: string, signed?: string, unlessZero?: string, singular?: string, plural?: string) => {
      const arg = args[Number(n)] ?? "";
      if (signed !== undefined) return Number(arg) > 0 ? `+${arg}` : printed(arg);
      if (unlessZero !== undefined)
        return arg === "" || Number(arg) === 0 ? "" : unlessZero.replaceAll("#", printed(arg));
      if (singular === undefined) return printed(arg);
      const count = Number(arg);
      const isSingular = count === 1 || (inLanguage === "fr" && count === 0);
      return plural === undefined || isSingular ? singular : plural;
    },
  );
}
