import { shippingRules } from "@contract/shipping-rules/operations.ts";
import { Link, useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { NothingHere } from "~/components/layout/nothing-here";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { screenFor } from "~/services/route.server";
import { loadNoRule } from "~/services/shipping-rules.server";

export const meta = () => title("Shipping Rule");

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Shipping Rules", path: paths.shippingRules() }, label: "Shipping Rule" }),
};

export const loader = screenFor(shippingRules.get, loadNoRule);

export default function NoShippingRule() {
  const { canAdd } = useLoaderData<typeof loader>();
  return (
    <NothingHere title="Shipping Rule">
      {canAdd && (
        <Link to={paths.newShippingRule()} className="button button-primary">
          Add Shipping Rule
        </Link>
      )}
    </NothingHere>
  );
}
