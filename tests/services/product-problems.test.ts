import { expect, it } from "vitest";
import { whereToAdd } from "#app/lib/product-problems.ts";
import { ShippingMethod } from "#contract/enumerations.ts";
import { missingParts } from "#contract/rules/product-problems.ts";

const empty = {
  name: "",
  externalSku: "",
  recommendedRetailPrice: 0,
  isReferralProduct: false,
  shippingMethod: { shippingMethod: ShippingMethod.carrier },
};
const from = "?from=name%3Dtent";
const addresses = (parts: string[], hasVariants: boolean) =>
  Object.fromEntries(parts.map((part) => [part, whereToAdd(part, { id: 7, hasVariants }, from)]));

it("every missing part of a product leads to its field, with the way back to the list", () => {
  const parts = missingParts({ ...empty, hasVariants: false, productVariants: [] });
  const field = (name: string) => `/products/7${from}&edit=general#${name}`;
  expect(addresses(parts, false)).toEqual({
    name: field("Name"),
    description: field("Description"),
    "hero image": field("HeroFile"),
    price: field("RecommendedRetailPrice"),
    SKU: field("ExternalSku"),
    "package weight and dimensions": field("ShippingPackageWeight"),
  });
});

it("parts of a product with variants lead to the Variations tab", () => {
  const parts = [
    ...missingParts({ ...empty, hasVariants: true, productVariants: [] }),
    ...missingParts({ ...empty, hasVariants: true, productVariants: [{ externalSku: "" }] }),
  ];
  const tab = `/products/7/variations${from}`;
  expect(addresses(parts, true)).toMatchObject({
    variation: tab,
    SKU: tab,
    "package weight and dimensions": tab,
    price: `/products/7${from}&edit=general#RecommendedRetailPrice`,
  });
});

it("a missing shipping method leads to its form, and an unknown part nowhere", () => {
  const product = { id: 7, hasVariants: false };
  expect(missingParts({ ...empty, ...product, productVariants: [], shippingMethod: {} })).toContain("shipping method");
  expect(whereToAdd("shipping method", product, "")).toBe("/products/7/shipping?edit=shipping#form-shipping");
  expect(whereToAdd("toString", product, "")).toBeUndefined();
});
