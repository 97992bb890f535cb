import { Form, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { paths } from "~/lib/paths";
import { chosenItem } from "~/lib/ship-items";
import type { ShownLineItem } from "~/services/order.server";

/** The boxes of the items go with the form of the button. */
export const itemsToShip = { form: "ship-items", field: chosenItem, name: ({ productName }: ShownLineItem) => productName };

/** Without scripts it can always be pressed: what is missing is said then. */
export function ShipSelected({ orderId }: { orderId: number }) {
  const { search } = useLocation();
  const isNoneChosen = useIsNoneChosen();
  const kept = [...new URLSearchParams(search)].filter(([name]) => name !== chosenItem);
  return (
    <Form id={itemsToShip.form} method="get" action={paths.shipItems(orderId)} preventScrollReset className="no-print">
      {kept.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button" disabled={isNoneChosen}>
        Ship Selected
      </button>
    </Form>
  );
}

/** False also where that is not known, which is without scripts. */
function useIsNoneChosen(): boolean {
  const [isNone, setIsNone] = useState(false);
  // After each render, which may have brought other items, and whenever a box is ticked.
  useEffect(() => {
    const follow = () => setIsNone(document.querySelector(`input[name="${chosenItem}"]:checked`) === null);
    follow();
    document.addEventListener("change", follow);
    return () => document.removeEventListener("change", follow);
  });
  return isNone;
}
