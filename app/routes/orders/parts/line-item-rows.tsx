import { LineItemStatus } from "#app/components/text/line-item-status.tsx";
import { dollars, integer } from "#app/lib/format.ts";
import type { ListedOrder } from "#app/services/orders/orders.server.ts";
import { optionsText } from "#contract/rules/options-text.ts";

type Items = NonNullable<ListedOrder["lineItems"]>;

/** The line items of an order, below its row in the list. */
export function LineItemRows({ order, items }: { order: string; items: Items }) {
  return (
    <table className="inner-table w-full border-collapse" aria-label={`Items of ${order}`}>
      <thead className="text-left text-xs text-muted">
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Options</th>
          <th scope="col">SKU</th>
          <th scope="col">Status</th>
          <th scope="col" className="text-right">
            Quantity
          </th>
          <th scope="col" className="text-right">
            Price
          </th>
          <th scope="col" className="text-right">
            Shipping
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <td data-label="Product">{item.productName}</td>
            <td data-label="Options">{optionsText(item.options) || "–"}</td>
            <td data-label="SKU">{item.productSku || "–"}</td>
            <td data-label="Status">
              <LineItemStatus status={item.status} />
            </td>
            <td data-label="Quantity" className="text-right">
              {integer(item.adjustedQuantity)}
            </td>
            <td data-label="Price" className="text-right">
              {dollars(item.purchasePriceIncTax)}
            </td>
            <td data-label="Shipping" className="text-right">
              {dollars(item.adjustedShipping)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
