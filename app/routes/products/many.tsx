import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { ChangeMany, type ManyPageData } from "#app/components/many/change-many.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { manyProducts } from "#app/services/products/many.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

const heading = "Change Many Products";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<ManyPageData> = {
  breadcrumb: ({ parent }) => ({ list: { label: "Products", path: parent }, label: "Change Many" }),
};

export const loader = screenFor(products.changeMany, manyProducts.load);

export const action = commandForms(manyProducts.forms);

export const clientAction = keepTyped;

export default function ChangeManyProducts() {
  return <ChangeMany page={useLoaderData<typeof loader>()} title={heading} pathOf={paths.product} />;
}
