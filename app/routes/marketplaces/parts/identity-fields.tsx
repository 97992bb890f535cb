import { TextField } from "#app/components/form/fields.tsx";
import { useText } from "#app/components/form/form-state.ts";

export const identityLabels = {
  Name: "Name",
  LegalName: "Legal name",
  Abn: "ABN",
  OrderNumberPrefix: "Order number prefix",
};

/** The fields of a new marketplace, and of its general details. */
export function IdentityFields() {
  // As the server has answered it.
  const askedAbn = useText("AskedAbn");
  return (
    <>
      <input type="hidden" name="AskedAbn" value={askedAbn} />
      <TextField name="Name" label={identityLabels.Name} autoComplete="off" />
      <TextField name="LegalName" label={identityLabels.LegalName} autoComplete="off" />
      <TextField name="Abn" label={identityLabels.Abn} inputMode="numeric" autoComplete="off" />
      <TextField
        name="OrderNumberPrefix"
        label={identityLabels.OrderNumberPrefix}
        hint="One to five letters or digits. Begins the numbers of orders that are added here without one."
        autoComplete="off"
      />
    </>
  );
}
