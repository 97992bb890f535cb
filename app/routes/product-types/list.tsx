import { useLoaderData } from "@remix-run/react";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { yesOrNo } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { productTypes } from "#contract/product-types/operations.ts";
import type { ProductTypeRow } from "#contract/product-types/schema.ts";

export const meta = () => title("Product Types");

export const loader = screen((context) =>
  loadList(context, productTypes.list, {
    views: "productTypes",
    buttons: { canAdd: productTypes.add },
    defaults: { showActiveOnly: "true" },
  }),
);

const list: List<ProductTypeRow> = {
  title: "Product Types",
  path: paths.productTypes(),
  add: { label: "Add Product Type", path: paths.newProductType() },
  noun: "product types",
  filters: [
    { kind: "text", name: "name", label: "Name" },
    { kind: "checkbox", name: "showActiveOnly", label: "Active only" },
  ],
  columns: [
    { heading: "Id", sort: "id", cell: (row) => row.id, isHiddenWhenSmall: true },
    {
      heading: "Name",
      isFixed: true,
      sort: "name",
      cell: (row, link) => <RowLink to={link(paths.productType(row.id))}>{row.name}</RowLink>,
    },
    { heading: "Path", sort: "path", cell: (row) => row.path },
    { heading: "Is Active", sort: "isDisabled", cell: (row) => yesOrNo(!row.isDisabled) },
  ],
  rowId: (row) => row.id,
};

export default function ProductTypes() {
  return <ListScreen list={list} data={useLoaderData<typeof loader>()} />;
}
