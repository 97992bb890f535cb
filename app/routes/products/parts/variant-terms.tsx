import { useRef } from "react";
import { TextField, YesNoField } from "#app/components/form/fields.tsx";
import { useFormState } from "#app/components/form/form-state.ts";
import { useDisabledUnless, useTyped } from "#app/components/form/typed.ts";

/** Labels of the fields below. */
export const termsLabels = {
  OverridePrice: "Override price",
  RecommendedRetailPrice: "Recommended retail price",
  SalePrice: "Sale price",
  ManageStock: "Manage stock",
  StockQuantity: "Available stock",
};

/** Dollars inc GST, as input. */
export const typedPrice = (price: number | null) => price?.toFixed(2) ?? "";

/** Shows the product's own value on No, and restores the input on Yes. */
export function useReplaced(field: string, own: string): (choice: string) => void {
  const { setValue } = useFormState();
  const current = useTyped(field);
  const typedBefore = useRef<string>();
  return (choice) => {
    if (choice === "false") {
      typedBefore.current = current;
      setValue(field, own);
    } else if (typedBefore.current !== undefined) setValue(field, typedBefore.current);
  };
}

interface OwnPrices {
  /** The product's prices in dollars inc GST. */
  own: { recommendedRetailPrice: number; salePrice: number | null };
}

/** Without prices of its own a variant follows the product's prices. */
export function PriceFields({ own }: OwnPrices) {
  const recommended = useReplaced("RecommendedRetailPrice", typedPrice(own.recommendedRetailPrice));
  const sale = useReplaced("SalePrice", typedPrice(own.salePrice));
  const disabled = useDisabledUnless(useTyped("OverridePrice") === "true");
  const price = { suffix: "$ inc GST", inputMode: "decimal", autoComplete: "off", disabled } as const;
  return (
    <>
      <YesNoField
        name="OverridePrice"
        label={termsLabels.OverridePrice}
        isWide
        hint="If No, the product's prices are used."
        onPick={(choice) => {
          recommended(choice);
          sale(choice);
        }}
      />
      <TextField name="RecommendedRetailPrice" label={termsLabels.RecommendedRetailPrice} {...price} />
      <TextField
        name="SalePrice"
        label={termsLabels.SalePrice}
        hint="Leave empty to sell at the recommended retail price."
        {...price}
      />
    </>
  );
}

export function StockFields({ hint }: { hint?: string }) {
  const disabled = useDisabledUnless(useTyped("ManageStock") === "true");
  return (
    <>
      <YesNoField name="ManageStock" label={termsLabels.ManageStock} />
      <TextField
        name="StockQuantity"
        label={termsLabels.StockQuantity}
        hint={hint}
        inputMode="numeric"
        autoComplete="off"
        disabled={disabled}
      />
    </>
  );
}
