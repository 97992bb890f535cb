import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { TextField } from "#app/components/form/fields.tsx";
import { weightField } from "#app/lib/back-to-shipping.ts";

export const dimensionLabels = {
  ShippingPackageWeight: "Package weight",
  ShippingPackageHeight: "Package height",
  ShippingPackageWidth: "Package width",
  ShippingPackageDepth: "Package depth",
};

interface Measured {
  shippingPackageWeight?: number | null;
  shippingPackageHeight?: number | null;
  shippingPackageWidth?: number | null;
  shippingPackageDepth?: number | null;
}

const typed = (size: number | null | undefined) => (size == null ? "" : String(size));

/** Returns the initial values of the fields below. */
export function dimensionValues(it: Measured) {
  return {
    ShippingPackageWeight: typed(it.shippingPackageWeight),
    ShippingPackageHeight: typed(it.shippingPackageHeight),
    ShippingPackageWidth: typed(it.shippingPackageWidth),
    ShippingPackageDepth: typed(it.shippingPackageDepth),
  };
}

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
