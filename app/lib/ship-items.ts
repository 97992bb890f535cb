/** The field, and the parameter, that names the items of an order that are to be shipped. */
export const chosenItem = "item";

/** The query of an address that names everything of the order that is left to ship; empty when nothing is. */
export function allToShip({ lineItems }: { lineItems: readonly { id: number; quantity: { owed: number } }[] }): string {
  const owed = lineItems.filter(({ quantity }) => quantity.owed > 0);
  return new URLSearchParams(owed.map(({ id }) => [chosenItem, String(id)])).toString();
}
