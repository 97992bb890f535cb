import { Outlet, useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { HistoryLink } from "#app/components/layout/history-link.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { commissionPaths } from "#app/lib/commission-paths.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { RuleFields } from "#app/routes/commission-rules/parts/rule-fields.tsx";
import { Trial } from "#app/routes/commission-rules/parts/trial.tsx";
import { loadRule, type RulePage, ruleForms } from "#app/services/commission-rules/commission-rules.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { commissionRules } from "#contract/commission-rules/operations.ts";

export const meta = ({ data }: { data?: RulePage }) => title(data?.rule.name ?? "Commission Rule");

export const handle: BreadcrumbHandle<RulePage> = {
  breadcrumb: ({ rule }) => ({
    list: { label: "Commission Rules", path: paths.commissionRules() },
    label: rule.name,
    rowId: rule.id,
  }),
};

export const loader = screenFor(commissionRules.get, loadRule);

export const action = commandForms(ruleForms);

export const clientAction = keepTyped;

export default function CommissionRule() {
  const { rule, conditions, terms, form } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading
        title={rule.name}
        sub={
          rule.coveredBy
            ? `Never applies: “${rule.coveredBy.name}” comes first and fits all that this rule fits.`
            : `No. ${rule.position} in the list. Changes apply to sales from now on.`
        }
      >
        <HistoryLink record="commissionRule" id={rule.id} />
        {form && (
          <Link to={commissionPaths.delete(rule.id)} className="button button-danger" preventScrollReset>
            Delete
          </Link>
        )}
      </Heading>
      <Card title="Details">
        {form ? (
          <RuleFields intent="update" form={{ ...form, shown: form.shown }} />
        ) : (
          <Details>
            <Detail term="Fits" isWide>
              {conditions.join(". ") || "Every sale"}
            </Detail>
            <Detail term="Commission" isWide>
              {terms}
            </Detail>
          </Details>
        )}
      </Card>
      <Trial intent="update" />
      <Outlet />
    </>
  );
}
