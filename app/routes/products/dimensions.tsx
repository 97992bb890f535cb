import { TextField } from "~/components/form/fields";
import { useDisabledUnless } from "~/components/form/typed";

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

/** The values that the fields below start with. */
export function dimensionValues(it: Measured) {
  return {
    ShippingPackageWeight: typed(it.shippingPackageWeight),
    ShippingPackageHeight: typed(it.shippingPackageHeight),
    ShippingPackageWidth: typed(it.shippingPackageWidth),
    ShippingPackageDepth: typed(it.shippingPackageDepth),
  };
}

/** As packed for shipping. */
export function DimensionFields({ isUsed = true }: { isUsed?: boolean }) {
  const rest = { autoComplete: "off", disabled: useDisabledUnless(isUsed) };
  return (
    <>
      <TextField name="ShippingPackageWeight" label={dimensionLabels.ShippingPackageWeight} suffix="kg" inputMode="decimal" {...rest} />
      <TextField name="ShippingPackageHeight" label={dimensionLabels.ShippingPackageHeight} suffix="mm" inputMode="numeric" {...rest} />
      <TextField name="ShippingPackageWidth" label={dimensionLabels.ShippingPackageWidth} suffix="mm" inputMode="numeric" {...rest} />
      <TextField name="ShippingPackageDepth" label={dimensionLabels.ShippingPackageDepth} suffix="mm" inputMode="numeric" {...rest} />
    </>
  );
}
