import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { ChangeMany, type ManyPageData } from "#app/components/many/change-many.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { manyUsers } from "#app/services/users/many.server.ts";
import { users } from "#contract/users/operations.ts";

const heading = "Change Many Users";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<ManyPageData> = {
  breadcrumb: ({ parent }) => ({ list: { label: "Users", path: parent }, label: "Change Many" }),
};

export const loader = screenFor(users.changeMany, manyUsers.load);

export const action = commandForms(manyUsers.forms);

export const clientAction = keepTyped;

export default function ChangeManyUsers() {
  return <ChangeMany page={useLoaderData<typeof loader>()} title={heading} pathOf={paths.user} />;
}
