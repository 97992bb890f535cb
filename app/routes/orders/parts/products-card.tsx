import { useLocation } from "@remix-run/react";
import { ChosenButtons } from "#app/components/chosen/chosen-buttons.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { dollars } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { allToShip } from "#app/lib/ship-items.ts";
import type { OrderPage } from "#app/services/orders/order.server.ts";
import { itemsToShip, LineItem } from "./line-item.tsx";

export function ProductsCard({ page }: { page: OrderPage }) {
  const { id, lineItems, total, canCancelItems, canEditDetails, canUpdateLineItemStatus } = page.order;
  const { search } = useLocation();
  const allItems = allToShip(page.order);
  const buttons = (
    <>
      {canUpdateLineItemStatus && (
        <ChosenButtons chosen={itemsToShip} actions={[{ path: paths.shipItems(id), label: "Ship Selected" }]} />
      )}
      {canUpdateLineItemStatus && allItems && (
        <Link
          to={`${paths.shipItems(id)}?${allItems}${search.replace("?", "&")}`}
          className="button no-print"
          preventScrollReset
        >
          Ship All
        </Link>
      )}
      {canCancelItems && allItems && (
        <Link to={`${paths.cancelItems(id)}${search}`} className="button button-danger no-print" preventScrollReset>
          Cancel Order
        </Link>
      )}
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
        <p className="text-muted">This order has no items yet.</p>
      ) : (
        <>
          <ul className="-mt-3.5 divide-y divide-line">
            {lineItems.map((item) => (
              <LineItem key={item.id} item={item} page={page} />
            ))}
          </ul>
          {canCancelItems && lineItems.some(({ canDelete }) => canDelete) && (
            <p className="no-print pb-3 text-xs text-muted">
              Cancel Item refunds what has not been shipped and keeps the item in the order. Delete is for an item that
              was entered by mistake.
            </p>
          )}
          <p className="border-t border-line pt-3 text-right">
            <span className="text-muted">
              Products {dollars(total.products)}, shipping {dollars(total.shipping)}
            </span>{" "}
            <span className="ml-2 whitespace-nowrap font-semibold">Order total {dollars(total.both)} inc GST</span>
          </p>
        </>
      )}
    </Card>
  );
}
