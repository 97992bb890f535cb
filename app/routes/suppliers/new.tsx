import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextField } from "#app/components/form/fields.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { withWayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForm, commandForms, newCommandId } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { addSupplier, supplierMessages } from "#contract/suppliers/schema.ts";

export const meta = () => title("Add Supplier");

export const loader = screenFor(suppliers.add, async () => ({ commandId: newCommandId() }));

export const action = commandForms({
  add: commandForm({
    operation: suppliers.add,
    schema: addSupplier,
    input: (values) => values,
    saved: supplierMessages.saved,
    notSaved: supplierMessages.notSaved,
    next: (context, id) => withWayBack(paths.supplier(id), context.url.search),
  }),
});

export const clientAction = keepTyped;

const labels = { SupplierName: "Name", PrimaryContactEmail: "Email" };

export default function AddSupplier() {
  const { commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.suppliers()}${search}`;
  return (
    <Dialog title="Add Supplier" closeTo={parent}>
      <CommandForm
        intent="add"
        commandId={commandId}
        schema={addSupplier}
        values={{ SupplierName: "", PrimaryContactEmail: "" }}
        submit="Add"
        busy="Saving..."
        cancelTo={parent}
        labels={labels}
      >
        <TextField name="SupplierName" label={labels.SupplierName} isWide autoComplete="off" />
        <TextField
          name="PrimaryContactEmail"
          label={labels.PrimaryContactEmail}
          type="email"
          isWide
          autoComplete="off"
        />
      </CommandForm>
    </Dialog>
  );
}
