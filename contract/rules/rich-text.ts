/**
 * What rich text may hold: exactly what the editor's toolbar can make. Options of sanitize-html, which both sides run:
 * the API when it is written, the back office again when it is shown.
 */
export const richTextRules = {
  allowedTags: ["p", "br", "strong", "em", "u", "s", "ol", "ul", "li", "sub", "sup"],
  allowedAttributes: { p: ["style"] },
  allowedStyles: { p: { "text-align": [/^(left|right|center|justify)$/], "margin-left": [/^\d{1,3}(px|em|rem)$/] } },
  allowedSchemes: [] as string[],
  transformTags: { b: "strong", i: "em", strike: "s", del: "s", div: "p" },
};

/** True when nothing to read remains of the HTML once tags, blanks and non-breaking spaces are taken away. */
export function isBlankHtml(html: string): boolean {
  return (
    withoutTags(html)
      .replace(/&nbsp;|&#160;|&#xa0;/gi, " ")
      .replace(/[\s\u00a0\u200b]+/g, "") === ""
  );
}

/** What a person reads of it, in one line. */
export function textOfHtml(html: string): string {
  return withoutTags(html.replaceAll("</", " </")).replace(/\s+/g, " ").trim();
}

/** A `<` that no `>` follows is text. The pattern `<[^>]*>` says the same, but takes quadratic time where there are many of them. */
function withoutTags(html: string): string {
  let text = "";
  for (let at = 0; ; ) {
    const open = html.indexOf("<", at);
    const close = open < 0 ? -1 : html.indexOf(">", open);
    if (close < 0) return text + html.slice(at);
    text += html.slice(at, open);
    at = close + 1;
  }
}
