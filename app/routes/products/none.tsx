import { can } from "@contract/permissions.ts";
import { products } from "@contract/products/operations.ts";
import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { NothingHere } from "~/components/layout/nothing-here";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { permissionsOf } from "~/services/permissions.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Product");

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Products", path: paths.products() }, label: "Product" }),
};

export const loader = screenFor(products.list, async (call) => ({
  canAdd: can(await permissionsOf(call), products.add),
}));

export default function NoProduct() {
  const { canAdd } = useLoaderData<typeof loader>();
  return <NothingHere title="Product" addTo={canAdd && paths.newProduct()} />;
}
