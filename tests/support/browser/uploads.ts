import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "@playwright/test";

/** Larger files go by the disk: Playwright would take seconds to pass 20 MB to the browser. */
const passedAtMost = 100_000;
let folder: string | undefined;
let written = 0;

/** Chooses a file in a file field. */
export async function choose(input: Locator, file: File): Promise<void> {
  const buffer = Buffer.from(await file.arrayBuffer());
  await input.setInputFiles(
    buffer.length > passedAtMost
      ? await pathOf(file.name, buffer)
      : { name: file.name, mimeType: file.type || "application/octet-stream", buffer },
  );
}

/** Writes the file to a folder that this worker removes as it ends. */
async function pathOf(name: string, content: Buffer): Promise<string> {
  if (!folder) {
    const own = mkdtempSync(join(tmpdir(), "countinghouse-uploads-"));
    process.once("exit", () => rmSync(own, { recursive: true, force: true }));
    folder = own;
  }
  written += 1;
  const within = join(folder, String(written));
  await mkdir(within);
  await writeFile(join(within, name), content);
  return join(within, name);
}
