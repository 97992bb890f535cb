/** Parses the XML files of a workbook. */
import { SaxesParser } from "saxes";
import type { ArchivedFile } from "./archive.ts";
import { limits, notAWorkbook, orNoWorkbook, refuse, tooLong, tooMuch } from "./limits.ts";

export type Attributes = Readonly<Partial<Record<string, string>>>;

/** Called with the local names of tags: some programs write `x:row` for `row`. */
export interface TagHandlers {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

interface Handlers extends TagHandlers {
  /** Called after each chunk of the file, which is when the caller can wait, or say that it has read "enough". */
  afterChunk?(): Promise<void> | "enough" | undefined;
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** The parser collects a text or an attribute until its end. No valid one has as many characters. */
const longestPart = 1_000_000;

/** @throws Refused when the file is damaged or isn't XML, or a handler refuses it */
export async function parse(file: ArchivedFile, handlers: Handlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: false as const, position: false });
  parser.on("error", () => refuse(notAWorkbook));
  parser.on("opentag", ({ name, attributes }) => handlers.open?.(localName(name), attributes));
  parser.on("closetag", ({ name }) => handlers.close?.(localName(name)));
  parser.on("text", (text) => handlers.text?.(text));
  const read = async () => {
    for await (const chunk of file.text()) {
      parser.write(chunk);
      if (unfinishedText(parser).length > longestPart) refuse(tooMuch);
      if ((await handlers.afterChunk?.()) === "enough") return;
    }
    parser.close();
  };
  await orNoWorkbook(read());
}

/** The types of saxes leave out this property, because it is internal. */
const unfinishedText = (parser: object) => (parser as { text: string }).text;

/** `_x0041_` stands for "A". Not for zero or halves of surrogate pairs, which no text may contain. */
const escaped = /_x(?!0000|[Dd][89A-Fa-f])([\dA-Fa-f]{4})_/g;

export const unescaped = (text: string): string =>
  text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Collects the text of `<t>` elements, except those in `<rPh>`, which say how it is pronounced. */
export class TextCollector {
  #phonetic = 0;
  #isText = false;
  #collected = "";

  open(name: string): void {
    if (name === "rPh") this.#phonetic++;
    this.#isText = name === "t" && this.#phonetic === 0;
  }

  close(name: string): void {
    if (name === "rPh") this.#phonetic--;
    if (name === "t") this.#isText = false;
  }

  /** @throws Refused when the text is longer than a cell may be */
  text(part: string): void {
    if (!this.#isText) return;
    this.#collected += part;
    if (this.#collected.length > limits.cellCharacters) refuse(tooLong);
  }

  /** Returns the text, and begins a new one. */
  take(): string {
    const text = unescaped(this.#collected);
    this.#collected = "";
    return text;
  }
}
