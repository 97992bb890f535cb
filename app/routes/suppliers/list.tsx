import { Link, useLoaderData, useLocation } from "@remix-run/react";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import type { SupplierRow } from "#contract/suppliers/schema.ts";

export const meta = () => title("Suppliers");

export const loader = screen((context) => loadList(context, suppliers.list, { buttons: { canAdd: suppliers.add } }));

const list: List<SupplierRow> = {
  title: "Suppliers",
  path: paths.suppliers(),
  noun: "suppliers",
  filters: [
    { kind: "text", name: "name", label: "Name" },
    { kind: "text", name: "city", label: "City" },
    { kind: "text", name: "state", label: "State" },
  ],
  columns: [
    {
      heading: "Name",
      sort: "name",
      cell: (row, link) => <RowLink to={link(paths.supplier(row.id))}>{row.name}</RowLink>,
    },
    { heading: "City", sort: "city", cell: (row) => row.city },
    { heading: "State", sort: "state", cell: (row) => row.state },
  ],
  rowId: (row) => row.id,
};

export default function Suppliers() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <ListScreen
      list={list}
      data={data}
      actions={
        data.may.canAdd && (
          <Link to={`${paths.newSupplier()}${search}`} className="button button-primary" preventScrollReset>
            Add Supplier
          </Link>
        )
      }
    />
  );
}
