import { users } from "@contract/users/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { Card } from "~/components/layout/card";
import { Heading } from "~/components/layout/heading";
import { keepTyped } from "~/lib/keep-typed";
import { wayBack } from "~/lib/list-state";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screenFor } from "~/services/route.server";
import { loadNewUser, registerForms } from "~/services/users.server";
import { UserForm } from "./form";

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
