import { useLoaderData } from "@remix-run/react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadShopOrders, type ShownShopOrder, shopOrderForms } from "#app/services/shop-orders/shop-orders.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";

const heading = "Orders of the Shop to Look At";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<Pick<Data, "marketplace">> = {
  breadcrumb: ({ marketplace }) => ({
    list: { label: "Marketplaces", path: paths.marketplaces() },
    parent: { label: marketplace.name, path: paths.marketplace(marketplace.id) },
    label: heading,
  }),
};

export const loader = screenFor(marketplaces.shopOrders, loadShopOrders);

export const action = commandForms(shopOrderForms);

export const clientAction = keepTyped;

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

const listOf = ({ marketplace }: Data): List<ShownShopOrder> => ({
  title: heading,
  path: paths.shopOrders(marketplace.id),
  noun: "orders to look at",
  filters: [],
  columns: [
    { heading: "Order", sort: "number", cell: (row) => <span className="[overflow-wrap:anywhere]">{row.number}</span> },
    {
      heading: "What is wrong",
      cell: (row) => (
        <>
          <span className="[overflow-wrap:anywhere]">{row.problem}</span>
          {!row.isTaken && <span className="block text-xs text-muted">It has not become an order here.</span>}
        </>
      ),
    },
    { heading: "Since", sort: "problemAt", cell: (row) => row.since },
    {
      heading: "Actions",
      cell: (row, link) => (
        <span className="flex flex-wrap gap-x-3">
          <RowLink to={link(paths.readShopOrder(marketplace.id, row.id))} aria-label={`Read order ${row.number} again`}>
            Read Again
          </RowLink>
          <RowLink
            to={link(paths.leaveOutShopOrder(marketplace.id, row.id))}
            aria-label={`Leave out order ${row.number}`}
          >
            Leave Out
          </RowLink>
        </span>
      ),
    },
  ],
  rowId: (row) => row.id,
});

export default function ShopOrders() {
  const data = useLoaderData<typeof loader>();
  const actions = (
    <CommandButton intent="readAll" commandId={data.commandId} label="Read All Orders Now" busy="Working..." />
  );
  return <ListScreen list={listOf} data={data} actions={actions} />;
}
