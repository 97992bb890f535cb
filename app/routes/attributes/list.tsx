import { useLoaderData } from "@remix-run/react";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { yesOrNo } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { attributes } from "#contract/attributes/operations.ts";
import type { AttributeRow } from "#contract/attributes/schema.ts";

export const meta = () => title("Attributes");

export const loader = screen((context) =>
  loadList(context, attributes.list, {
    views: "attributes",
    buttons: { canAdd: attributes.add },
    defaults: { showActiveOnly: "true" },
  }),
);

const list: List<AttributeRow> = {
  title: "Attributes",
  path: paths.attributes(),
  add: { label: "Add Attribute", path: paths.newAttribute() },
  noun: "attributes",
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
      cell: (row, link) => <RowLink to={link(paths.attribute(row.id))}>{row.name}</RowLink>,
    },
    { heading: "Display Name", sort: "displayName", cell: (row) => row.displayName },
    { heading: "Is Active", sort: "isDisabled", cell: (row) => yesOrNo(!row.isDisabled) },
  ],
  rowId: (row) => row.id,
};

export default function Attributes() {
  return <ListScreen list={list} data={useLoaderData<typeof loader>()} />;
}
