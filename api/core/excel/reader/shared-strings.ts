/** The texts that cells share: each of those cells contains only the number of its text. */
import type { ArchivedFile } from "./archive.ts";
import { limits, refuse, tooMuch } from "./limits.ts";
import { parse, TextCollector } from "./xml.ts";

/**
 * @param most how many of the first texts are needed; a few more may be returned
 * @throws Refused
 */
export async function readSharedStrings(
  file: ArchivedFile | undefined,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const shared: string[] = [];
  if (!file) return shared;
  const collector = new TextCollector();
  let characters = 0;
  await parse(file, {
    open: (name) => collector.open(name),
    text: (part) => collector.text(part),
    close(name) {
      collector.close(name);
      if (name !== "si") return;
      const text = collector.take();
      characters += text.length;
      if (characters > limits.characters || shared.length >= limits.cells) refuse(tooMuch);
      shared.push(text);
    },
    afterChunk: () => (shared.length >= most ? "enough" : undefined),
  });
  return shared;
}
