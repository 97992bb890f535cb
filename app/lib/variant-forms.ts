/** Values in the address and the forms of the Variations tab. */

/** Value of `?edit=` for the form that adds all combinations. */
export const allCombinations = "combinations";
