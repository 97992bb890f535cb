import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { RuleFields } from "#app/routes/commission-rules/parts/rule-fields.tsx";
import { Trial } from "#app/routes/commission-rules/parts/trial.tsx";
import { loadNewRule, newRuleForms } from "#app/services/commission-rules/commission-rules.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { commissionRules } from "#contract/commission-rules/operations.ts";

const heading = "Add Commission Rule";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Commission Rules", path: paths.commissionRules() }, label: heading }),
};

export const loader = screenFor(commissionRules.add, loadNewRule);

export const action = commandForms(newRuleForms);

export const clientAction = keepTyped;

export default function AddCommissionRule() {
  const form = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title={heading} sub="The rule comes after all others; it can be moved up in the list." />
      <Card title="Details">
        <RuleFields intent="add" form={{ ...form, shown: undefined }} />
      </Card>
      <Trial intent="add" />
    </>
  );
}
