// quotes.ts: a text with quotation marks inside other quotation marks, or with brackets inside others.

/** The marks inside others: “ ” in English and « » in French, as the catalogues write them, with what stands for them there. */
const INNER: [RegExp, string][] = [
  [/“/g, "‘"],
  [/”/g, "’"],
  [/«[ \u00a0\u202f]?/g, "“"],
  [/[ \u00a0\u202f]?»/g, "”"],
];

/** Returns a text as it is written inside quotation marks: those that it has itself become the inner ones. */
export const quotedInside = (text: string): string =>
  INNER.reduce((changed, [mark, inner]) => changed.replace(mark, inner), text);

/** Returns a text in which no brackets stand inside others: "Antonov (Ann (Kiev))" is "Antonov (Ann, Kiev)". */
export const withoutInnerBrackets = (text: string): string => text.replace(/(\([^()]*?) ?\(([^()]*)\)/g, "$1, $2");
