import { shippingRules } from "@contract/shipping-rules/operations.ts";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { Dialog } from "~/components/dialog/dialog";
import { useFormAnswer } from "~/components/form/form-state";
import type { FormAnswer } from "~/lib/form-answer";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screenFor } from "~/services/route.server";
import { deleteForms, loadRuleToDelete } from "~/services/shipping-rules.server";

export const meta = () => title("Delete Shipping Rule");

export const loader = screenFor(shippingRules.get, loadRuleToDelete);

export const action = commandForms(deleteForms);

export const clientAction = keepTyped;

export default function DeleteShippingRule() {
  const { rule, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const answer = useFormAnswer("delete");
  const parent = `${paths.shippingRule(rule.id)}${search}`;
  if (answer?.inUse) return <InUse name={rule.name} products={answer.inUse} parent={parent} />;
  return (
    <Confirm
      intent="delete"
      commandId={commandId}
      title="Delete Shipping Rule"
      label="Ok"
      busy="Working..."
      parent={parent}
    >
      This shipping rule is about to be deleted. This cannot be undone. Please click Ok if you wish to continue.
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
  return (
    <Dialog title="Shipping Rule In Use" closeTo={parent}>
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
      <Link to={parent} className="button button-primary" preventScrollReset>
        OK
      </Link>
    </Dialog>
  );
}
