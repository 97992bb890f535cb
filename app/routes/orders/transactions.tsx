import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { dollars, integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { loadTransactions } from "#app/services/orders/order.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { orders } from "#contract/orders/operations.ts";

const heading = "Item Transactions";

export const meta = () => title(heading);

type Page = Awaited<ReturnType<typeof loadTransactions>>;

export const handle: BreadcrumbHandle<Page> = {
  breadcrumb: ({ order }) => ({
    list: { label: "Orders", path: paths.orders() },
    parent: { label: order.name, path: paths.order(order.id) },
    label: heading,
    rowId: order.id,
  }),
};

export const loader = screenFor(orders.lineItemTransactions, loadTransactions);

const columns = [
  { heading: "Date" },
  { heading: "Type" },
  { heading: "Quantity", isNumber: true },
  { heading: "Purchase", isNumber: true },
  { heading: "Commission", isNumber: true },
  { heading: "Shipping", isNumber: true },
  { heading: "Comment" },
];

const amountClass = "whitespace-nowrap text-right";

export default function ItemTransactions() {
  const { productName, transactions } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title={heading} sub="Amounts inc GST." />
      <Card title={productName}>
        <CardTable columns={columns} label={heading}>
          {transactions.map(({ id, at, type, quantity, purchase, commission, shipping, comment }) => (
            <tr key={id}>
              <td className="whitespace-nowrap">{at}</td>
              <td>{type}</td>
              <td className={amountClass}>{integer(quantity)}</td>
              <td className={amountClass}>{dollars(purchase)}</td>
              <td className={amountClass}>{dollars(commission)}</td>
              <td className={amountClass}>{dollars(shipping)}</td>
              <td className="min-w-40 whitespace-pre-line">{comment}</td>
            </tr>
          ))}
        </CardTable>
      </Card>
    </>
  );
}
