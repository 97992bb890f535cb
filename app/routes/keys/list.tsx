import { useLoaderData } from "@remix-run/react";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { loadKeys, type ShownKey } from "#app/services/keys/keys.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { keys } from "#contract/keys/operations.ts";
import { KeyName, KeyState } from "./parts/key-cells.tsx";

export const meta = () => title("API Keys");

export const loader = screenFor(keys.list, loadKeys);

const list: List<ShownKey> = {
  title: "API Keys",
  path: paths.keys(),
  add: { label: "Add Key", path: paths.newKey() },
  noun: "keys",
  filters: [
    { kind: "select", name: "marketplaceId", label: "Marketplace", any: "(Any)" },
    { kind: "select", name: "supplierId", label: "Supplier", any: "(Any)" },
    { kind: "checkbox", name: "showActiveOnly", label: "In use only" },
  ],
  columns: [
    { heading: "Name", isFixed: true, sort: "name", cell: (row) => <KeyName row={row} /> },
    { heading: "Belongs to", cell: (row) => row.owner },
    { heading: "May do", cell: (row) => row.scopes },
    { heading: "Ends", sort: "endsAt", cell: (row) => row.ends, isHiddenWhenSmall: true },
    { heading: "Last used", sort: "lastUsedAt", cell: (row) => row.lastUsed },
    { heading: "Added", sort: "createdAt", cell: (row) => row.added, isHiddenWhenSmall: true },
    { heading: "Status", cell: (row) => <KeyState row={row} /> },
    {
      heading: "Actions",
      cell: (row, link) =>
        row.state === "active" && (
          <RowLink to={link(paths.revokeKey(row.id))} aria-label={`Revoke ${row.name}`}>
            Revoke
          </RowLink>
        ),
    },
  ],
  rowId: (row) => row.id,
};

export default function Keys() {
  return <ListScreen list={list} data={useLoaderData<typeof loader>()} />;
}
