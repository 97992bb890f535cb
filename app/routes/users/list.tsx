import { useLoaderData, useLocation } from "@remix-run/react";
import { Link } from "#app/components/layout/link.tsx";
import { ChosenMany, chosenMany } from "#app/components/list/chosen-many.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { withWayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { UserStatus } from "#app/routes/users/parts/status.tsx";
import { screen } from "#app/services/request/route.server.ts";
import { type ListedUser, loadUsers } from "#app/services/users/users.server.ts";

export const meta = () => title("Users");

export const loader = screen(loadUsers);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

/** A long address breaks, so that all columns fit beside each other. */
const emailClass = "inline-block min-w-40 [overflow-wrap:anywhere]";

const listOf = ({ manyPath }: Data): List<ListedUser> => ({
  title: "Users",
  path: paths.users(),
  noun: "users",
  filters: [
    { kind: "text", name: "searchText", label: "Search" },
    { kind: "select", name: "role", label: "Role", any: "(Any)" },
    { kind: "checkbox", name: "showActiveOnly", label: "Active only" },
  ],
  columns: [
    {
      heading: "User name",
      isFixed: true,
      sort: "userName",
      cell: (row, link) => (
        <RowLink to={link(paths.user(row.id))} className={`link ${emailClass}`}>
          {row.userName}
        </RowLink>
      ),
    },
    {
      heading: "Email",
      sort: "email",
      cell: (row) => <span className={emailClass}>{row.email}</span>,
      isHiddenWhenSmall: true,
    },
    { heading: "Given name", sort: "givenName", cell: (row) => row.givenName },
    { heading: "Surname", sort: "surname", cell: (row) => row.surname },
    { heading: "Roles", cell: (row) => row.roles.join(", ") || "–", isHiddenWhenSmall: true },
    {
      heading: "Last sign-in",
      sort: "lastSignInDate",
      cell: (row) => <span className="whitespace-nowrap">{row.lastSignIn ?? "–"}</span>,
      isHiddenWhenSmall: true,
    },
    { heading: "Active", sort: "isActive", cell: (row) => <UserStatus user={row} /> },
  ],
  rowId: (row) => row.id,
  ...(manyPath && { choice: { ...chosenMany, name: (row: ListedUser) => row.userName } }),
});

export default function Users() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const add = data.may.canAdd && (
    <Link to={withWayBack(paths.newUser(), search)} className="button button-primary">
      Add User
    </Link>
  );
  return (
    <ListScreen
      list={listOf}
      data={data}
      actions={add}
      above={
        <>
          {data.emails && <p className="mb-2">{data.emails}</p>}
          {data.manyPath && <ChosenMany path={data.manyPath} totalCount={data.totalCount} noun="users" />}
        </>
      }
    />
  );
}
