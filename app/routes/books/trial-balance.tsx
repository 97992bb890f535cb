import { useLoaderData, useLocation } from "@remix-run/react";
import { dayFilters, dayShortcuts } from "#app/components/days/day-filters.ts";
import { ExportButton } from "#app/components/export/export-button.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Link } from "#app/components/layout/link.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { booksPaths } from "#app/lib/books-paths.ts";
import { dollars } from "#app/lib/format.ts";
import { title } from "#app/lib/title.ts";
import { loadTrialBalance } from "#app/services/books/books.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { books } from "#contract/books/operations.ts";

const heading = "Books";

export const meta = () => title(heading);

export const loader = screenFor(books.trialBalance, loadTrialBalance);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;
type Row = Data["rows"][number];

function listOf(data: Data): List<Row> {
  return {
    title: heading,
    path: booksPaths.trialBalance(),
    noun: "accounts",
    filters: dayFilters,
    shortcuts: dayShortcuts("Days", data.days),
    columns: [
      { heading: "Account", isFixed: true, cell: ({ name, to }) => <RowLink to={to}>{name}</RowLink> },
      { heading: "Opening", cell: ({ opening }) => dollars(opening), isNumeric: true },
      { heading: "Debit", cell: ({ debit }) => dollars(debit), isNumeric: true },
      { heading: "Credit", cell: ({ credit }) => dollars(credit), isNumeric: true },
      { heading: "Closing", cell: ({ closing }) => dollars(closing), isNumeric: true },
    ],
    rowId: ({ account }) => account,
  };
}

export default function TrialBalance() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const actions = (
    <>
      <Link to={`${booksPaths.journal()}${search}`} className="button">
        Journal
      </Link>
      <Link to={booksPaths.months()} className="button">
        Months
      </Link>
      <Link to={booksPaths.bills()} className="button">
        Bills for Xero or MYOB
      </Link>
      <ExportButton path={booksPaths.export()} fileName="TrialBalance.xlsx" isTable />
    </>
  );
  return (
    <>
      <ListScreen list={listOf} data={data} actions={actions} above={<Totals totals={data.totals} />} />
      <div className="mt-3.5">
        <Gst data={data} />
      </div>
    </>
  );
}

function Totals({ totals }: Pick<Data, "totals">) {
  const figures = [
    { term: "Opening balances", amount: totals.opening },
    { term: "Debits", amount: totals.debit },
    { term: "Credits", amount: totals.credit },
    { term: "Closing balances", amount: totals.closing },
  ];
  return (
    <section aria-label="Trial balance" className="mb-3">
      <p className="mb-2 text-muted">
        What is bought from suppliers, charged to them, owed to them and paid. Sales to customers come into your books
        from the shop. Balances above zero are debits, and all of them add up to nothing.
      </p>
      <dl className="card grid grid-cols-4 gap-x-4 gap-y-2 px-4 py-3 small:grid-cols-2">
        {figures.map(({ term, amount }) => (
          <div key={term}>
            <dt className="text-xs text-muted">{term}</dt>
            <dd className="font-semibold">{dollars(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const columns = [
  { heading: "" },
  { heading: "GST", isNumber: true },
  { heading: "Of it adjustments", isNumber: true },
  { heading: "Supplies with GST, ex GST", isNumber: true },
  { heading: "Supplies without GST", isNumber: true },
];

function Gst({ data: { gst } }: { data: Data }) {
  return (
    <Card title="GST of documents issued on these days">
      <CardTable columns={columns} label="GST">
        {gst.map(({ label, mark, to, gst, gstOfAdjustments, withGst, withoutGst }) => (
          <tr key={label}>
            <td className="min-w-40">
              <Link to={to} className="link block w-fit py-1">
                {label}
              </Link>
              <span className="block text-xs text-muted">{mark}</span>
            </td>
            <td className="whitespace-nowrap text-right">{dollars(gst)}</td>
            <td className="whitespace-nowrap text-right">{dollars(gstOfAdjustments)}</td>
            <td className="whitespace-nowrap text-right">{dollars(withGst)}</td>
            <td className="whitespace-nowrap text-right">{dollars(withoutGst)}</td>
          </tr>
        ))}
      </CardTable>
      <p className="mt-7 text-muted">
        Without sales to customers, whose GST comes from the shop. By the day of issue, which is not a cash basis.
        Purchases without GST are GST-free goods, and everything from suppliers that are not registered for GST.
      </p>
    </Card>
  );
}
