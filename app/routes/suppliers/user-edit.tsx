import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { ChoicesField } from "#app/components/form/fields.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { asOptions } from "#app/lib/options.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { loadStaff, staffForms } from "#app/services/suppliers/staff.server.ts";
import { supplierPermissions } from "#contract/enumerations.ts";
import { updateSupplierUser } from "#contract/suppliers/schema.ts";

export const meta = () => title("Edit User");

export const loader = screen(loadStaff);

export const action = commandForms(staffForms);

export const clientAction = keepTyped;

const schema = updateSupplierUser.omit({ SupplierId: true, UserId: true });
const labels = { Permissions: "Permissions" };

export default function EditSupplierUser() {
  const { supplier, user, shown, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.supplier(supplier.id)}${search}`;
  return (
    <Dialog title="Edit User" closeTo={parent}>
      <p className="mb-3 [overflow-wrap:anywhere]">{user.email}</p>
      <CommandForm
        intent="edit"
        commandId={commandId}
        shown={shown}
        schema={schema}
        values={{ Permissions: user.permissions.map(String) }}
        submit="Save"
        busy="Saving..."
        cancelTo={parent}
        labels={labels}
      >
        <ChoicesField name="Permissions" label={labels.Permissions} options={asOptions(supplierPermissions)} />
      </CommandForm>
    </Dialog>
  );
}
