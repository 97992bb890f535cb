const noSchemes: string[] = [];

/**
 * The allowed content of rich text: exactly the elements that the editor's toolbar can produce. Options of sanitize-
 * html, which runs in the API on writing, and again in the back office on display.
 */
export const richTextRules = {
  allowedTags: ["p", "br", "strong", "em", "u", "s", "ol", "ul", "li", "sub", "sup"],
  allowedAttributes: { p: ["style"] },
  allowedStyles: { p: { "text-align": [/^(left|right|center|justify)$/], "margin-left": [/^\d{1,3}(px|em|rem)$/] } },
  allowedSchemes: noSchemes,
  transformTags: { b: "strong", i: "em", strike: "s", del: "s", div: "p" },
};

/** True if the HTML contains no visible text, only tags, spaces and non-breaking spaces. */
export function isBlankHtml(html: string): boolean {
  return (
    withoutTags(html)
      .replace(/&nbsp;|&#160;|&#xa0;/gi, " ")
      .replace(/[\s\u00a0\u200b]+/g, "") === ""
  );
}

/** Returns the visible text on one line. */
export function textOfHtml(html: string): string {
  const apart = html.replace(/<(?:\/(?:p|li|ol|ul)|br)\b/g, (tag) => ` ${tag}`);
  return withoutTags(apart)
    .replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => entities[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The entities in stored rich text. */
const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&", nbsp: " " };

/**
 * Removes tags. A `<` without a following `>` is text. The pattern `<[^>]*>` would take quadratic time for many of
 * them.
 */
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
