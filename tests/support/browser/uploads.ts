import type { Locator } from "@playwright/test";

/** Chooses a file in a file field. */
export async function choose(input: Locator, file: File): Promise<void> {
  await input.setInputFiles({
    name: file.name,
    mimeType: file.type || "application/octet-stream",
    buffer: Buffer.from(await file.arrayBuffer()),
  });
}
