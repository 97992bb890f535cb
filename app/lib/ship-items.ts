/** Name of the field and query parameter with the line items to ship. */
export const chosenItem = "item";

/** Returns the query string that names everything left to ship; empty if there is nothing. */
export function allToShip({ lineItems }: { lineItems: readonly { id: number; quantity: { owed: number } }[] }): string {
  const owed = lineItems.filter(({ quantity }) => quantity.owed > 0);
  return new URLSearchParams(owed.map(({ id }) => [chosenItem, String(id)])).toString();
}
