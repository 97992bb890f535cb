import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { NothingHere } from "#app/components/layout/nothing-here.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { can } from "#contract/permissions.ts";
import { productTypes } from "#contract/product-types/operations.ts";

export const meta = () => title("Product Type");

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Product Types", path: paths.productTypes() }, label: "Product Type" }),
};

export const loader = screenFor(productTypes.list, async (context) => ({
  canAdd: can(await permissionsOf(context), productTypes.add),
}));

export default function NoProductType() {
  const { canAdd } = useLoaderData<typeof loader>();
  return <NothingHere title="Product Type" addTo={canAdd && paths.newProductType()} />;
}
