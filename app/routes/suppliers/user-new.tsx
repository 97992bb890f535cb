import { supplierPermissions } from "@contract/enumerations.ts";
import { addSupplierUser } from "@contract/suppliers/schema.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { CommandForm } from "~/components/form/command-form";
import { ChoicesField, TextField } from "~/components/form/fields";
import { keepTyped } from "~/lib/keep-typed";
import { asOptions } from "~/lib/options";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screen } from "~/services/route.server";
import { loadNewStaff, staffForms } from "~/services/supplier-staff.server";

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
