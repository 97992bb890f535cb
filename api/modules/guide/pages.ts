/** The pages of the guide, which are Markdown files: in `docs/guide`, or beside the bundle. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder =
  ["./guide", "../../../docs/guide"].map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync) ??
  "";

/** In the order of the list and of the links to the previous and the next page. */
const files = [
  "README.md",
  "keys.md",
  "placing-orders.md",
  "cancelling-and-refunding.md",
  "reading-orders.md",
  "stock-and-prices.md",
  "shipments.md",
  "events.md",
  "product-feed.md",
  "limits-and-errors.md",
  "typescript.md",
] as const;

export interface GuideFile {
  name: string;
  /** Below the address of the guide; empty for the first page. */
  slug: string;
  markdown: string;
}

export const guideFiles = (): GuideFile[] =>
  files.map((name) => ({
    name,
    slug: name === "README.md" ? "" : name.replace(/\.md$/, ""),
    markdown: readFileSync(join(folder, name), "utf8"),
  }));
