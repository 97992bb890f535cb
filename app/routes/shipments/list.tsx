import { useLoaderData } from "@remix-run/react";
import { dayFilters, dayShortcuts } from "#app/components/days/day-filters.ts";
import { ChosenMany, chosenMany } from "#app/components/list/chosen-many.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { rowsOfPage } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { type ListedShipment, loadShipments } from "#app/services/shipments/shipments.server.ts";
import { shipments } from "#contract/shipments/operations.ts";

export const meta = () => title("Shipments");

export const loader = screenFor(shipments.list, loadShipments);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function listOf({ days }: Data): List<ListedShipment> {
  return {
    title: "Shipments",
    path: paths.shipments(),
    noun: "shipments",
    filters: [
      {
        kind: "text",
        name: "searchText",
        label: "Order or customer",
        placeholder: "Search by order number or customer name...",
        isWide: true,
      },
      { kind: "select", name: "supplierId", label: "Supplier", any: "(Any)" },
      { kind: "select", name: "marketplaceId", label: "Marketplace", any: "(Any)" },
      { kind: "select", name: "status", label: "Status", any: "(Any)" },
      ...dayFilters,
      { kind: "checkbox", name: "withoutTracking", label: "Without tracking" },
      { kind: "checkbox", name: "slipNotPrinted", label: "Slip not printed" },
      { kind: "select", name: rowsOfPage, label: "Rows per page", any: "20" },
    ],
    shortcuts: dayShortcuts("Shipped", days),
    columns: [
      { heading: "Id", sort: "id", cell: (row) => row.id },
      {
        heading: "Customer",
        isFixed: true,
        sort: "customerFullName",
        cell: (row, link) => <CustomerCell row={row} to={link(paths.shipment(row.id))} />,
      },
      {
        heading: "Date",
        sort: "createdDate",
        cell: (row) => <span className="whitespace-nowrap">{row.createdDay}</span>,
      },
      { heading: "Supplier", sort: "supplierName", cell: (row) => row.supplierName ?? "–", isHiddenWhenSmall: true },
      { heading: "Marketplace", sort: "marketplaceName", cell: (row) => row.marketplaceName, isHiddenWhenSmall: true },
      { heading: "Order number", sort: "marketplaceOrderId", cell: (row) => row.marketplaceOrderId },
      { heading: "Tracking", cell: trackingCell, isHiddenWhenSmall: true },
      { heading: "Status", cell: (row) => row.statusWord ?? "–", isHiddenWhenSmall: true },
    ],
    rowId: (row) => row.id,
    choice: { ...chosenMany, name: (row) => `shipment ${row.name}` },
  };
}

function CustomerCell({ row, to }: { row: ListedShipment; to: string }) {
  return (
    <>
      <RowLink to={to}>{`${row.customerFirstName} ${row.customerSurname}`}</RowLink>
      {row.isCancelled && (
        <>
          {" "}
          <Pill tone="plain">Cancelled</Pill>
        </>
      )}
      {row.isSlipPrinted && (
        <>
          {" "}
          <Pill tone="good">Slip printed</Pill>
        </>
      )}
    </>
  );
}

function trackingCell({ courierName, trackingNumber }: ListedShipment) {
  if (!courierName && !trackingNumber) return "–";
  return (
    <span className="[overflow-wrap:anywhere]">
      {trackingNumber || "No number"}
      {courierName && <span className="block text-xs text-muted">{courierName}</span>}
    </span>
  );
}

export default function Shipments() {
  const data = useLoaderData<typeof loader>();
  const chosen = data.rows.length > 0 && (
    <ChosenMany
      path={paths.packagingSlips()}
      totalCount={data.totalCount}
      noun="shipments"
      buttons={
        <>
          <button type="submit" className="button">
            Print Packaging Slips
          </button>
          {data.may.markDispatched && (
            <button type="submit" formAction={paths.markDispatched()} className="button">
              Mark as Dispatched
            </button>
          )}
        </>
      }
    />
  );
  return <ListScreen list={listOf} data={data} above={chosen} />;
}
