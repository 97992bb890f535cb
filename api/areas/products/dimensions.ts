/** Shipping weight in kg and packed dimensions in mm. */
import { requiredMessage } from "#contract/fields.ts";

type Sent<Field extends string> = { [F in Field as Capitalize<F>]?: number | null | undefined };
type Field = "shippingPackageWeight" | "shippingPackageHeight" | "shippingPackageWidth" | "shippingPackageDepth";
export type Dimensions = Record<Field, number | null>;

/** Forms may omit dimensions that they do not show; those stay unchanged. */
export function dimensionsOf(sent: Sent<Field>, before?: { [F in Field]?: number | null | undefined }): Dimensions {
  const pick = (value: number | null | undefined, stored: number | null | undefined) =>
    value === undefined ? (stored ?? null) : value;
  return {
    shippingPackageWeight: pick(sent.ShippingPackageWeight, before?.shippingPackageWeight),
    shippingPackageHeight: pick(sent.ShippingPackageHeight, before?.shippingPackageHeight),
    shippingPackageWidth: pick(sent.ShippingPackageWidth, before?.shippingPackageWidth),
    shippingPackageDepth: pick(sent.ShippingPackageDepth, before?.shippingPackageDepth),
  };
}

/** Reasons for the missing fields that a carrier needs. */
export function whyNotMeasured(dimensions: Dimensions) {
  return {
    ShippingPackageWeight: dimensions.shippingPackageWeight === null && requiredMessage,
    ShippingPackageHeight: dimensions.shippingPackageHeight === null && requiredMessage,
    ShippingPackageWidth: dimensions.shippingPackageWidth === null && requiredMessage,
    ShippingPackageDepth: dimensions.shippingPackageDepth === null && requiredMessage,
  };
}
