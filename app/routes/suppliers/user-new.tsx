import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { ChoicesField, TextField } from "#app/components/form/fields.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { asOptions } from "#app/lib/options.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { loadNewStaff, staffForms } from "#app/services/suppliers/staff.server.ts";
import { supplierPermissions } from "#contract/enumerations.ts";
import { addSupplierUser } from "#contract/suppliers/schema.ts";

export const meta = () => title("Add User");

export const loader = screen(loadNewStaff);

export const action = commandForms(staffForms);

export const clientAction = keepTyped;

const schema = addSupplierUser.omit({ SupplierId: true });
const labels = { UserEmail: "Email", Permissions: "Permissions" };

export default function AddSupplierUser() {
  const { supplier, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.supplier(supplier.id)}${search}`;
  return (
    <Dialog title="Add User" closeTo={parent}>
      <CommandForm
        intent="add"
        commandId={commandId}
        schema={schema}
        values={{ UserEmail: "", Permissions: [] }}
        submit="Add"
        busy="Saving..."
        cancelTo={parent}
        labels={labels}
      >
        <TextField
          name="UserEmail"
          label={labels.UserEmail}
          type="email"
          isWide
          autoComplete="off"
          hint="They will get an email with an invitation, and see nothing of the supplier until they accept."
        />
        <ChoicesField name="Permissions" label={labels.Permissions} options={asOptions(supplierPermissions)} />
      </CommandForm>
    </Dialog>
  );
}
