import { useLoaderData, useLocation } from "@remix-run/react";
import { dayFilters, dayShortcuts } from "#app/components/days/day-filters.ts";
import { ExportButton } from "#app/components/export/export-button.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { ChosenMany, chosenMany } from "#app/components/list/chosen-many.tsx";
import type { Column, Filter, List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { ordersFile } from "#app/lib/export.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { LineItemRows } from "#app/routes/orders/parts/line-item-rows.tsx";
import { type ListedOrder, loadOrders } from "#app/services/orders/orders.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { orders } from "#contract/orders/operations.ts";

export const meta = () => title("Orders");

export const loader = screenFor(orders.list, loadOrders);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

const product: Filter = {
  kind: "record",
  name: "productId",
  label: "Product",
  path: paths.chooseOrderProduct(),
  choose: "Choose a product",
};

/** On a small screen both days have to fit beside each other. */
const dayClass = "whitespace-nowrap small:whitespace-normal";

const outstandingFilter: Filter = {
  kind: "checkbox",
  name: "outstandingOrdersOnly",
  label: "Outstanding orders only",
};

const statusFilter: Filter = { kind: "select", name: "status", label: "Status", any: "(Any)" };
const shipByFilter: Filter = { kind: "select", name: "shipBy", label: "Ship by", any: "(Any)" };

const statusColumn: Column<ListedOrder> = {
  heading: "Status",
  cell: (row) => row.status ?? "–",
  isHiddenWhenSmall: true,
};
const shipByColumn: Column<ListedOrder> = {
  heading: "Ship by",
  sort: "shipBy",
  // Not the component of the order's page, which would be a file that the list has to wait for.
  cell: ({ shipBy }) =>
    shipBy ? (
      <>
        <span className={dayClass}>{shipBy.day}</span>{" "}
        {shipBy.mark && <Pill tone={shipBy.mark.tone}>{shipBy.mark.words}</Pill>}
      </>
    ) : (
      "–"
    ),
};

function listOf({ may, filters, days, has, manyPath }: Data): List<ListedOrder> {
  return {
    title: "Orders",
    path: paths.orders(),
    add: { label: "Add Order", path: paths.newOrder() },
    noun: "orders",
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
      ...(has.status ? [statusFilter] : []),
      ...(has.shipBy ? [shipByFilter] : []),
      ...dayFilters,
      // An active filter is shown even to users who cannot choose another product.
      ...(may.canSeeProducts || filters.productId ? [product] : []),
      { kind: "checkbox", name: "onlyShowProductsWithNoSupplier", label: "Orders with no supplier only" },
      ...(has.held ? [{ kind: "checkbox", name: "heldOnly", label: "With held items only" } as const] : []),
      // A status already says whether orders are outstanding.
      ...(filters.status ? [] : [outstandingFilter]),
    ],
    shortcuts: dayShortcuts("Ordered", days),
    columns: [
      {
        heading: "Order number",
        sort: "marketplaceOrderId",
        cell: (row, link) => <RowLink to={link(paths.order(row.id))}>{row.marketplaceOrderId}</RowLink>,
      },
      {
        heading: "Customer",
        isFixed: true,
        sort: "customerFullName",
        cell: (row, link) => <RowLink to={link(paths.order(row.id))}>{row.customer}</RowLink>,
      },
      { heading: "Date", sort: "orderDate", cell: (row) => <span className={dayClass}>{row.orderDay}</span> },
      ...(has.status ? [statusColumn] : []),
      ...(has.shipBy ? [shipByColumn] : []),
      { heading: "Supplier", sort: "supplierName", cell: (row) => row.supplierName ?? "–", isHiddenWhenSmall: true },
      { heading: "Marketplace", sort: "marketplaceName", cell: (row) => row.marketplaceName, isHiddenWhenSmall: true },
    ],
    rowId: (row) => row.id,
    ...(manyPath && { choice: { ...chosenMany, name: (row: ListedOrder) => row.marketplaceOrderId } }),
    expansion: {
      heading: "Items",
      isThere: (row) => row.hasItems,
      isOpen: (row) => row.lineItems !== undefined,
      label: (_, isOpen) => (isOpen ? "Hide" : "Show"),
      name: (row, isOpen) => `${isOpen ? "Hide" : "Show"} the items of ${row.marketplaceOrderId}`,
      content: ({ marketplaceOrderId, lineItems = [] }) => (
        <LineItemRows order={marketplaceOrderId} items={lineItems} />
      ),
    },
  };
}

export default function Orders() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const actions = (
    <>
      {data.may.canExport && <ExportButton path={paths.exportOrders()} fileName={ordersFile} isTable />}
      {data.may.canImport && (
        <Link to={`${paths.importShipments()}${search}`} className="button" preventScrollReset>
          Import Shipments
        </Link>
      )}
    </>
  );
  return (
    <ListScreen
      list={listOf}
      data={data}
      actions={actions}
      above={
        data.manyPath && (
          <ChosenMany path={data.manyPath} totalCount={data.totalCount} noun="orders">
            <button type="submit" formAction={data.slipsPath} className="button">
              Packing Slips
            </button>
          </ChosenMany>
        )
      }
    />
  );
}
