import { shipments } from "@contract/shipments/operations.ts";
import { Link, useLoaderData } from "@remix-run/react";
import { dayFilters, dayShortcuts } from "~/components/list/days";
import type { List } from "~/components/list/list";
import { ListScreen } from "~/components/list/list-screen";
import { Pill } from "~/components/text/pill";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { screenFor } from "~/services/route.server";
import { type ListedShipment, loadShipments } from "~/services/shipments.server";
import { ChosenShipments, chosenShipments } from "./chosen-shipments";

export const meta = () => title("Shipments");

export const loader = screenFor(shipments.list, loadShipments);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function listOf({ days }: Data): List<ListedShipment> {
  return {
    title: "Shipments",
    noun: "shipments",
    filters: [
      { kind: "text", name: "searchText", label: "Order or customer", placeholder: "Search by order number or customer name...", isWide: true },
      { kind: "select", name: "supplierId", label: "Supplier", any: "(Any)" },
      { kind: "select", name: "marketplaceId", label: "Marketplace", any: "(Any)" },
      ...dayFilters,
    ],
    shortcuts: dayShortcuts("Shipped", days),
    columns: [
      { heading: "Id", sort: "id", cell: (row) => row.id },
      {
        heading: "Customer",
        sort: "customerFullName",
        cell: (row, link) => (
          <>
            <Link to={link(paths.shipment(row.id))}>{`${row.customerFirstName} ${row.customerSurname}`}</Link>
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
        ),
      },
      { heading: "Date", sort: "createdDate", cell: (row) => <span className="whitespace-nowrap small:whitespace-normal">{row.createdDay}</span> },
      { heading: "Supplier", sort: "supplierName", cell: (row) => row.supplierName ?? "–", isHiddenWhenSmall: true },
      { heading: "Marketplace", sort: "marketplaceName", cell: (row) => row.marketplaceName, isHiddenWhenSmall: true },
      { heading: "Order", sort: "marketplaceOrderId", cell: (row) => row.marketplaceOrderId },
    ],
    rowId: (row) => row.id,
    choice: { ...chosenShipments, name: (row) => `shipment ${row.name}` },
  };
}

export default function Shipments() {
  const data = useLoaderData<typeof loader>();
  return <ListScreen list={listOf(data)} data={data} actions={data.rows.length > 0 && <ChosenShipments />} />;
}
