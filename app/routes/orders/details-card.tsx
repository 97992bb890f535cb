import { lazy } from "react";
import { CommandButton } from "~/components/form/command-button";
import { Detail, Details, EditableCard } from "~/components/layout/card";
import { deliveryLines } from "~/lib/address";
import { detailsCard } from "~/lib/order-edit";
import type { OrderPage } from "~/services/order.server";

const DetailsForm = lazy(() => import("./details-form"));

export function DetailsCard({ page }: { page: OrderPage }) {
  const { order, details, commandId } = page;
  return (
    <EditableCard
      title="Order Details"
      name={detailsCard}
      canEdit={order.canEditDetails}
      editing={details && detailsCard}
      opensItself
      action={order.canEditDetails && <CommandButton intent="notify" commandId={commandId} label="Notify Supplier" busy="Working..." />}
      form={(cancelTo) => details && <DetailsForm page={{ ...page, details }} cancelTo={cancelTo} />}
    >
      <ReadDetails page={page} />
    </EditableCard>
  );
}

function ReadDetails({ page: { order, timeZone } }: { page: OrderPage }) {
  return (
    <Details>
      <Detail term="Marketplace">{order.marketplaceName}</Detail>
      <Detail term="Supplier">{order.supplierName}</Detail>
      <Detail term="Marketplace order id">{order.marketplaceOrderId}</Detail>
      <Detail term="Order date">{`${order.orderedAt} (${timeZone})`}</Detail>
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
        {order.shippingAddress && <address className="not-italic">{deliveryLines(order, order.shippingAddress).join("\n")}</address>}
      </Detail>
      {order.notifiedAt && (
        <Detail term="Supplier notified" isWide>
          {`${order.notifiedAt} (${timeZone})`}
        </Detail>
      )}
    </Details>
  );
}
