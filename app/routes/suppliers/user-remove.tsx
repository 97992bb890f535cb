import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screen } from "~/services/route.server";
import { loadStaff, staffForms } from "~/services/supplier-staff.server";

export const meta = () => title("Remove User");

export const loader = screen(loadStaff);

export const action = commandForms(staffForms);

export const clientAction = keepTyped;

export default function RemoveSupplierUser() {
  const { supplier, user, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      intent="remove"
      commandId={commandId}
      title="Remove User"
      label="Remove"
      busy="Working..."
      parent={`${paths.supplier(supplier.id)}${search}`}
    >
      {user.email} will no longer have access to {supplier.name}. The account itself stays. Are you sure you wish to
      continue?
    </Confirm>
  );
}
