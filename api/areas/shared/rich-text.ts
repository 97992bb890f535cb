import sanitizeHtml from "sanitize-html";
import { richTextRules } from "#contract/rules/rich-text.ts";

/** Removes everything from the HTML that is not in the allow-list. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, richTextRules).trim();
}
