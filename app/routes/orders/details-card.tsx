import { Card, Detail, Details } from "~/components/layout/card";
import { addressLines } from "~/lib/address";
import type { OrderPage } from "~/services/order.server";

export function DetailsCard({ page: { order, timeZone } }: { page: OrderPage }) {
  const customer = `${order.customerFirstName} ${order.customerSurname}`;
  return (
    <Card title="Order Details">
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
              {[order.companyName, order.companyName ? `Attention Of ${customer}` : customer, ...addressLines(order.shippingAddress)]
                .filter(Boolean)
                .join("\n")}
            </address>
          )}
        </Detail>
      </Details>
    </Card>
  );
}
