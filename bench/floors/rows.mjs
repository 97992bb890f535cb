// The rows of the product's own pages, as the baselines serve them: read once, from memory afterwards.
import { readFileSync } from "node:fs";

const tables = JSON.parse(readFileSync(process.env.ROWS_FILE, "utf8"));

/** Returns a page of the table with this name, from page 1; undefined if there is no such table. */
export function pageOf(name, page) {
  if (!Object.hasOwn(tables, name)) return undefined;
  const { title, headings, pageSize, rows } = tables[name];
  const end = page * pageSize;
  return { title, headings, rows: rows.slice(end - pageSize, end), next: end < rows.length ? page + 1 : undefined };
}
