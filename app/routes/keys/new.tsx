import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { ChoicesField, SelectField, TextField } from "#app/components/form/fields.tsx";
import { RecordField } from "#app/components/form/record-field.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { keyForms, loadNewKey } from "#app/services/keys/keys.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { keys } from "#contract/keys/operations.ts";
import { addKey } from "#contract/keys/schema.ts";

const heading = "Add Key";

export const meta = () => title(heading);

export const loader = screenFor(keys.add, loadNewKey);

export const action = commandForms(keyForms);

export const clientAction = keepTyped;

const labels = {
  Name: "Name",
  MarketplaceId: "Marketplace",
  SupplierId: "Supplier",
  Scopes: "May do",
  EndsOn: "Last day",
};

export default function AddKey() {
  const { supplier, scopes, marketplaces, suppliers, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${supplier ? paths.supplier(supplier.id) : paths.keys()}${search}`;
  return (
    <Dialog title={heading} closeTo={parent}>
      <CommandForm
        intent="add"
        commandId={commandId}
        schema={addKey}
        values={{ Name: "", MarketplaceId: "", SupplierId: "", Scopes: [], EndsOn: "" }}
        submit="Add"
        busy="Saving..."
        cancelTo={parent}
        labels={labels}
        scope="key"
      >
        <TextField
          name="Name"
          label={labels.Name}
          isWide
          autoComplete="off"
          hint="The machine or the program that uses it."
        />
        {marketplaces && (
          <SelectField
            name="MarketplaceId"
            label={labels.MarketplaceId}
            options={[{ value: "", label: "None" }, ...marketplaces]}
            hint="The key places and reads the orders of this marketplace alone."
          />
        )}
        {suppliers && (
          <RecordField
            name="SupplierId"
            label={labels.SupplierId}
            picker={suppliers}
            isOptional
            hint="The key sees the records of this supplier alone."
          />
        )}
        <ChoicesField name="Scopes" label={labels.Scopes} options={scopes} />
        <TextField
          name="EndsOn"
          label={labels.EndsOn}
          type="date"
          isWide
          autoComplete="off"
          hint="Empty for a key that does not end."
        />
      </CommandForm>
    </Dialog>
  );
}
