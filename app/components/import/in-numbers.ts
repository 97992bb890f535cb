import { integer } from "~/lib/format";

/** `0 rows`, `1 row`, `2 rows`: in a summary, where every line has a number. */
export const inNumbers = (count: number, noun: string) => `${integer(count)} ${noun}${count === 1 ? "" : "s"}`;
