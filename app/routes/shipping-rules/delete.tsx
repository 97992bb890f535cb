import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { useFormAnswer } from "#app/components/form/form-state.ts";
import { Link } from "#app/components/layout/link.tsx";
import type { FormAnswer } from "#app/lib/form-answer.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { deleteForms, loadRuleToDelete } from "#app/services/shipping-rules/shipping-rules.server.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";

export const meta = () => title("Delete Shipping Rule");

export const loader = screenFor(shippingRules.get, loadRuleToDelete);

export const action = commandForms(deleteForms);

export const clientAction = keepTyped;

export default function DeleteShippingRule() {
  const { rule, commandId } = useLoaderData<typeof loader>();
  const answer = useFormAnswer("delete");
  const parent = paths.shippingRule(rule.id);
  if (answer?.inUse) return <InUse name={rule.name} products={answer.inUse} parent={parent} />;
  return (
    <Confirm intent="delete" commandId={commandId} title="Delete Shipping Rule" label="Ok" parent={parent}>
      This shipping rule is about to be deleted. This cannot be undone. Please click Ok if you wish to continue. (The
      message that follows offers Undo for a while, in case you change your mind.)
    </Confirm>
  );
}

function InUse({
  name,
  products,
  parent,
}: {
  name: string;
  products: NonNullable<FormAnswer["inUse"]>;
  parent: string;
}) {
  const { search } = useLocation();
  const closeTo = `${parent}${search}`;
  return (
    <Dialog title="Shipping Rule In Use" closeTo={closeTo}>
      <p>The shipping rule “{name}” cannot be deleted, because these products use it:</p>
      <ul className="my-3 list-disc pl-5 [overflow-wrap:anywhere]">
        {products.map(({ id, name: product }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two products may have one name, and the list does not change
          <li key={i} className="py-0.5">
            {id ? <Link to={paths.productShipping(id)}>{product}</Link> : product}
          </li>
        ))}
      </ul>
      <p className="mb-4">Give them another shipping method first.</p>
      <Link to={closeTo} className="button button-primary" preventScrollReset>
        OK
      </Link>
    </Dialog>
  );
}
