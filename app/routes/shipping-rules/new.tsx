import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextField } from "#app/components/form/fields.tsx";
import { RecordField } from "#app/components/form/record-field.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { addForms, loadNewRule } from "#app/services/shipping-rules/shipping-rules.server.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";
import { addShippingRule } from "#contract/shipping-rules/schema.ts";

export const meta = () => title("Add Shipping Rule");

export const loader = screenFor(shippingRules.add, loadNewRule);

export const action = commandForms(addForms);

export const clientAction = keepTyped;

const labels = { Name: "Shipping Rule Name", SupplierId: "Supplier" };

export default function AddShippingRule() {
  const { suppliers, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.shippingRules()}${search}`;
  const only = suppliers.options?.length === 1 ? suppliers.options[0]?.value : undefined;
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
        <RecordField name="SupplierId" label={labels.SupplierId} isWide picker={suppliers} />
      </CommandForm>
    </Dialog>
  );
}
