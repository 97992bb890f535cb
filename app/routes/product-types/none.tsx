import { can } from "@contract/permissions.ts";
import { productTypes } from "@contract/product-types/operations.ts";
import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { NothingYet } from "~/components/layout/nothing-yet";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { permissionsOf } from "~/services/permissions.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Nothing here yet");

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Product Types", path: paths.productTypes() }, label: "Nothing here yet" }),
};

export const loader = screenFor(productTypes.list, async (call) => ({ canAdd: can(await permissionsOf(call), productTypes.add) }));

export default function NoProductType() {
  const { canAdd } = useLoaderData<typeof loader>();
  return <NothingYet noun="product type" addTo={canAdd ? paths.newProductType() : undefined} add="Add Product Type" />;
}
