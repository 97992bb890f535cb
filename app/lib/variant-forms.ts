/** Values in the address and the forms of the Variations tab. */

/** Value of `?edit=` for the form that adds all combinations. */
export const allCombinations = "combinations";

/** Query parameter of a new variant's form: the id of the variant whose price, stock rule and dimensions it proposes. */
export const likeVariant = "like";
