import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { ChangeMany, type ManyPageData } from "#app/components/many/change-many.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { manyOrders } from "#app/services/orders/many.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { orders } from "#contract/orders/operations.ts";

const heading = "Change Many Orders";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<ManyPageData> = {
  breadcrumb: ({ parent }) => ({ list: { label: "Orders", path: parent }, label: "Change Many" }),
};

export const loader = screenFor(orders.changeMany, manyOrders.load);

export const action = commandForms(manyOrders.forms);

export const clientAction = keepTyped;

export default function ChangeManyOrders() {
  return <ChangeMany page={useLoaderData<typeof loader>()} title={heading} pathOf={paths.order} />;
}
