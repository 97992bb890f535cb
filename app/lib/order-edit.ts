/** What `?edit=` says on the page of an order, beside the id of an item. */
export const detailsCard = "details";
