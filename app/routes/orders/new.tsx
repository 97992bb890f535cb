import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { choose } from "#app/components/form/choose.ts";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextField } from "#app/components/form/fields.tsx";
import { RecordField } from "#app/components/form/record-field.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { addForms, loadNewOrder } from "#app/services/orders/orders.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { orders } from "#contract/orders/operations.ts";
import { addOrder } from "#contract/orders/schema.ts";

export const meta = () => title("Add Order");

export const loader = screenFor(orders.add, loadNewOrder);

export const action = commandForms(addForms);

export const clientAction = keepTyped;

const labels = {
  SupplierId: "Supplier",
  MarketplaceId: "Marketplace",
  CustomerEmail: "Customer Email",
  CustomerFirstName: "First Name",
  CustomerSurname: "Surname",
  CustomerPhoneNumber: "Phone Number",
};

export default function AddOrder() {
  const { suppliers, marketplaces, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.orders()}${search}`;
  return (
    <Dialog title="Add Order" closeTo={parent}>
      <CommandForm
        intent="add"
        commandId={commandId}
        schema={addOrder}
        values={{
          SupplierId: "",
          MarketplaceId: "",
          CustomerEmail: "",
          CustomerFirstName: "",
          CustomerSurname: "",
          CustomerPhoneNumber: "",
        }}
        submit="Add"
        busy="Saving..."
        cancelTo={parent}
        labels={labels}
      >
        <RecordField name="SupplierId" label={labels.SupplierId} isWide picker={suppliers} />
        <SelectField name="MarketplaceId" label={labels.MarketplaceId} isWide options={[choose, ...marketplaces]} />
        <TextField name="CustomerEmail" label={labels.CustomerEmail} isWide type="email" autoComplete="off" />
        <TextField name="CustomerFirstName" label={labels.CustomerFirstName} autoComplete="off" />
        <TextField name="CustomerSurname" label={labels.CustomerSurname} autoComplete="off" />
        <TextField name="CustomerPhoneNumber" label={labels.CustomerPhoneNumber} type="tel" autoComplete="off" />
      </CommandForm>
    </Dialog>
  );
}
