import { Card } from "~/components/layout/card";
import type { OrderPage } from "~/services/order.server";
import { LineItem } from "./line-item";

export function ProductsCard({ page }: { page: OrderPage }) {
  const { lineItems } = page.order;
  return (
    <Card title="Ordered Products">
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
