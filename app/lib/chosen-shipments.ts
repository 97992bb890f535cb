/** Name of the field and query parameter with the ids of the chosen shipments. */
export const chosenShipment = "Ids";
