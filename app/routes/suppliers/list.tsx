import { useLoaderData, useLocation } from "@remix-run/react";
import { ExportButton } from "#app/components/export/export-button.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Menu, menuItem } from "#app/components/layout/menu.tsx";
import { ChosenMany, chosenMany } from "#app/components/list/chosen-many.tsx";
import type { Filter, List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { screen } from "#app/services/request/route.server.ts";
import { loadSuppliers } from "#app/services/suppliers/import.server.ts";
import type { SupplierRow } from "#contract/suppliers/schema.ts";
import { suppliersFile } from "#contract/suppliers/workbook.ts";

export const meta = () => title("Suppliers");

export const loader = screen(loadSuppliers);

/** Set by links from the home page, so each filter is shown only while it is active. */
const waitingFilters: Filter[] = [
  { kind: "checkbox", name: "agreementEndsSoon", label: "Agreement ends within 30 days" },
  { kind: "checkbox", name: "bankDetailsToConfirm", label: "Bank details to confirm" },
];

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

const listOf = ({ filters, manyPath }: Data): List<SupplierRow> => ({
  title: "Suppliers",
  path: paths.suppliers(),
  add: { label: "Add Supplier", path: paths.newSupplier() },
  noun: "suppliers",
  filters: [
    { kind: "text", name: "name", label: "Name" },
    { kind: "text", name: "city", label: "City" },
    { kind: "text", name: "state", label: "State" },
    ...waitingFilters.filter(({ name }) => filters[name] === "true"),
  ],
  columns: [
    {
      heading: "Name",
      isFixed: true,
      sort: "name",
      cell: (row, link) => <RowLink to={link(paths.supplier(row.id))}>{row.name}</RowLink>,
    },
    { heading: "City", sort: "city", cell: (row) => row.city },
    { heading: "State", sort: "state", cell: (row) => row.state },
  ],
  rowId: (row) => row.id,
  ...(manyPath && { choice: { ...chosenMany, name: (row: SupplierRow) => row.name } }),
});

export default function Suppliers() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <ListScreen
      list={listOf}
      data={data}
      above={data.manyPath && <ChosenMany path={data.manyPath} totalCount={data.totalCount} noun="suppliers" />}
      actions={
        <>
          {data.may.canExport && (
            <Menu label="Export">
              <ExportButton
                path={paths.exportSuppliers()}
                fileName={suppliersFile}
                label="All supplier data"
                className={menuItem}
                isTable
              />
            </Menu>
          )}
          {data.may.canImport && (
            <Link to={`${paths.importSuppliers()}${search}`} className="button" preventScrollReset>
              Import
            </Link>
          )}
        </>
      }
    />
  );
}
