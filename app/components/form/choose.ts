/** The empty first option of a required select. */
export const choose = { value: "", label: "(Choose)" };
