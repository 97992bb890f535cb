import { useLoaderData, useLocation } from "@remix-run/react";
import { dayFilters, dayShortcuts } from "#app/components/days/day-filters.ts";
import { ExportButton } from "#app/components/export/export-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Link } from "#app/components/layout/link.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { countOf, dollars } from "#app/lib/format.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { statementPaths } from "#app/lib/statement-paths.ts";
import { title } from "#app/lib/title.ts";
import { loadStatement, type ShownEntry } from "#app/services/invoices/statement.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

export const meta = ({ data }: { data?: Data }) => title(data ? titleOf(data) : "Statement of account");

export const handle: BreadcrumbHandle<Data> = {
  breadcrumb: ({ supplierId, balances }) => ({
    list: { label: "Suppliers", path: paths.suppliers() },
    parent: { label: balances.supplierName, path: paths.supplier(supplierId) },
    label: "Statement of account",
  }),
};

export const loader = screenFor(invoices.statement, loadStatement);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

const titleOf = ({ balances }: Data) => `Statement of ${balances.supplierName}`;

function listOf(data: Data): List<ShownEntry> {
  return {
    title: titleOf(data),
    path: statementPaths.of(data.supplierId),
    noun: "entries",
    filters: dayFilters,
    shortcuts: dayShortcuts("Days", data.days),
    columns: [
      {
        heading: "Date",
        sort: "date",
        cell: ({ day }) => <span className="whitespace-nowrap small:whitespace-normal">{day}</span>,
      },
      { heading: "Entry", cell: (row) => <Entry {...row} />, isFixed: true },
      { heading: "Amount", cell: ({ amount }) => dollars(amount), isNumeric: true },
      { heading: "Balance", cell: ({ balance }) => dollars(balance), isNumeric: true },
    ],
    rowId: ({ key }) => key,
  };
}

function Entry({ name, number, to, about }: ShownEntry) {
  return (
    <>
      {name} {to ? <RowLink to={to}>{number}</RowLink> : number}
      <span className="block text-xs text-muted [overflow-wrap:anywhere]">{about}</span>
    </>
  );
}

export default function Statement() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const actions = (
    <>
      <a
        href={`${statementPaths.document(data.supplierId)}${search}`}
        className="button"
        target="_blank"
        rel="noopener"
      >
        Open as PDF<span className="sr-only"> (opens in new tab)</span>
      </a>
      <ExportButton
        path={statementPaths.export(data.supplierId)}
        fileName={`Statement-${data.supplierId}.xlsx`}
        isTable
      />
    </>
  );
  return (
    <>
      <ListScreen list={listOf} data={data} actions={actions} above={<Balances balances={data.balances} />} />
      <NotIssued data={data} />
    </>
  );
}

function Balances({ balances }: Pick<Data, "balances">) {
  const figures = [
    { term: "Opening balance", amount: balances.openingBalance },
    ...(balances.openingBalances === 0 ? [] : [{ term: "Brought in", amount: balances.openingBalances }]),
    { term: "Documents issued", amount: balances.documents },
    { term: "Payments", amount: balances.payments },
    { term: "Returned payments", amount: balances.returnedPayments },
    { term: "Closing balance", amount: balances.closingBalance, hint: balances.meaning },
  ];
  return (
    <dl className="card mb-3 grid grid-cols-5 gap-x-4 gap-y-2 px-4 py-3 small:grid-cols-2">
      {figures.map(({ term, amount, hint }) => (
        <div key={term}>
          <dt className="text-xs text-muted">{term}</dt>
          <dd className="font-semibold">
            {dollars(amount)}
            {hint && <span className="block text-xs font-normal text-muted">{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What counts only when its document is issued. */
function NotIssued({ data: { supplierId, balances } }: { data: Data }) {
  const { uninvoiced, inDrafts, held } = balances;
  return (
    <div className="no-print mt-3.5">
      <Card title="Not in a document yet">
        <p>
          {dollars(uninvoiced)} of completed sales, adjustments and charges
          {inDrafts !== null && inDrafts !== undefined && (
            <>
              , and {dollars(inDrafts)} in{" "}
              <Link to={withParams(paths.invoices(), { supplierId, state: "draft" })} className="link">
                drafts
              </Link>
            </>
          )}
          {held.lineItems > 0 && `, and ${dollars(held.total)} in ${countOf(held.lineItems, "held row")}`}, up to now.
          It is in no balance above: it counts from the day on which its document is issued.
        </p>
      </Card>
    </div>
  );
}
