import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { NothingHere } from "#app/components/layout/nothing-here.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { can } from "#contract/permissions.ts";
import { products } from "#contract/products/operations.ts";

export const meta = () => title("Product");

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Products", path: paths.products() }, label: "Product" }),
};

export const loader = screenFor(products.list, async (context) => ({
  canAdd: can(await permissionsOf(context), products.add),
}));

export default function NoProduct() {
  const { canAdd } = useLoaderData<typeof loader>();
  return <NothingHere title="Product" addTo={canAdd && paths.newProduct()} />;
}
