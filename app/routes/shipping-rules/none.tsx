import { can } from "@contract/permissions.ts";
import { shippingRules } from "@contract/shipping-rules/operations.ts";
import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { NothingHere } from "~/components/layout/nothing-here";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { permissionsOf } from "~/services/permissions.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Shipping Rule");

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Shipping Rules", path: paths.shippingRules() }, label: "Shipping Rule" }),
};

export const loader = screenFor(shippingRules.list, async (call) => ({
  canAdd: can(await permissionsOf(call), shippingRules.add),
}));

export default function NoShippingRule() {
  const { canAdd } = useLoaderData<typeof loader>();
  return <NothingHere title="Shipping Rule" addTo={canAdd && paths.newShippingRule()} />;
}
