import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { loadStaff, staffForms } from "#app/services/suppliers/staff.server.ts";

export const meta = () => title("Remove User");

export const loader = screen(loadStaff);

export const action = commandForms(staffForms);

export const clientAction = keepTyped;

export default function RemoveSupplierUser() {
  const { supplier, user, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="remove"
      commandId={commandId}
      title="Remove User"
      label="Remove"
      parent={paths.supplier(supplier.id)}
    >
      {user.email} will no longer have access to {supplier.name}. The account itself stays. Are you sure you wish to
      continue?
    </Confirm>
  );
}
