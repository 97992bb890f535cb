import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { HistoryLink } from "#app/components/layout/history-link.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { DetailsCard } from "#app/routes/shipping-rules/parts/details-card.tsx";
import { RatesCard } from "#app/routes/shipping-rules/parts/rates-card.tsx";
import { UsedByCard } from "#app/routes/shipping-rules/parts/used-by-card.tsx";
import { WhyCard } from "#app/routes/shipping-rules/parts/why-card.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadRule, type RulePage, ruleForms } from "#app/services/shipping-rules/shipping-rules.server.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";

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
        <HistoryLink record="shippingRule" id={rule.id} />
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
