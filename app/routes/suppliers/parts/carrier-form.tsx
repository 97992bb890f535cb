import { CommandForm } from "#app/components/form/command-form.tsx";
import { FieldFrame } from "#app/components/form/fields.tsx";
import { useField } from "#app/components/form/form-state.ts";
import type { SupplierPage } from "#app/services/suppliers/suppliers.server.ts";
import { setCarrierKey } from "#contract/suppliers/schema.ts";

const schema = setCarrierKey.omit({ SupplierId: true });

const labels = { Key: "Shippit key" };
const noValues = { Key: "" };

export default function CarrierForm({ page, cancelTo }: { page: SupplierPage; cancelTo: string }) {
  return (
    <CommandForm
      intent="carrier"
      commandId={page.commandId}
      shown={page.shown}
      schema={schema}
      values={noValues}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <KeyField
        hint={`${page.carrierKey ? "It replaces the present key. " : ""}Nobody can see it after it is saved.`}
      />
    </CommandForm>
  );
}

/** The key is never written into the page, also not when the form comes back, and no spelling service receives it. */
function KeyField({ hint }: { hint: string }) {
  const { input, message } = useField("Key");
  return (
    <FieldFrame name="Key" label={labels.Key} hint={hint} isWide message={message}>
      <input
        className="input"
        {...input}
        defaultValue=""
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
    </FieldFrame>
  );
}
