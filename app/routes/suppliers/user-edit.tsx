import { supplierPermissions } from "@contract/enumerations.ts";
import { updateSupplierUser } from "@contract/suppliers/schema.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { CommandForm } from "~/components/form/command-form";
import { ChoicesField } from "~/components/form/fields";
import { keepTyped } from "~/lib/keep-typed";
import { asOptions } from "~/lib/options";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screen } from "~/services/route.server";
import { loadStaff, staffForms } from "~/services/supplier-staff.server";

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
