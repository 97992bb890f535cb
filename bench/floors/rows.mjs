// The rows of the product's own list, as the floors serve them: read once, from memory afterwards.
import { readFileSync } from "node:fs";

const rows = JSON.parse(readFileSync(process.env.ROWS_FILE, "utf8"));
const pageSize = 20;

export function pageOf(page) {
  return { page, rows: rows.slice((page - 1) * pageSize, page * pageSize) };
}
