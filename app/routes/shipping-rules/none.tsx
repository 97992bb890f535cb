import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { NothingHere } from "#app/components/layout/nothing-here.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { can } from "#contract/permissions.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";

export const meta = () => title("Shipping Rule");

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Shipping Rules", path: paths.shippingRules() }, label: "Shipping Rule" }),
};

export const loader = screenFor(shippingRules.list, async (context) => ({
  canAdd: can(await permissionsOf(context), shippingRules.add),
}));

export default function NoShippingRule() {
  const { canAdd } = useLoaderData<typeof loader>();
  return <NothingHere title="Shipping Rule" addTo={canAdd && paths.newShippingRule()} />;
}
