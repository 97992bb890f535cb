import { integer } from "#app/lib/format.ts";

/** Returns `0 rows`, `1 row` or `2 rows`, for summaries in which every line starts with a number. */
export const inNumbers = (count: number, noun: string, plural = `${noun}s`) =>
  `${integer(count)} ${count === 1 ? noun : plural}`;
