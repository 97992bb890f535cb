import { Link, useLocation } from "@remix-run/react";
import { ChosenButton } from "~/components/chosen/chosen-button";
import { Card } from "~/components/layout/card";
import { paths } from "~/lib/paths";
import type { OrderPage } from "~/services/order.server";
import { itemsToShip, LineItem } from "./line-item";

export function ProductsCard({ page }: { page: OrderPage }) {
  const { id, lineItems, canEditDetails, canUpdateLineItemStatus } = page.order;
  const { search } = useLocation();
  const buttons = (
    <>
      {canUpdateLineItemStatus && <ChosenButton chosen={itemsToShip} action={paths.shipItems(id)} label="Ship Selected" />}
      {canEditDetails && (
        <Link to={`${paths.newLineItem(id)}${search}`} className="button no-print">
          Add
        </Link>
      )}
    </>
  );
  return (
    <Card title="Ordered Products" action={buttons}>
      {lineItems.length === 0 ? (
        <p className="text-muted">Nothing is in this order yet.</p>
      ) : (
        <ul className="-my-3.5 divide-y divide-line">
          {lineItems.map((item) => (
            <LineItem key={item.id} item={item} page={page} />
          ))}
        </ul>
      )}
    </Card>
  );
}
