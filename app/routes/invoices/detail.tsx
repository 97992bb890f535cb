import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { Fragment } from "react";
import { ExportForm } from "#app/components/export/export-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { HistoryLink } from "#app/components/layout/history-link.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { dollars, integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { ChargesCard } from "#app/routes/invoices/parts/charges-card.tsx";
import {
  AccountMark,
  HeldBeside,
  HoldLinks,
  HoldRowLink,
  PaidTogether,
  PaidWith,
  ReturnedPayment,
} from "#app/routes/invoices/parts/paid.tsx";
import { ConfirmAllLink, RowAnswer } from "#app/routes/invoices/parts/row-answer.tsx";
import { RowQueries } from "#app/routes/invoices/parts/row-queries.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { answerForms } from "#app/services/invoices/answers.server.ts";
import { type InvoicePage, loadInvoice } from "#app/services/invoices/invoices.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";
import { formatAbn, formatBsb } from "#contract/rules/abn.ts";
import { addressLines } from "#contract/rules/address.ts";
import {
  commissionTitle,
  documentTitle,
  invoiceNotes,
  isOfAgent,
  type NamedDocument,
  payableText,
  statesGst,
} from "#contract/rules/invoice.ts";

/** Capitalised for a heading. */
const headingOf = (document: NamedDocument) =>
  documentTitle(document).replace(/\b(?!of\b)[a-z]/g, (letter) => letter.toUpperCase());

export const meta = ({ data }: { data?: InvoicePage }) => title(data ? `${headingOf(data)} ${data.number}` : "Invoice");

export const handle: BreadcrumbHandle<InvoicePage> = {
  breadcrumb: ({ id, number }) => ({ list: { label: "Invoices", path: paths.invoices() }, label: number, rowId: id }),
};

export const loader = screenFor(invoices.get, loadInvoice);

export const action = commandForms(answerForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function InvoiceDetail() {
  const invoice = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <div className="invoice-paper">
      <Heading title={headingOf(invoice)} sub={<WhatItIs invoice={invoice} />}>
        <HistoryLink record="invoice" id={invoice.id} />
        <a href={paths.invoiceFile(invoice.id)} className="button" target="_blank" rel="noopener">
          Open as PDF<span className="sr-only"> (opens in new tab)</span>
        </a>
        {invoice.hasEInvoice && (
          <a href={paths.eInvoice(invoice.id)} className="button">
            E-invoice (UBL)
          </a>
        )}
        <ExportForm path={paths.exportInvoice(invoice.id)} fileName={`Invoice-${invoice.id}.xlsx`} isTable>
          {null}
        </ExportForm>
        <HoldLinks invoice={invoice} />
        {invoice.canRegenerate && (
          <Link to={`${paths.regenerateInvoice(invoice.id)}${search}`} className="button" preventScrollReset>
            Re-Generate
          </Link>
        )}
        {invoice.canVoid && (
          <Link to={`${paths.voidInvoice(invoice.id)}${search}`} className="button" preventScrollReset>
            Void
          </Link>
        )}
      </Heading>
      {invoice.unissued && (
        <p className="mb-3.5 flex flex-wrap items-center gap-2">
          <Pill tone="warn">{invoice.unissued.mark}</Pill>
          {invoice.unissued.explanation}
        </p>
      )}
      {invoice.issuedWrongly && <p className="no-print mb-3.5 text-warn">{invoice.issuedWrongly}</p>}
      <Parties invoice={invoice} />
      <RowQueries invoice={invoice} />
      {invoice.documentKind !== "charges" && <Items invoice={invoice} />}
      {invoice.charges.length > 0 && <ChargesCard invoice={invoice} />}
      <Summary invoice={invoice} />
      {invoice.notifiedAt && <Notification invoice={invoice} />}
      <Outlet />
    </div>
  );
}

interface Props {
  invoice: InvoicePage;
}

function WhatItIs({ invoice: { number, day, period } }: Props) {
  return (
    <>
      <span className="block">
        {number} · {day}
      </span>
      {period && <span className="block">{period}</span>}
    </>
  );
}

function Parties({ invoice }: Props) {
  const { marketplace, supplierAddress } = invoice;
  return (
    <div className="grid grid-cols-2 gap-x-3.5 small:grid-cols-1">
      <Card title="Supplier">
        <Details>
          <Detail term="Name" isWide>
            {invoice.supplierName}
          </Detail>
          <Detail term="ABN" isWide>
            {formatAbn(invoice.supplierABN ?? "")}
          </Detail>
          <Detail term="Address" isWide>
            {supplierAddress && addressLines(supplierAddress).join("\n")}
          </Detail>
          <Detail term="BSB" isWide>
            {formatBsb(invoice.supplierBSB ?? "")}
          </Detail>
          <Detail term="Account number" isWide>
            {invoice.supplierAccountNumber}
          </Detail>
          <Detail term="Account name" isWide>
            {invoice.supplierAccountName}
          </Detail>
        </Details>
        <AccountMark invoice={invoice} />
      </Card>
      <Card title={isOfAgent(invoice.documentKind) ? "Agent of the Supplier" : "Supply To"}>
        <Details>
          <Detail term="Name" isWide>
            {marketplace.legalName}
          </Detail>
          <Detail term="ABN" isWide>
            {formatAbn(marketplace.abn ?? "")}
          </Detail>
          <Detail term="Business address" isWide>
            {marketplace.businessAddress && addressLines(marketplace.businessAddress).join("\n")}
          </Detail>
        </Details>
      </Card>
    </div>
  );
}

const columns = [
  { heading: "Order id" },
  { heading: "Order number" },
  { heading: "Order date" },
  { heading: "Product" },
  { heading: "Purchased", isNumber: true },
  { heading: "Shipping", isNumber: true },
  { heading: "GST payable (net)", isNumber: true },
  { heading: "Commission", isNumber: true },
  { heading: "Total", isNumber: true },
];

const amount = "whitespace-nowrap text-right";

function Items({ invoice }: Props) {
  const { id, rows, notifiedAt, canAnswerRows, openRows } = invoice;
  return (
    <Card title="Items" action={canAnswerRows && openRows > 0 && <ConfirmAllLink id={id} />}>
      <HeldBeside invoice={invoice} />
      {rows.length === 0 && <p>Nothing is owed any longer for the items in this invoice.</p>}
      <CardTable columns={columns} label="Items">
        {rows.map((row) => (
          <Fragment key={row.lineItemId ?? `${row.orderId} ${row.productName}`}>
            <tr className={notifiedAt && "[&>td]:border-b-0 print:[&>td]:border-b"}>
              <td>
                <Link to={paths.order(row.orderId)} className="link">
                  {row.orderId}
                </Link>
              </td>
              <td className="[overflow-wrap:anywhere]">{row.marketplaceOrderId}</td>
              <td className="whitespace-nowrap">{row.orderDay}</td>
              <td className="min-w-40 [overflow-wrap:anywhere]">
                {row.productName}
                <span className="block text-xs text-muted">{quantityText(row.quantity)}</span>
                {row.untaxed && <span className="block text-xs text-muted">{row.untaxed}</span>}
                <RowChanges row={row} />
                <HoldRowLink row={row} />
              </td>
              <td className={amount}>{dollars(row.purchaseAmountIncTax)}</td>
              <td className={amount}>{dollars(row.shippingAmountIncTax)}</td>
              <td className={amount}>{dollars(row.supplierPaymentTax)}</td>
              <td className={amount}>{dollars(row.commissionAmountIncTax)}</td>
              <td className={amount}>{dollars(row.supplierPaymentIncTax)}</td>
            </tr>
            {notifiedAt && <RowAnswer invoice={invoice} row={row} width={columns.length} />}
          </Fragment>
        ))}
      </CardTable>
    </Card>
  );
}

/** The invoices that the row adjusts, and why its amounts differ from those of the sale. */
function RowChanges({ row: { originals, adjustments } }: { row: InvoicePage["rows"][number] }) {
  return (
    <ul className="text-xs text-muted empty:hidden">
      {originals.map(({ id, number, day }) => (
        <li key={id}>
          Adjusts{" "}
          <Link to={paths.invoice(id)} className="link">
            {number}
          </Link>{" "}
          of {day}
        </li>
      ))}
      {adjustments.map(({ key, day, amountIncTax, reason }) => (
        <li key={key}>
          {day}, {dollars(amountIncTax)}: {reason || "no reason given"}
        </li>
      ))}
    </ul>
  );
}

function quantityText(quantity: number | null | undefined): string | undefined {
  if (quantity === null || quantity === undefined) return undefined;
  return quantity > 0 ? `Quantity ${integer(quantity)}` : "Adjustment";
}

/** Hidden in print, because it is internal. */
function Notification({ invoice }: Props) {
  const { notifiedAt, notifiedByUserFullName, expectedPaymentDay, statementPath, letters } = invoice;
  const toStatement = statementPath && (
    <Link to={statementPath} className="link">
      Statement of account
    </Link>
  );
  return (
    <div className="no-print mt-3.5">
      <Card title="Notification" action={toStatement}>
        <Details>
          <Detail term="Supplier notified">{notifiedAt}</Detail>
          <Detail term="By">{notifiedByUserFullName}</Detail>
          <Detail term="Expected payment">{expectedPaymentDay}</Detail>
          <Detail term="Payment">
            <PaidWith invoice={invoice} />
          </Detail>
          {invoice.returned.map((returned) => (
            <Detail key={returned.paymentRunId} term="Returned payment" isWide>
              <ReturnedPayment invoice={invoice} returned={returned} />
            </Detail>
          ))}
          {invoice.paymentReference && (
            <Detail term="Reference on the bank statement">{invoice.paymentReference}</Detail>
          )}
          {invoice.paidWith && (
            <Detail term="Paid together" isWide>
              <PaidTogether paid={invoice.paidWith} />
            </Detail>
          )}
          {letters.map(({ address, state }) => (
            <Detail key={address} term="Mail" isWide>{`${address}: ${state}`}</Detail>
          ))}
        </Details>
      </Card>
    </div>
  );
}

interface Line {
  term: string;
  amount: number;
  hint?: string;
}

/** The last line is the sum of the others. */
function Figures({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-6 gap-y-2">
      {lines.map(({ term, amount: value, hint }) => (
        <div
          key={term}
          className="col-span-2 grid grid-cols-subgrid last:border-t last:border-line last:pt-2 last:font-semibold"
        >
          <dt>
            {term}
            {hint && <span className="block text-xs font-normal text-muted">{hint}</span>}
          </dt>
          <dd className={amount}>{dollars(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Commission({ invoice }: Props) {
  return (
    <Card title="Commission">
      <p className="mb-3 text-xs text-muted">
        A supply of {invoice.marketplace.legalName} to {invoice.supplierName}:{" "}
        {commissionTitle(invoice).replace(/^./, (first) => first.toLowerCase())} {invoice.number}-C.
      </p>
      <Figures
        lines={[
          { term: "Commission ex GST", amount: invoice.commissionAmountExTax },
          { term: "GST on the commission", amount: invoice.commissionAmountTax },
          { term: "Commission inc GST", amount: invoice.summary.commissionIncTax },
        ]}
      />
    </Card>
  );
}

function Summary({ invoice }: Props) {
  const { summary, suppliesTax, commissionAmountTax } = invoice;
  const payable = payableText(invoice.total);
  const incGst = statesGst(invoice.documentKind) ? " inc GST" : "";
  return (
    <div className="grid grid-cols-2 gap-x-3.5 small:grid-cols-1">
      {invoice.documentKind !== "charges" && <Commission invoice={invoice} />}
      <Card title="Summary">
        <Figures
          lines={[
            { term: `Sub total${incGst}`, amount: summary.purchaseIncTax },
            { term: `Shipping${incGst}`, amount: summary.shippingIncTax },
            {
              term: "GST payable (net)",
              amount: summary.tax,
              hint: `${dollars(suppliesTax)} on the ${isOfAgent(invoice.documentKind) ? "sales" : "supplies"}, less ${dollars(commissionAmountTax)} on the commission`,
            },
            { term: "Less commission inc GST", amount: 0 - summary.commissionIncTax },
            ...(invoice.charges.length > 0 ? [{ term: "Less charges inc GST", amount: 0 - invoice.chargesTotal }] : []),
            { term: "Total", amount: invoice.total, hint: payable.label },
          ]}
        />
        {payable.by && <p className="mt-3 text-sm">{payable.by}</p>}
      </Card>
      <div className="col-span-2 grid gap-1 text-xs text-muted small:col-span-1">
        {invoiceNotes({ ...invoice, suppliesTax }).map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </div>
  );
}
