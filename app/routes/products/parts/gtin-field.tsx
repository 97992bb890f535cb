import { TextField } from "#app/components/form/fields.tsx";

export const gtinLabel = "GTIN";

export const GtinField = () => (
  <TextField
    name="Gtin"
    label={gtinLabel}
    hint="The number below the barcode, with 8, 12, 13 or 14 digits."
    inputMode="numeric"
    autoComplete="off"
  />
);
