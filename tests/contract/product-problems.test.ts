import { expect, test } from "vitest";
import { type Listing, missingParts } from "#contract/rules/product-problems.ts";

const size = {
  shippingPackageWeight: 0.01,
  shippingPackageHeight: 1,
  shippingPackageWidth: 1,
  shippingPackageDepth: 1,
};

const complete: Listing = {
  name: "Linen tray",
  description: "<p>For tea.</p>",
  defaultImageFileId: "7e57d004-2b97-4e7a-b45f-5387367791cd",
  externalSku: "TRAY-1",
  recommendedRetailPrice: 9.0455,
  hasVariants: false,
  isReferralProduct: false,
  productVariants: [],
  shippingMethod: { shippingMethod: 0 },
};
const byCarrier = { shippingMethod: { shippingMethod: 1 } };
const withVariants = (...productVariants: Listing["productVariants"]) => ({
  hasVariants: true,
  externalSku: "",
  productVariants,
});

test.each<[string, Partial<Listing>]>([
  ["sold by itself", {}],
  ["by carrier, with its dimensions", { ...byCarrier, ...size }],
  ["by carrier, with those of its variants alone", { ...byCarrier, ...withVariants({ externalSku: "A", ...size }) }],
  ["a referral, which is shipped by its seller", { isReferralProduct: true, shippingMethod: { shippingMethod: null } }],
  ["a referral by carrier", { isReferralProduct: true, ...byCarrier }],
  ["sold without variants, although rows of variants exist", { productVariants: [{ externalSku: "" }] }],
])("no part is missing: %s", (_, traits) => {
  expect(missingParts({ ...complete, ...traits })).toEqual([]);
});

test.each<[string, Partial<Listing>]>([
  ["name", { name: "  " }],
  ["description", { description: null }],
  ["description", { description: "<p>&nbsp;<br></p>" }],
  ["hero image", { defaultImageFileId: null }],
  ["hero image", { defaultImageFileId: "00000000-0000-0000-0000-000000000000" }],
  ["price", { recommendedRetailPrice: 0 }],
  ["SKU", { externalSku: "" }],
  ["SKU", withVariants({ externalSku: "A" }, { externalSku: "" })],
  ["variation", withVariants()],
  ["shipping method", { shippingMethod: { shippingMethod: null } }],
  ["shipping method", { shippingMethod: {} }],
  ["package weight and dimensions", byCarrier],
  ["package weight and dimensions", { ...byCarrier, ...size, shippingPackageWeight: 0 }],
  [
    "package weight and dimensions",
    { ...byCarrier, ...size, ...withVariants({ externalSku: "A", ...size }, { externalSku: "B" }) },
  ],
])("%s is missing: %j", (part, traits) => {
  expect(missingParts({ ...complete, ...traits })).toEqual([part]);
});

test("all missing parts are listed in a fixed order", () => {
  const nothing = {
    name: "",
    description: "",
    defaultImageFileId: null,
    externalSku: "",
    recommendedRetailPrice: 0,
    shippingMethod: {},
  };
  expect(missingParts({ ...complete, ...nothing })).toEqual([
    "name",
    "description",
    "hero image",
    "price",
    "SKU",
    "shipping method",
  ]);
});
