import { richTextRules } from "@contract/rules/rich-text.ts";
import sanitizeHtml from "sanitize-html";

/** Sanitises rich text, whichever API it comes from. */
export function safeHtml(html: string | null | undefined): string {
  return sanitizeHtml(html ?? "", richTextRules);
}
