/** WordPress answers in HTML, where plain text is needed. */

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const highestCodePoint = 0x10ffff;

const character = (code: number, otherwise: string) =>
  code > 0 && code <= highestCodePoint ? String.fromCodePoint(code) : otherwise;

/** Replaces character references, such as `&amp;` and `&#8211;`. */
export const decoded = (html: string): string =>
  html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (reference, decimal, hexadecimal, name) => {
    if (decimal) return character(Number(decimal), reference);
    if (hexadecimal) return character(Number.parseInt(hexadecimal, 16), reference);
    return named[name.toLowerCase()] ?? reference;
  });

const longestSentence = 500;

/** Returns a message of the shop without tags, as a sentence. */
export function sentence(html: string): string {
  const plain = decoded(html.slice(0, 4 * longestSentence).replace(/<[^<>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longestSentence);
  return plain === "" || /[.!?]$/.test(plain) ? plain : `${plain}.`;
}
