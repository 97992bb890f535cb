import { shippingRules } from "@contract/shipping-rules/operations.ts";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { Heading } from "~/components/layout/heading";
import { Pill } from "~/components/text/pill";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screenFor } from "~/services/route.server";
import { loadRule, type RulePage, ruleForms } from "~/services/shipping-rules.server";
import { DetailsCard } from "./details-card";
import { RatesCard } from "./rates-card";
import { UsedByCard } from "./used-by-card";
import { WhyCard } from "./why-card";

export const meta = ({ data }: { data?: RulePage }) => title(data?.rule.name ?? "Shipping Rule");

export const handle: BreadcrumbHandle<RulePage> = {
  breadcrumb: ({ rule }) => ({
    list: { label: "Shipping Rules", path: paths.shippingRules() },
    label: rule.name,
    rowId: rule.id,
  }),
};

export const loader = screenFor(shippingRules.get, loadRule);

export const action = commandForms(ruleForms);

export const clientAction = keepTyped;

export default function ShippingRule() {
  const page = useLoaderData<typeof loader>();
  const { rule, canChange, editing } = page;
  const { search } = useLocation();
  return (
    <>
      <Heading title={rule.name} sub={rule.isDisabled && <Pill tone="plain">Disabled</Pill>}>
        {canChange && (
          <Link
            to={`${paths.deleteShippingRule(rule.id)}${search}`}
            className="button button-danger"
            preventScrollReset
          >
            Delete
          </Link>
        )}
      </Heading>
      <DetailsCard page={page} />
      <RatesCard page={page} />
      {!editing && <WhyCard why={page.why} />}
      {!editing && <UsedByCard page={page} />}
      <Outlet />
    </>
  );
}
