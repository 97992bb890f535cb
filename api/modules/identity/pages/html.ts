/** Escaped markup. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | undefined | false | readonly Html[];

/** Template tag that escapes inserted strings; undefined and false insert nothing. */
export function html(parts: TemplateStringsArray, ...inserted: Part[]): Html {
  return new Html(String.raw({ raw: parts }, ...inserted.map(render)));
}

function render(part: Part): string {
  if (part === undefined || part === false) return "";
  if (typeof part === "string") return escapeText(part);
  return part instanceof Html ? part.text : part.map(({ text }) => text).join("");
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
