import { shipments } from "@contract/shipments/operations.ts";
import { Link, useLoaderData } from "@remix-run/react";
import { ChosenButton } from "~/components/chosen/chosen-button";
import { dayFilters, dayShortcuts } from "~/components/days/day-filters";
import type { List } from "~/components/list/list";
import { ListScreen } from "~/components/list/list-screen";
import { Pill } from "~/components/text/pill";
import { chosenShipment } from "~/lib/chosen-shipments";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { screenFor } from "~/services/route.server";
import { type ListedShipment, loadShipments } from "~/services/shipments.server";

export const meta = () => title("Shipments");

export const loader = screenFor(shipments.list, loadShipments);

/** The boxes of the rows go with the form of the button. */
const chosenShipments = { form: "chosen-shipments", field: chosenShipment };

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
  const print = data.rows.length > 0 && <ChosenButton chosen={chosenShipments} action={paths.packagingSlips()} label="Print Packaging Slips" />;
  return <ListScreen list={listOf} data={data} actions={print} />;
}
