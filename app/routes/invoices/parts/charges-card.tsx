import { Fragment } from "react";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { dollars } from "#app/lib/format.ts";
import type { InvoicePage } from "#app/services/invoices/invoices.server.ts";
import { RowAnswer } from "./row-answer.tsx";

const columns = [
  { heading: "Day" },
  { heading: "Description" },
  { heading: "Ex GST", isNumber: true },
  { heading: "GST", isNumber: true },
  { heading: "Total", isNumber: true },
];

const amount = "whitespace-nowrap text-right";

/** The charges by the marketplace, which are a tax invoice of their own. */
export function ChargesCard({ invoice }: { invoice: InvoicePage }) {
  const { charges, chargesTitle, marketplace, number, supplierName, notifiedAt } = invoice;
  return (
    <Card title="Charges and Credits">
      <p className="mb-6 text-xs text-muted [overflow-wrap:anywhere]">
        {chargesTitle} {number}-F of {marketplace.legalName} to {supplierName}. The supplier pays charges, and is paid
        credits, which are below zero.
      </p>
      <CardTable columns={columns} label="Charges and Credits">
        {charges.map((charge) => (
          <Fragment key={charge.id}>
            <tr className={notifiedAt && "[&>td]:border-b-0 print:[&>td]:border-b"}>
              <td className="whitespace-nowrap">{charge.dayText}</td>
              <td className="min-w-40 [overflow-wrap:anywhere]">
                {charge.description}
                <span className="block text-xs text-muted">{charge.kindName}</span>
                {charge.untaxed && <span className="block text-xs text-muted">No GST</span>}
              </td>
              <td className={amount}>{dollars(charge.amountExTax)}</td>
              <td className={amount}>{dollars(charge.amountTax)}</td>
              <td className={amount}>{dollars(charge.amountIncTax)}</td>
            </tr>
            {notifiedAt && <RowAnswer invoice={invoice} row={charge} width={columns.length} />}
          </Fragment>
        ))}
      </CardTable>
    </Card>
  );
}
