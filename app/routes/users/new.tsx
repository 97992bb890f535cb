import { useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { wayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { UserForm } from "#app/routes/users/parts/form.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadNewUser, registerForms } from "#app/services/users/users.server.ts";
import { users } from "#contract/users/operations.ts";

export const meta = () => title("Add User");

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Users", path: paths.users() }, label: "Add User" }),
};

export const loader = screenFor(users.register, loadNewUser);

export const action = commandForms(registerForms);

export const clientAction = keepTyped;

export default function AddUser() {
  const { roles, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <>
      <Heading title="Add User" sub="The new user gets an email with a link to choose a password." />
      <Card title="Details">
        <UserForm intent="register" commandId={commandId} roles={roles} cancelTo={wayBack(paths.users(), search)} />
      </Card>
    </>
  );
}
