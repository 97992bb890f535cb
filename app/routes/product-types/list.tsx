import { productTypes } from "@contract/product-types/operations.ts";
import type { ProductTypeRow } from "@contract/product-types/schema.ts";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import type { List } from "~/components/list/list";
import { ListScreen } from "~/components/list/list-screen";
import { yesOrNo } from "~/lib/format";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { loadList } from "~/services/list.server";
import { screen } from "~/services/route.server";

export const meta = () => title("Product Types");

export const loader = screen((call) =>
  loadList(call, productTypes.list, { buttons: { canAdd: productTypes.add }, defaults: { showActiveOnly: "true" } }),
);

const list: List<ProductTypeRow> = {
  title: "Product Types",
  noun: "product types",
  filters: [
    { kind: "text", name: "name", label: "Name" },
    { kind: "checkbox", name: "showActiveOnly", label: "Active only" },
  ],
  columns: [
    { heading: "Id", sort: "id", cell: (row) => row.id, isHiddenWhenSmall: true },
    {
      heading: "Name",
      sort: "name",
      cell: (row, link) => <Link to={link(paths.productType(row.id))}>{row.name}</Link>,
    },
    { heading: "Path", sort: "path", cell: (row) => row.path },
    { heading: "Is Active", sort: "isDisabled", cell: (row) => yesOrNo(!row.isDisabled) },
  ],
  rowId: (row) => row.id,
};

export default function ProductTypes() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const add = data.may.canAdd && (
    <Link to={`${paths.newProductType()}${search}`} className="button button-primary" preventScrollReset>
      Add Product Type
    </Link>
  );
  return <ListScreen list={list} data={data} actions={add} />;
}
