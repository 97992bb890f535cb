import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { ExportForm } from "#app/components/export/export-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { BankDetailsChanged } from "#app/components/text/bank-details-changed.tsx";
import { countOf, dollars } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { paymentPaths } from "#app/lib/payment-paths.ts";
import { title } from "#app/lib/title.ts";
import { loadPayment, type PaymentPage } from "#app/services/invoices/payments.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

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
        <Steps payment={payment} />
      </Heading>
      <Card title="Details">
        <Details>
          <Detail term="Bank date">{payment.bankDay}</Detail>
          <Detail term="Total">
            {dollars(total)}
            {payment.withheld && <span className="block text-xs text-muted">{payment.withheld}</span>}
          </Detail>
          <Detail term="Made">{payment.madeAt}</Detail>
          <Detail term="By">{payment.madeBy}</Detail>
          <Detail term="State" isWide>
            <State payment={payment} />
          </Detail>
          {payment.sha256 && (
            <Detail term="SHA-256 of the file" isWide>
              {payment.sha256}
            </Detail>
          )}
        </Details>
      </Card>
      <Card title="Suppliers">
        <CardTable columns={columns} label="Suppliers">
          {payments.map((each) => (
            <SupplierRow key={each.supplierId} runId={payment.id} payment={each} />
          ))}
        </CardTable>
      </Card>
      <Outlet />
    </div>
  );
}

interface Props {
  payment: PaymentPage;
}

/** The file of a released payment, or what can be done with one that waits. */
function Steps({ payment: { id, number, state, canRelease, canCancel } }: Props) {
  const { search } = useLocation();
  if (state === "released")
    return (
      <ExportForm
        path={paths.paymentFile(id)}
        fileName={`${number}.aba`}
        label="Download file"
        className="button button-primary"
      >
        {null}
      </ExportForm>
    );
  return (
    <>
      {canCancel && (
        <Link to={`${paymentPaths.cancel(id)}${search}`} className="button" preventScrollReset>
          Cancel Payment
        </Link>
      )}
      {canRelease && (
        <Link to={`${paymentPaths.release(id)}${search}`} className="button button-primary" preventScrollReset>
          Release
        </Link>
      )}
    </>
  );
}

function State({ payment: { state, isOwn, canRelease, released, cancelled } }: Props) {
  if (cancelled)
    return (
      <>
        {`Cancelled ${cancelled.at}${cancelled.by ? ` by ${cancelled.by}` : ""}: ${cancelled.reason}`}
        <span className="block text-xs text-muted">It never had a file, and its invoices can be paid again.</span>
      </>
    );
  if (released)
    return (
      <>
        {`Released ${released.at}${released.by ? ` by ${released.by}` : ""}`}
        {released.isAlone && (
          <span className="block text-warn">
            Released by the same person: nobody else was allowed to release payments.
          </span>
        )}
      </>
    );
  if (state === "released") return "Released";
  return (
    <>
      Not released yet: there is no file for the bank, and no supplier has been told.
      {isOwn && !canRelease && (
        <span className="block text-warn">You made this payment, so somebody else has to release it.</span>
      )}
    </>
  );
}

interface RowProps {
  runId: number;
  payment: PaymentPage["payments"][number];
}

function SupplierRow({ runId, payment }: RowProps) {
  const { supplierId, supplierName, account, changedAt, reference, adviceTo, invoices: paid, amount } = payment;
  const { statementPath, withheld } = payment;
  return (
    <tr>
      <td className="min-w-32 [overflow-wrap:anywhere]">
        <Link to={paths.supplier(supplierId)} className="link block w-fit py-1">
          {supplierName}
        </Link>
        {statementPath && (
          <Link to={statementPath} className="link no-print block w-fit py-1 text-xs">
            Statement<span className="sr-only"> of {supplierName}</span>
          </Link>
        )}
        {adviceTo.length > 0 && (
          <span className="block text-xs text-muted">Remittance advice to {adviceTo.join(", ")}</span>
        )}
        <Return runId={runId} payment={payment} />
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
      <td className="min-w-24 text-right">
        <span className="whitespace-nowrap">{dollars(amount)}</span>
        {withheld && <span className="block text-xs text-muted">{withheld}</span>}
      </td>
    </tr>
  );
}

/** That the bank has returned the credit, or the link to record it. */
function Return({ runId, payment: { supplierId, supplierName, returned, canReturn } }: RowProps) {
  const { search } = useLocation();
  return (
    <>
      {returned && (
        <>
          <span className="block text-warn">{returned.what}</span>
          <span className="block text-xs text-muted">{returned.recorded}</span>
        </>
      )}
      {canReturn && (
        <Link
          to={`${paymentPaths.returned(runId, supplierId)}${search}`}
          className="link no-print mt-1 block w-fit py-1 text-xs"
          preventScrollReset
        >
          Record return<span className="sr-only"> (of the payment to {supplierName})</span>
        </Link>
      )}
    </>
  );
}
