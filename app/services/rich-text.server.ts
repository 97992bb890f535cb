import { richTextRules } from "@contract/rules/rich-text.ts";
import sanitizeHtml from "sanitize-html";

/** Rich text that is safe to put into a page, whichever API it came from. */
export function safeHtml(html: string | null | undefined): string {
  return sanitizeHtml(html ?? "", richTextRules);
}
