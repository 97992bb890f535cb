/** The field, and the parameter, that names the shipments whose slips are to be printed. */
export const chosenShipment = "Ids";
