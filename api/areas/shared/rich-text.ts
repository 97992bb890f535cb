import sanitizeHtml from "sanitize-html";
import { richTextRules } from "#contract/rules/rich-text.ts";

/** The HTML with everything taken out that the allow-list does not name. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, richTextRules).trim();
}
