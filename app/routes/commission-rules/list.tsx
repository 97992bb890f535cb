import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { type Drag, MoveButtons, type Order, Ordered, OrderForm, useOrdered } from "#app/components/order/ordered.tsx";
import { commissionPaths } from "#app/lib/commission-paths.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { listForms, loadRules, type RulesPage } from "#app/services/commission-rules/commission-rules.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { commissionRules } from "#contract/commission-rules/operations.ts";

export const meta = () => title("Commission Rules");

export const loader = screenFor(commissionRules.list, loadRules);

export const action = commandForms(listForms);

export const clientAction = keepTyped;

/** If reordering fails because somebody has changed the rules, loads the current ones. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  defaultShouldRevalidate || actionStatus === 409;

const order: Order = { intent: "reorder", field: "CommissionRuleIds", noun: "commission rule" };

export default function CommissionRules() {
  const { rules, canEdit, commandId } = useLoaderData<typeof loader>();
  const shown = useOrdered(order, rules);
  return (
    <>
      <Heading
        title="Commission Rules"
        sub="The first rule that fits a sale decides its commission. If none does, the rate of the supplier's agreement applies."
      >
        {canEdit && (
          <Link to={commissionPaths.new()} className="button button-primary">
            Add Commission Rule
          </Link>
        )}
      </Heading>
      <Card title="Rules in their order">
        {rules.length === 0 ? (
          <p className="text-muted">There are no commission rules.</p>
        ) : (
          <CardTable
            columns={[
              { heading: "Name" },
              { heading: "Fits" },
              { heading: "Commission" },
              ...(canEdit ? [{ heading: "Actions" }] : []),
            ]}
            label="Commission rules"
          >
            <Ordered order={order} items={shown} canMove={canEdit}>
              {(rule, drag) => <Row key={rule.id} rule={rule} shown={shown} canEdit={canEdit} drag={drag} />}
            </Ordered>
          </CardTable>
        )}
        {canEdit && <OrderForm order={order} ids={rules.map(({ id }) => id)} commandId={commandId} />}
      </Card>
    </>
  );
}

type ShownRule = RulesPage["rules"][number];

interface RowProps {
  rule: ShownRule;
  shown: readonly ShownRule[];
  canEdit: boolean;
  drag: Drag;
}

function Row({ rule, shown, canEdit, drag }: RowProps) {
  return (
    <tr ref={drag.ref} style={drag.style} className="bg-surface align-top">
      <td className="min-w-32 break-words">
        {drag.handle}
        <Link to={commissionPaths.rule(rule.id)}>{rule.name}</Link>
        {rule.coveredBy && (
          <p className="mt-1 font-semibold text-danger">
            Never applies: “{rule.coveredBy.name}” comes first and fits all that this rule fits.
          </p>
        )}
      </td>
      <td className="min-w-40 break-words">
        {rule.conditions.length === 0 ? "Every sale" : rule.conditions.map((text) => <div key={text}>{text}</div>)}
      </td>
      <td className="min-w-40 break-words">{rule.terms}</td>
      {canEdit && (
        <td className="whitespace-nowrap">
          <MoveButtons order={order} items={shown} item={rule} />
        </td>
      )}
    </tr>
  );
}
