/** The field, and the parameter, that names the items of an order that are to be shipped. */
export const chosenItem = "item";
