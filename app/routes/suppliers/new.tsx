import { suppliers } from "@contract/suppliers/operations.ts";
import { addSupplier, supplierMessages } from "@contract/suppliers/schema.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { CommandForm } from "~/components/form/command-form";
import { TextField } from "~/components/form/fields";
import { keepTyped } from "~/lib/keep-typed";
import { withWayBack } from "~/lib/list-state";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForm, commandForms, newCommandId } from "~/services/command-form.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Add Supplier");

export const loader = screenFor(suppliers.add, async () => ({ commandId: newCommandId() }));

export const action = commandForms({
  add: commandForm({
    operation: suppliers.add,
    schema: addSupplier,
    input: (values) => values,
    saved: supplierMessages.saved,
    notSaved: supplierMessages.notSaved,
    next: (call, id) => withWayBack(paths.supplier(id), call.url.search),
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
