import { useLocation } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { CommandButton } from "~/components/form/command-button";
import { Card, Detail, Details } from "~/components/layout/card";
import { addressLines } from "~/lib/address";
import { formId } from "~/lib/form-answer";
import { detailsCard, nothing } from "~/lib/order-edit";
import { withParams } from "~/lib/paths";
import type { OrderPage } from "~/services/order.server";

const DetailsForm = lazy(() => import("./details-form"));

export function DetailsCard({ page }: { page: OrderPage }) {
  const { order, details, commandId } = page;
  const { pathname, search } = useLocation();
  const to = (edit: string) => withParams(`${pathname}${search}`, { edit });
  if (details) {
    return (
      <Card title="Order Details">
        <Suspense>
          <DetailsForm page={{ ...page, details }} cancelTo={to(nothing)} />
        </Suspense>
      </Card>
    );
  }
  const notify = order.canEditDetails && <CommandButton intent="notify" commandId={commandId} label="Notify Supplier" busy="Working..." />;
  return (
    <Card title="Order Details" editTo={order.canEditDetails ? `${to(detailsCard)}#${formId("details")}` : undefined} action={notify}>
      <ReadDetails page={page} />
    </Card>
  );
}

function ReadDetails({ page: { order, timeZone } }: { page: OrderPage }) {
  const customer = `${order.customerFirstName} ${order.customerSurname}`;
  return (
    <Details>
      <Detail term="Marketplace">{order.marketplaceName}</Detail>
      <Detail term="Supplier">{order.supplierName}</Detail>
      <Detail term="Marketplace order id">{order.marketplaceOrderId}</Detail>
      <Detail term="Order date">{`${order.orderedAt} (${timeZone})`}</Detail>
      <Detail term="Customer name">{customer}</Detail>
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
          <address className="not-italic">
            {[order.companyName, order.companyName ? `Attention Of ${customer}` : customer, ...addressLines(order.shippingAddress)].filter(Boolean).join("\n")}
          </address>
        )}
      </Detail>
      {order.notifiedAt && (
        <Detail term="Supplier notified" isWide>
          {`${order.notifiedAt} (${timeZone})`}
        </Detail>
      )}
    </Details>
  );
}
