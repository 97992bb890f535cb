/** Fields of records that are put back together, by table. */
import { ShipmentStatus } from "#contract/enumerations.ts";
import type { Together } from "./as-left.ts";

const stock: Together = { fields: ["manageStock", "stockQuantity"] };

const prices: Together = {
  fields: ["recommendedRetailPrice", "salePrice"],
  mayPart: ({ recommendedRetailPrice, salePrice }) =>
    salePrice === null ||
    (recommendedRetailPrice !== null && (salePrice as number) <= (recommendedRetailPrice as number)),
};

/** Columns of tables whose rows are put back field by field; a row of any other table is put back as a whole. */
export const together = {
  products: [
    stock,
    prices,
    // Prices are stored ex GST, at the rate of the class.
    {
      fields: [
        "appliedTaxClass",
        "taxClass",
        "productTypeId",
        ...prices.fields,
        "domesticFlatRate",
        "internationalFlatRate",
      ],
      onlyWith: "appliedTaxClass",
    },
    { fields: ["isReferralProduct", "referralProductUrl", "referralProductCallToAction"] },
    // Each method has fields that the others do not use.
    {
      fields: [
        "shippingMethod",
        "domesticFlatRate",
        "shippingRuleId",
        "allowShippingInternationally",
        "internationalFlatRate",
      ],
    },
  ],
  product_variants: [stock, prices, { fields: ["appliedTaxClass", ...prices.fields], onlyWith: "appliedTaxClass" }],
  suppliers: [
    // A GST registration belongs to an ABN, and a check of it is about all of it.
    { fields: ["abn", "gstRegistered", "gstRegisteredFrom", "gstRegisteredUntil", "gstCheckedAt", "gstCheckedBy"] },
  ],
  shipments: [
    { fields: ["courierId", "trackingNumber"] },
    {
      fields: ["courierId", "trackingNumber", "status"],
      // Delivered parcels stay, and those on their way keep their number.
      mayPart: ({ courierId, trackingNumber, status }) =>
        status !== ShipmentStatus.delivered &&
        (status !== ShipmentStatus.dispatched || (courierId !== null && trackingNumber !== "")),
    },
  ],
} satisfies Record<string, readonly Together[]>;
