/** Values of `?edit=` on the order page, in addition to line item ids. */
export const detailsCard = "details";
