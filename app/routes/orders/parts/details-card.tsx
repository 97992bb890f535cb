import { useLocation } from "@remix-run/react";
import { lazy } from "react";
import { EditableCard } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { deliveryLines } from "#app/lib/address.ts";
import { detailsCard } from "#app/lib/order-edit.ts";
import { paths } from "#app/lib/paths.ts";
import type { OrderPage } from "#app/services/orders/order.server.ts";

const DetailsForm = lazy(() => import("./details-form.tsx"));

export function DetailsCard({ page }: { page: OrderPage }) {
  const { order, details } = page;
  return (
    <EditableCard
      title="Order Details"
      name={detailsCard}
      canEdit={order.canEditDetails}
      editing={details && detailsCard}
      opensItself
      action={order.canEditDetails && <SupplierLink page={page} />}
      form={(cancelTo) => details && <DetailsForm page={{ ...page, details }} cancelTo={cancelTo} />}
    >
      <ReadDetails page={page} />
    </EditableCard>
  );
}

/** Leads to the dialog that notifies the supplier, or first to the one that chooses it; otherwise says why not. */
function SupplierLink({ page: { order, canAssignSupplier, whyNoNotice } }: { page: OrderPage }) {
  const { search } = useLocation();
  if (whyNoNotice && !canAssignSupplier) return <span className="text-sm text-muted">{whyNoNotice}</span>;
  const path = canAssignSupplier ? paths.assignSupplier(order.id) : paths.notifySupplier(order.id);
  return (
    <Link to={`${path}${search}`} className="button no-print" preventScrollReset>
      {canAssignSupplier ? "Assign Supplier" : "Notify Supplier"}
    </Link>
  );
}

/** The time zone is named where it is not the user's own. */
function shipBySource({ shipByIsGiven, shipByTimeZone }: OrderPage["order"], timeZone: string): string {
  const source = shipByIsGiven ? "Set for this order" : "From the handling days";
  return shipByTimeZone && shipByTimeZone !== timeZone ? `${source} (${shipByTimeZone})` : source;
}

function ReadDetails({ page: { order, timeZone, has, postCodeWarning } }: { page: OrderPage }) {
  return (
    <Details>
      <Detail term="Marketplace">{order.marketplaceName}</Detail>
      <Detail term="Supplier">{order.supplierName}</Detail>
      <Detail term="Order number">{order.marketplaceOrderId}</Detail>
      <Detail term="Order date">{order.orderedAt}</Detail>
      {has.status && <Detail term="Status">{order.statusWord}</Detail>}
      {has.shipBy && (
        <Detail term="Ship by">
          {order.promise && (
            <>
              {order.promise.day}{" "}
              {order.promise.mark && <Pill tone={order.promise.mark.tone}>{order.promise.mark.words}</Pill>}
              <span className="block text-xs text-muted">{shipBySource(order, timeZone)}</span>
            </>
          )}
        </Detail>
      )}
      <Detail term="Customer name">{`${order.customerFirstName} ${order.customerSurname}`}</Detail>
      {order.canEditDetails && <Detail term="Customer email">{order.customerEmail}</Detail>}
      {order.companyName && <Detail term="Company name">{order.companyName}</Detail>}
      <Detail term="Phone number">{order.customerPhoneNumber}</Detail>
      {order.orderNotes && (
        <Detail term="Order notes" isWide>
          {order.orderNotes}
        </Detail>
      )}
      <Detail term="Delivery address" isWide>
        {order.shippingAddress && (
          <>
            <address className="not-italic">{deliveryLines(order, order.shippingAddress).join("\n")}</address>
            {postCodeWarning && <span className="text-warn">{postCodeWarning}</span>}
          </>
        )}
      </Detail>
      {order.notifiedAt && (
        <Detail term="Supplier notified" isWide>
          {order.notifiedAt}
        </Detail>
      )}
    </Details>
  );
}
