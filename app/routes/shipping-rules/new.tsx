import { shippingRules } from "@contract/shipping-rules/operations.ts";
import { addShippingRule } from "@contract/shipping-rules/schema.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { choose } from "~/components/form/choose";
import { CommandForm } from "~/components/form/command-form";
import { SelectField, TextField } from "~/components/form/fields";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screenFor } from "~/services/route.server";
import { addForms, loadNewRule } from "~/services/shipping-rules.server";

export const meta = () => title("Add Shipping Rule");

export const loader = screenFor(shippingRules.add, loadNewRule);

export const action = commandForms(addForms);

export const clientAction = keepTyped;

const labels = { Name: "Shipping Rule Name", SupplierId: "Supplier" };

export default function AddShippingRule() {
  const { suppliers, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.shippingRules()}${search}`;
  const only = suppliers.length === 1 ? suppliers[0]?.value : undefined;
  return (
    <Dialog title="Add Shipping Rule" closeTo={parent}>
      <CommandForm
        intent="add"
        commandId={commandId}
        schema={addShippingRule}
        values={{ Name: "", SupplierId: only ?? "" }}
        submit="Add"
        busy="Saving..."
        cancelTo={parent}
        labels={labels}
      >
        <TextField name="Name" label={labels.Name} isWide autoComplete="off" />
        <SelectField name="SupplierId" label={labels.SupplierId} isWide options={[choose, ...suppliers]} />
      </CommandForm>
    </Dialog>
  );
}
