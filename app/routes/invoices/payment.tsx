import { invoices } from "@contract/invoices/operations.ts";
import { Link, useLoaderData } from "@remix-run/react";
import { ExportForm } from "~/components/export/export-button";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { Card, Detail, Details } from "~/components/layout/card";
import { CardTable } from "~/components/layout/card-table";
import { Heading } from "~/components/layout/heading";
import { BankDetailsChanged } from "~/components/text/bank-details-changed";
import { countOf, dollars } from "~/lib/format";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { loadPayment, type PaymentPage } from "~/services/invoice-payments.server";
import { screenFor } from "~/services/route.server";

const heading = "Payment";

export const meta = ({ data }: { data?: PaymentPage }) => title(data ? `${heading} ${data.number}` : heading);

export const handle: BreadcrumbHandle<PaymentPage> = {
  breadcrumb: ({ id, number }) => ({ list: { label: "Payments", path: paths.payments() }, label: number, rowId: id }),
};

export const loader = screenFor(invoices.paymentRun, loadPayment);

const columns = [
  { heading: "Supplier" },
  { heading: "Account" },
  { heading: "Reference" },
  { heading: "Invoices" },
  { heading: "Amount", isNumber: true },
];

export default function Payment() {
  const payment = useLoaderData<typeof loader>();
  const { payments, total, invoiceCount } = payment;
  return (
    <div className="invoice-paper">
      <Heading
        title={`${heading} ${payment.number}`}
        sub={`${countOf(payments.length, "supplier")}, ${countOf(invoiceCount, "invoice")}, ${dollars(total)}`}
      >
        <ExportForm
          path={paths.paymentFile(payment.id)}
          fileName={`${payment.number}.aba`}
          label="Download file"
          className="button button-primary"
        >
          {null}
        </ExportForm>
      </Heading>
      <Card title="Details">
        <Details>
          <Detail term="Bank date">{payment.bankDay}</Detail>
          <Detail term="Total">{dollars(total)}</Detail>
          <Detail term="Made">{payment.madeAt}</Detail>
          <Detail term="By">{payment.madeBy}</Detail>
          <Detail term="SHA-256 of the file" isWide>
            {payment.sha256}
          </Detail>
        </Details>
      </Card>
      <Card title="Suppliers">
        <CardTable columns={columns} label="Suppliers">
          {payments.map((each) => (
            <SupplierRow key={each.supplierId} payment={each} />
          ))}
        </CardTable>
      </Card>
    </div>
  );
}

function SupplierRow({
  payment: { supplierId, supplierName, account, changedAt, reference, invoices: paid, amount },
}: {
  payment: PaymentPage["payments"][number];
}) {
  return (
    <tr>
      <td className="min-w-32 [overflow-wrap:anywhere]">
        <Link to={paths.supplier(supplierId)} className="link">
          {supplierName}
        </Link>
      </td>
      <td className="min-w-40 [overflow-wrap:anywhere]">
        {account}
        <span className="block">
          <BankDetailsChanged at={changedAt} />
        </span>
      </td>
      <td className="whitespace-nowrap">{reference}</td>
      <td>
        <ul className="grid gap-1.5">
          {paid.map(({ id, number }) => (
            <li key={id}>
              <Link to={paths.invoice(id)} className="link whitespace-nowrap">
                {number}
              </Link>
            </li>
          ))}
        </ul>
      </td>
      <td className="whitespace-nowrap text-right">{dollars(amount)}</td>
    </tr>
  );
}
