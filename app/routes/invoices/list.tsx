import { useLoaderData, useLocation } from "@remix-run/react";
import { dayFilters, dayShortcuts } from "#app/components/days/day-filters.ts";
import { Link } from "#app/components/layout/link.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { dollars, integer } from "#app/lib/format.ts";
import { withWayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { type ListedInvoice, loadInvoices } from "#app/services/invoices/invoices.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";
import type { Pair } from "#contract/rules/order-line.ts";

export const meta = () => title("Invoices");

export const loader = screenFor(invoices.list, loadInvoices);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

/** Ex GST, with the GST below. */
function Amount({ of: { exTax, tax } }: { of: Pair }) {
  return (
    <span className="whitespace-nowrap">
      {dollars(exTax)}
      <span className="block text-xs text-muted">
        {tax < 0 ? "−" : "+"} {dollars(Math.abs(tax))} GST
      </span>
    </span>
  );
}

const tones = { draft: "warn", notified: "plain", scheduled: "plain", paid: "good", void: "plain" } as const;

/** The status, with the bank date of the payment. */
function State({ row: { state, paidDay, isHeld, issueMark } }: { row: ListedInvoice }) {
  return (
    <>
      {state ? <Pill tone={tones[state.name]}>{state.label}</Pill> : "–"}
      {paidDay && <span className="block whitespace-nowrap text-xs text-muted">{paidDay}</span>}
      {isHeld && <span className="block text-xs text-warn">Payment held</span>}
      {issueMark && <span className="block text-xs text-warn">{issueMark}</span>}
    </>
  );
}

/** The number, with the count of queries that wait for an answer. */
function NumberCell({ row: { number, mark, queriedRows } }: { row: ListedInvoice }) {
  return (
    <>
      <span className="whitespace-nowrap">{number}</span>
      {mark && <span className="block text-xs text-muted">{mark}</span>}
      {queriedRows > 0 && (
        <span className="block">
          <Pill tone="warn">{`${integer(queriedRows)} queried`}</Pill>
        </span>
      )}
    </>
  );
}

const columns: List<ListedInvoice>["columns"] = [
  { heading: "Id", sort: "id", cell: (row) => <NumberCell row={row} /> },
  {
    heading: "Date",
    isFixed: true,
    sort: "invoiceDate",
    cell: (row, link) => <RowLink to={link(paths.invoice(row.id))}>{row.day}</RowLink>,
  },
  { heading: "Supplier", sort: "supplierName", cell: (row) => row.supplierName },
  { heading: "Marketplace", sort: "marketplaceName", cell: (row) => row.marketplaceName, isHiddenWhenSmall: true },
  {
    heading: "Purchase",
    cell: ({ purchase }) => <Amount of={purchase} />,
    isNumeric: true,
    isHiddenWhenSmall: true,
  },
  {
    heading: "Commission",
    cell: ({ commission }) => <Amount of={commission} />,
    isNumeric: true,
    isHiddenWhenSmall: true,
  },
  {
    heading: "Shipping",
    cell: ({ shipping }) => <Amount of={shipping} />,
    isNumeric: true,
    isHiddenWhenSmall: true,
  },
  {
    heading: "Total",
    sort: "total",
    cell: (row) => <span className="whitespace-nowrap">{dollars(row.total)}</span>,
    isNumeric: true,
  },
  { heading: "State", cell: (row) => <State row={row} /> },
];

function listOf({ days, may }: Data): List<ListedInvoice> {
  return {
    title: "Invoices",
    path: paths.invoices(),
    noun: "invoices",
    filters: [
      {
        kind: "text",
        name: "marketplaceOrderId",
        label: "Order or invoice",
        placeholder: "Search by order or invoice number...",
        isWide: true,
      },
      { kind: "select", name: "supplierId", label: "Supplier", any: "(Any)" },
      { kind: "select", name: "marketplaceId", label: "Marketplace", any: "(Any)" },
      { kind: "select", name: "state", label: "State", any: "(Any)" },
      ...dayFilters,
      { kind: "checkbox", name: "queriedOnly", label: "Queried only" },
      { kind: "checkbox", name: "unpaidOnly", label: "Unpaid only" },
      { kind: "checkbox", name: "heldOnly", label: "Payment held" },
      ...(may.canGenerate
        ? [{ kind: "checkbox", name: "notIssuableOnly", label: "Not to be issued, or not valid" } as const]
        : []),
    ],
    shortcuts: dayShortcuts("Invoiced", days),
    columns,
    rowId: (row) => row.id,
  };
}

export default function Invoices() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { canGenerate, canExport, canPay } = data.may;
  const { hasCharges } = data;
  const actions = (
    <>
      {canExport && (
        <>
          <Link to={`${paths.reconciliation()}${search}`} className="button" preventScrollReset>
            Export Reconciliation Report
          </Link>
          <Link to={`${paths.exportInvoices()}${search}`} className="button" preventScrollReset>
            Export
          </Link>
        </>
      )}
      {canPay && (
        <Link to={withWayBack(paths.payments(), search)} className="button">
          Payments
        </Link>
      )}
      {hasCharges && (
        <Link to={withWayBack(paths.charges(), search)} className="button">
          Charges
        </Link>
      )}
      {canGenerate && (
        <>
          <Link to={`${paths.notifySuppliers()}${search}`} className="button" preventScrollReset>
            Notify Suppliers
          </Link>
          <Link to={`${paths.generateInvoices()}${search}`} className="button button-primary">
            Generate Invoices
          </Link>
        </>
      )}
    </>
  );
  return <ListScreen list={listOf} data={data} actions={actions} />;
}
