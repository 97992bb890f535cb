import sanitizeHtml from "sanitize-html";
import { richTextRules } from "#contract/rules/rich-text.ts";

/** Sanitises rich text, whichever API it comes from. */
export function safeHtml(html: string | null | undefined): string {
  return sanitizeHtml(html ?? "", richTextRules);
}
