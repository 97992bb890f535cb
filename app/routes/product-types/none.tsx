import { can } from "@contract/permissions.ts";
import { productTypes } from "@contract/product-types/operations.ts";
import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { NothingHere } from "~/components/layout/nothing-here";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { permissionsOf } from "~/services/permissions.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Product Type");

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Product Types", path: paths.productTypes() }, label: "Product Type" }),
};

export const loader = screenFor(productTypes.list, async (call) => ({
  canAdd: can(await permissionsOf(call), productTypes.add),
}));

export default function NoProductType() {
  const { canAdd } = useLoaderData<typeof loader>();
  return <NothingHere title="Product Type" addTo={canAdd && paths.newProductType()} />;
}
