/** The first option of a select in which something has to be chosen. */
export const choose = { value: "", label: "(Choose)" };
