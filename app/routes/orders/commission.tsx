import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { dollars, integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { loadCommission } from "#app/services/orders/commission.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { commissionRules } from "#contract/commission-rules/operations.ts";

const heading = "Why This Commission?";

export const meta = () => title(heading);

type Page = Awaited<ReturnType<typeof loadCommission>>;

export const handle: BreadcrumbHandle<Page> = {
  breadcrumb: ({ order }) => ({
    list: { label: "Orders", path: paths.orders() },
    parent: { label: order.name, path: paths.order(order.id) },
    label: heading,
    rowId: order.id,
  }),
};

export const loader = screenFor(commissionRules.why, loadCommission);

const columns = [{ heading: "No.", isNumber: true }, { heading: "Rule" }, { heading: "What it did" }];

export default function Commission() {
  const { productName, answer, rules, sums } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title={heading} sub="As the item was sold. Later changes of the rules change nothing here." />
      <Card title={productName}>
        <p className="mb-3">{answer}</p>
        <Details>
          <Detail term="Quantity">{integer(sums.quantity)}</Detail>
          <Detail term="Price inc GST">{dollars(sums.goods)}</Detail>
          <Detail term="Shipping inc GST">{dollars(sums.shipping)}</Detail>
          <Detail term="Commission ex GST">{dollars(sums.commissionExTax)}</Detail>
          <Detail term="GST on the commission">{dollars(sums.commissionTax)}</Detail>
          <Detail term="Commission inc GST">{dollars(sums.commission)}</Detail>
        </Details>
      </Card>
      {rules.length > 0 && (
        <Card title="The rules at that time, in their order">
          <CardTable columns={columns} label="Rules">
            {rules.map(({ id, name, outcome, isDeciding }, i) => (
              <tr key={id} className={isDeciding ? "font-semibold" : undefined}>
                <td className="text-right">{integer(i + 1)}</td>
                <td className="[overflow-wrap:anywhere]">{name}</td>
                <td className="min-w-40">{outcome}</td>
              </tr>
            ))}
          </CardTable>
        </Card>
      )}
    </>
  );
}
