import { orders } from "@contract/orders/operations.ts";
import { addOrder } from "@contract/orders/schema.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { choose } from "~/components/form/choose";
import { CommandForm } from "~/components/form/command-form";
import { SelectField, TextField } from "~/components/form/fields";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { addForms, loadNewOrder } from "~/services/orders.server";
import { screenFor } from "~/services/route.server";

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
        <SelectField name="SupplierId" label={labels.SupplierId} isWide options={[choose, ...suppliers]} />
        <SelectField name="MarketplaceId" label={labels.MarketplaceId} isWide options={[choose, ...marketplaces]} />
        <TextField name="CustomerEmail" label={labels.CustomerEmail} isWide type="email" autoComplete="off" />
        <TextField name="CustomerFirstName" label={labels.CustomerFirstName} autoComplete="off" />
        <TextField name="CustomerSurname" label={labels.CustomerSurname} autoComplete="off" />
        <TextField name="CustomerPhoneNumber" label={labels.CustomerPhoneNumber} type="tel" autoComplete="off" />
      </CommandForm>
    </Dialog>
  );
}
