import { useLoaderData } from "@remix-run/react";
import { Link } from "#app/components/layout/link.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { yesOrNo } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { deliveries } from "#contract/deliveries/operations.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";
import type { ManagedMarketplaceRow } from "#contract/marketplaces/schema.ts";
import { formatAbn } from "#contract/rules/abn.ts";

export const meta = () => title("Marketplaces");

export const loader = screenFor(marketplaces.manage, (context) =>
  loadList(context, marketplaces.manage, {
    views: "marketplaces",
    buttons: { canAdd: marketplaces.add, canSeeDeliveries: deliveries.list },
    defaults: { showActiveOnly: "true" },
  }),
);

const list: List<ManagedMarketplaceRow> = {
  title: "Marketplaces",
  path: paths.marketplaces(),
  add: { label: "Add Marketplace", path: paths.newMarketplace() },
  noun: "marketplaces",
  filters: [
    { kind: "text", name: "name", label: "Name" },
    { kind: "checkbox", name: "showActiveOnly", label: "Active only" },
  ],
  columns: [
    {
      heading: "Name",
      isFixed: true,
      sort: "name",
      cell: (row, link) => <RowLink to={link(paths.marketplace(row.id))}>{row.name}</RowLink>,
    },
    { heading: "Legal name", sort: "legalName", cell: (row) => row.legalName },
    { heading: "ABN", cell: (row) => formatAbn(row.abn), isHiddenWhenSmall: true },
    {
      heading: "Order numbers",
      sort: "orderNumberPrefix",
      cell: (row) => row.orderNumberPrefix,
      isHiddenWhenSmall: true,
    },
    { heading: "Suppliers", cell: (row) => row.supplierCount },
    {
      heading: "Channel",
      cell: (row) => (row.channel === "webhook" ? "Webhook" : "Built-in"),
      isHiddenWhenSmall: true,
    },
    { heading: "Is Active", sort: "isDisabled", cell: (row) => yesOrNo(!row.isDisabled) },
  ],
  rowId: (row) => row.id,
};

export default function Marketplaces() {
  const data = useLoaderData<typeof loader>();
  const actions = data.may.canSeeDeliveries && (
    <Link to={paths.deliveries()} className="button">
      Deliveries
    </Link>
  );
  return <ListScreen list={list} data={data} actions={actions} />;
}
