/** NUL and lone surrogates: no keyboard produces them, and a database cannot store them. */
const unprintable = /[\u0000]|\p{Surrogate}/u;
const everyUnprintable = /[\u0000]|\p{Surrogate}/gu;

export const isPrintable = (text: string): boolean => !unprintable.test(text);

/**
 * Returns the text without characters that a database cannot store. For what comes from outside without a form, which
 * would refuse it: names in archives, cells of files, answers of other servers.
 */
export const printable = (text: string): string => (unprintable.test(text) ? text.replace(everyUnprintable, "") : text);

/** Parses JSON of another program, whose texts become printable. @throws SyntaxError */
export function parsePrintable(json: string): unknown {
  return JSON.parse(json, (_key, value: unknown) => (typeof value === "string" ? printable(value) : value));
}
