import sanitizeHtml from "sanitize-html";

/** What rich text may hold: exactly what the editor's toolbar can make. */
const rules: sanitizeHtml.IOptions = {
  allowedTags: ["p", "br", "strong", "em", "u", "s", "ol", "ul", "li", "sub", "sup"],
  allowedAttributes: { p: ["style"] },
  allowedStyles: { p: { "text-align": [/^(left|right|center|justify)$/], "margin-left": [/^\d{1,3}(px|em|rem)$/] } },
  allowedSchemes: [],
  transformTags: { b: "strong", i: "em", strike: "s", del: "s", div: "p" },
};

/** The HTML with everything taken out that the allow-list does not name. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, rules).trim();
}
