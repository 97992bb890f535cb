/** Words for counted things. */

/** For example "3 shipments". */
export const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${inNumbers(count)} ${count === 1 ? noun : plural}`;

const inNumbers = (count: number) => count.toLocaleString("en-AU");

type Count = readonly [label: string, count: number, noun?: string, plural?: string];

/** For example "Created: 3 rows. Cells changed: 12." */
export const sentencesOf = (counts: readonly Count[]) =>
  counts
    .map(([label, count, noun, plural]) => `${label}: ${noun ? counted(count, noun, plural) : inNumbers(count)}.`)
    .join(" ");
