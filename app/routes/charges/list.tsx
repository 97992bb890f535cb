import { useLoaderData, useLocation } from "@remix-run/react";
import { ExportButton } from "#app/components/export/export-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Link } from "#app/components/layout/link.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { chargePaths } from "#app/lib/charge-paths.ts";
import { dollars } from "#app/lib/format.ts";
import { wayBack, withWayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { type ListedCharge, loadCharges } from "#app/services/charges/charges.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { charges } from "#contract/charges/operations.ts";
import { chargesFile } from "#contract/charges/workbook.ts";

const heading = "Charges";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Invoices", path: paths.invoices() }, label: heading }),
};

export const loader = screenFor(charges.list, loadCharges);

const list: List<ListedCharge> = {
  title: heading,
  path: paths.charges(),
  add: { label: "Add Charge", path: chargePaths.new() },
  noun: "charges",
  filters: [
    { kind: "text", name: "description", label: "Description or reference", isWide: true },
    { kind: "select", name: "supplierId", label: "Supplier", any: "(Any)" },
    { kind: "select", name: "marketplaceId", label: "Marketplace", any: "(Any)" },
    { kind: "select", name: "kind", label: "Kind", any: "(Any)" },
    { kind: "select", name: "state", label: "State", any: "(Any)" },
    { kind: "date", name: "fromDay", label: "From day" },
    { kind: "date", name: "toDay", label: "To day" },
  ],
  columns: [
    { heading: "Id", sort: "id", cell: (row) => row.id, isHiddenWhenSmall: true },
    { heading: "Day", sort: "day", cell: (row) => <span className="whitespace-nowrap">{row.dayText}</span> },
    {
      heading: "Description",
      isFixed: true,
      cell: (row) => (
        <>
          {row.description}
          <span className="block text-xs text-muted">
            {[row.kindName, row.untaxed && "no GST", row.reference, row.monthlyChargeId && "monthly"]
              .filter(Boolean)
              .join(" · ")}
          </span>
          {row.withdrawalReason && <span className="block text-xs text-muted">Withdrawn: {row.withdrawalReason}</span>}
        </>
      ),
    },
    { heading: "Supplier", sort: "supplierName", cell: (row) => row.supplierName },
    { heading: "Marketplace", sort: "marketplaceName", cell: (row) => row.marketplaceName, isHiddenWhenSmall: true },
    {
      heading: "Amount inc GST",
      sort: "amountIncTax",
      cell: (row) => <span className="whitespace-nowrap">{dollars(row.amountIncTax)}</span>,
      isNumeric: true,
    },
    {
      heading: "State",
      cell: (row, link) => (
        <>
          <Pill tone={row.state === "waiting" ? "warn" : "plain"}>{row.stateName}</Pill>{" "}
          {row.invoiceId && row.invoice && <Link to={link(paths.invoice(row.invoiceId))}>{row.invoice}</Link>}
        </>
      ),
    },
    {
      heading: "Actions",
      cell: (row, link) =>
        row.canWithdraw && (
          <RowLink to={link(chargePaths.withdraw(row.id))} aria-label={`Withdraw ${row.description}`}>
            Withdraw
          </RowLink>
        ),
    },
  ],
  rowId: (row) => row.id,
};

export default function Charges() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { canExport, canImport } = data.may;
  const actions = (
    <>
      <Link to={wayBack(paths.invoices(), search)} className="button">
        Back to the invoices
      </Link>
      <Link to={withWayBack(chargePaths.monthly(), search)} className="button">
        Monthly Charges
      </Link>
      {canExport && <ExportButton path={chargePaths.export()} fileName={chargesFile} isTable />}
      {canImport && (
        <Link to={`${chargePaths.import()}${search}`} className="button" preventScrollReset>
          Import
        </Link>
      )}
    </>
  );
  return <ListScreen list={list} data={data} actions={actions} />;
}
