import { useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Link } from "#app/components/layout/link.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { chargePaths } from "#app/lib/charge-paths.ts";
import { dollars } from "#app/lib/format.ts";
import { wayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { type ListedMonthlyCharge, loadMonthlyCharges } from "#app/services/charges/charges.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { charges } from "#contract/charges/operations.ts";

const heading = "Monthly Charges";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Charges", path: paths.charges() }, label: heading }),
};

export const loader = screenFor(charges.monthly, loadMonthlyCharges);

const list: List<ListedMonthlyCharge> = {
  title: heading,
  path: chargePaths.monthly(),
  noun: "monthly charges",
  filters: [],
  columns: [
    { heading: "Id", sort: "id", cell: (row) => row.id, isHiddenWhenSmall: true },
    {
      heading: "Description",
      isFixed: true,
      cell: (row) => (
        <>
          {row.description}
          <span className="block text-xs text-muted">{row.kindName}</span>
        </>
      ),
    },
    { heading: "Supplier", sort: "supplierName", cell: (row) => row.supplierName },
    { heading: "Marketplace", cell: (row) => row.marketplaceName, isHiddenWhenSmall: true },
    {
      heading: "Amount inc GST",
      cell: (row) => <span className="whitespace-nowrap">{dollars(row.amountIncTax)}</span>,
      isNumeric: true,
    },
    { heading: "Days", cell: (row) => row.days, isHiddenWhenSmall: true },
    { heading: "Next", sort: "nextDay", cell: (row) => row.next ?? "Ended" },
    {
      heading: "Actions",
      cell: (row, link) =>
        row.canEnd && (
          <RowLink to={link(chargePaths.endMonthly(row.id))} aria-label={`End ${row.description}`}>
            End
          </RowLink>
        ),
    },
  ],
  rowId: (row) => row.id,
};

export default function MonthlyCharges() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const actions = (
    <Link to={wayBack(paths.charges(), search)} className="button">
      Back to the charges
    </Link>
  );
  return <ListScreen list={list} data={data} actions={actions} />;
}
