import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { lazy } from "react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card, EditableCard } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { HistoryLink } from "#app/components/layout/history-link.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { nameOf } from "#app/lib/user-name.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { loadUser, type UserPage, userForms } from "#app/services/users/users.server.ts";

const UserForm = lazy(async () => ({ default: (await import("#app/routes/users/parts/form.tsx")).UserForm }));

export const meta = ({ data }: { data?: UserPage }) => title(data ? nameOf(data.user) : "User");

export const handle: BreadcrumbHandle<UserPage> = {
  breadcrumb: (page) => ({
    list: { label: "Users", path: paths.users() },
    label: nameOf(page.user),
    rowId: page.user.id,
  }),
};

export const loader = screen(loadUser);

export const action = commandForms(userForms);

export const clientAction = keepTyped;

export default function User() {
  const page = useLoaderData<typeof loader>();
  const { user, canEdit, editing } = page;
  return (
    <>
      <Heading title={nameOf(user)}>
        {canEdit && <HistoryLink record="user" id={user.id} />}
        {canEdit && <Actions page={page} />}
      </Heading>
      <EditableCard
        title="Details"
        name="details"
        canEdit={canEdit}
        editing={editing}
        form={(cancelTo) => (
          <UserForm
            intent="details"
            commandId={page.commandId}
            shown={page.shown}
            user={user}
            roles={page.roles}
            cancelTo={cancelTo}
          />
        )}
      >
        <Details>
          <Detail term="User name">{user.userName}</Detail>
          <Detail term="Status">
            <Status user={user} />
          </Detail>
          <Detail term="Email">{user.email}</Detail>
          <Detail term="Roles">{user.roles.join(", ")}</Detail>
          <Detail term="Given name">{user.givenName}</Detail>
          <Detail term="Surname">{user.surname}</Detail>
          {page.lastSignIn !== undefined && <Detail term="Last sign-in">{page.lastSignIn}</Detail>}
          {user.hasSecondFactor !== undefined && (
            <Detail term="Second factor">{user.hasSecondFactor ? "On" : "Off"}</Detail>
          )}
        </Details>
      </EditableCard>
      <RelatedSuppliers suppliers={user.suppliers} />
      <Outlet />
    </>
  );
}

function Actions({ page: { user, commandId } }: { page: UserPage }) {
  const { search } = useLocation();
  if (!user.isActive)
    return <CommandButton intent="activate" commandId={commandId} label="Activate" busy="Working..." />;
  return (
    <>
      <CommandButton intent="resend" commandId={commandId} label="Resend Welcome Email" busy="Working..." />
      {user.isLockedOut && <CommandButton intent="activate" commandId={commandId} label="Unlock" busy="Working..." />}
      {user.hasSecondFactor && !user.isOwn && (
        <Link to={`${paths.resetSecondFactor(user.id)}${search}`} className="button" preventScrollReset>
          Reset Second Factor
        </Link>
      )}
      {!user.isOwn && (
        <Link to={`${paths.deactivateUser(user.id)}${search}`} className="button button-danger" preventScrollReset>
          Deactivate
        </Link>
      )}
    </>
  );
}

function Status({ user }: Pick<UserPage, "user">) {
  if (!user.isActive) return <Pill tone="plain">Deactivated</Pill>;
  return user.isLockedOut ? <Pill tone="danger">Locked Out</Pill> : <Pill tone="good">Active</Pill>;
}

function RelatedSuppliers({ suppliers }: Pick<UserPage["user"], "suppliers">) {
  return (
    <Card title="Related Suppliers">
      {suppliers.length === 0 ? (
        <p className="text-muted">Not linked to any supplier.</p>
      ) : (
        <CardTable columns={[{ heading: "Name" }]}>
          {suppliers.map(({ id, name }) => (
            <tr key={id}>
              <td className="[overflow-wrap:anywhere]">
                <Link to={paths.supplier(id)}>{name}</Link>
              </td>
            </tr>
          ))}
        </CardTable>
      )}
    </Card>
  );
}
