import { Link, useLoaderData } from "@remix-run/react";
import { lazy } from "react";
import { Confirm, useAskAddress } from "~/components/dialog/confirm";
import { CommandButton } from "~/components/form/command-button";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { Card, Detail, Details, EditableCard } from "~/components/layout/card";
import { Heading } from "~/components/layout/heading";
import { Pill } from "~/components/text/pill";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screen } from "~/services/route.server";
import { loadUser, type UserPage, userForms } from "~/services/users.server";

const UserForm = lazy(() => import("./form"));

export const meta = ({ data }: { data?: UserPage }) => title(data ? nameOf(data) : "User");

export const handle: BreadcrumbHandle<UserPage> = {
  breadcrumb: (page) => ({ list: { label: "Users", path: paths.users() }, label: nameOf(page), rowId: page.user.id }),
};

export const loader = screen(loadUser);

export const action = commandForms(userForms);

export const clientAction = keepTyped;

export default function User() {
  const page = useLoaderData<typeof loader>();
  const { user, canEdit, editing } = page;
  return (
    <>
      <Heading title={nameOf(page)}>{canEdit && <Actions page={page} />}</Heading>
      <EditableCard title="Details" name="details" canEdit={canEdit} editing={editing} form={(cancelTo) => <UserForm page={page} cancelTo={cancelTo} />}>
        <Details>
          <Detail term="User name">{user.userName}</Detail>
          <Detail term="Status">
            <Status user={user} />
          </Detail>
          <Detail term="Email">{user.email}</Detail>
          <Detail term="Roles">{user.roles.join(", ")}</Detail>
          <Detail term="Given name">{user.givenName}</Detail>
          <Detail term="Surname">{user.surname}</Detail>
        </Details>
      </EditableCard>
      <RelatedSuppliers suppliers={user.suppliers} />
      <Confirm intent="deactivate" commandId={page.commandId} title="Deactivate User" label="Deactivate" busy="Working...">
        {nameOf(page)} will be signed out everywhere at once and cannot sign in again until the account is activated.
      </Confirm>
    </>
  );
}

function nameOf({ user }: Pick<UserPage, "user">): string {
  return `${user.givenName ?? ""} ${user.surname ?? ""}`.trim() || user.userName;
}

function Actions({ page: { user, commandId } }: { page: UserPage }) {
  const ask = useAskAddress();
  if (!user.isActive) return <CommandButton intent="activate" commandId={commandId} label="Activate" busy="Working..." />;
  return (
    <>
      {user.isLockedOut && <CommandButton intent="activate" commandId={commandId} label="Unlock" busy="Working..." />}
      <Link to={ask("deactivate")} className="button button-danger" preventScrollReset>
        Deactivate
      </Link>
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
        <p className="text-muted">This user is not on the staff of a supplier.</p>
      ) : (
        <ul className="grid gap-1">
          {suppliers.map(({ id, name }) => (
            <li key={id}>
              <Link to={paths.supplier(id)}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
