import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { TextField } from "#app/components/form/fields.tsx";
import { weightField } from "#app/lib/back-to-shipping.ts";
import { packageFields } from "#contract/products/fields.ts";
import { formValues, labelsOf } from "#contract/records/fields.ts";

export const dimensionLabels = labelsOf(packageFields);

/** Returns the initial values of the fields below. */
export const dimensionValues = (it: { readonly [K in keyof typeof packageFields]?: number | null }) =>
  formValues(packageFields, it);

/** As packed for shipping. */
export function DimensionFields() {
  const rest = { autoComplete: "off" };
  const { hash } = useLocation();
  useEffect(() => {
    // The form is loaded on demand, when the browser has already looked for the fragment.
    if (hash === `#${weightField}`) document.getElementById(weightField)?.focus();
  }, [hash]);
  return (
    <>
      <TextField
        name={weightField}
        label={dimensionLabels.ShippingPackageWeight}
        suffix="kg"
        inputMode="decimal"
        {...rest}
      />
      <TextField
        name="ShippingPackageHeight"
        label={dimensionLabels.ShippingPackageHeight}
        suffix="mm"
        inputMode="numeric"
        {...rest}
      />
      <TextField
        name="ShippingPackageWidth"
        label={dimensionLabels.ShippingPackageWidth}
        suffix="mm"
        inputMode="numeric"
        {...rest}
      />
      <TextField
        name="ShippingPackageDepth"
        label={dimensionLabels.ShippingPackageDepth}
        suffix="mm"
        inputMode="numeric"
        {...rest}
      />
    </>
  );
}
