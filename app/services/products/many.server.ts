/** Changes many products at once. */
import { z } from "zod";
import { noCarrierConnected } from "#app/lib/carrier.ts";
import type { ListOption } from "#app/lib/list-state.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths } from "#app/lib/paths.ts";
import { asOption, marketplaceFilter, productTypeFilter } from "#app/services/forms/pickers.server.ts";
import { taxClassOptions } from "#app/services/forms/tax-class.server.ts";
import {
  checkbox,
  choice,
  type ManyField,
  type ManyKind,
  manyKind,
  manyPage,
} from "#app/services/pages/many.server.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { approvals } from "#contract/approvals/operations.ts";
import { categories } from "#contract/categories/operations.ts";
import { maxFullName } from "#contract/categories/schema.ts";
import { atMost, maxDollars, maxFilterLength, text, tooLong, typedAmount, typedPercent } from "#contract/fields.ts";
import { can } from "#contract/permissions.ts";
import { productMessages } from "#contract/products/commands.ts";
import { productFields, shippingFields } from "#contract/products/fields.ts";
import { domesticRate } from "#contract/products/forms.ts";
import type { ProductChange } from "#contract/products/many.ts";
import { products } from "#contract/products/operations.ts";
import { exclusive } from "#contract/rules/money.ts";
import { type TaxClass, taxClasses } from "#contract/rules/tax-class.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { readingOf } from "./list.server.ts";

const dollars = (hint: string, schema: ManyField<number>["schema"]): ManyField<number> => ({
  label: "Dollars inc GST",
  kind: "decimal",
  hint,
  schema,
});
const ofVariants = "Recommended and sale prices change, and those of variants that have their own.";
const endsIn95 = checkbox("To the nearest price that ends in 95 cents");

/** The first rules, of the supplier that the list is filtered by, if it is. */
async function rulesFor(context: RequestContext): Promise<ListOption[]> {
  const supplierId = Number(context.url.searchParams.get("supplierId")) || undefined;
  const { items } = await context.api(shippingRules.list, { supplierId, pageSize: 200, includeTotalCount: false });
  return items.filter(({ isDisabled }) => !isDisabled).map(asOption);
}

/** True if the list is filtered by a supplier with an account of the carrier, because other products are all refused. */
async function hasCarrier(context: RequestContext): Promise<boolean> {
  const filter = suppliers.get.input.safeParse({ id: context.url.searchParams.get("supplierId") });
  if (!filter.success) return false;
  try {
    return Boolean((await context.api(suppliers.get, filter.data)).shippitApiKey);
  } catch (error) {
    if (error instanceof ApiRefusal) return false;
    throw error;
  }
}

const chooseMarketplace = "Please choose a marketplace.";

/** The first categories of the chosen marketplace that have these words, and the one that is chosen. */
async function foundCategories(context: RequestContext): Promise<ListOption[]> {
  const { searchParams } = context.url;
  const marketplaceId = categories.list.input.shape.marketplaceId.safeParse(searchParams.get("onMarketplace"));
  if (!marketplaceId.success) return [];
  const { items } = await context.api(categories.list, {
    marketplaceId: marketplaceId.data,
    searchText: (searchParams.get("words") ?? "").slice(0, maxFilterLength) || undefined,
    pageSize: 200,
  });
  const chosen = (searchParams.get("toCategory") ?? "").slice(0, maxFullName);
  const names = [...new Set([...(chosen ? [chosen] : []), ...items.map(({ fullName }) => fullName)])];
  return names.map((name) => ({ value: name, label: name }));
}

/** In place of a class: that of the product type. */
const ofType = "type";

const kinds: Record<ProductChange["Kind"], ManyKind<ProductChange>> = {
  pricePercent: manyKind({
    label: "Prices by a percentage",
    fields: {
      value: {
        label: "Percent",
        kind: "decimal",
        hint: `Such as 5 or -2.5. ${ofVariants}`,
        schema: typedPercent({
          min: -0.99,
          max: 10,
          message: "Please enter a percentage between -99 and 1000, such as 5 or -2.5.",
        }),
      } satisfies ManyField<number>,
      endsIn95,
    },
    change: ({ value, endsIn95 }): ProductChange => ({ Kind: "pricePercent", Fraction: value, EndsIn95: endsIn95 }),
  }),
  priceDollars: manyKind({
    label: "Prices by an amount",
    fields: {
      value: dollars(
        `Such as 1.50 or -2. ${ofVariants}`,
        typedAmount({
          min: -maxDollars,
          max: maxDollars,
          tooLarge: atMost(maxDollars),
          message: "Please enter an amount in dollars, such as 1.50 or -2.",
        }),
      ),
      endsIn95,
    },
    change: ({ value, endsIn95 }): ProductChange => ({ Kind: "priceDollars", Dollars: value, EndsIn95: endsIn95 }),
  }),
  activate: manyKind({ label: "Activate", fields: {}, change: (): ProductChange => ({ Kind: "activate" }) }),
  deactivate: manyKind({
    label: "Deactivate",
    isDangerous: true,
    fields: {},
    change: (): ProductChange => ({ Kind: "deactivate" }),
  }),
  type: manyKind({
    label: "Product type",
    fields: { value: choice(productFields.productTypeId.label, "Please choose a product type.", productTypeFilter) },
    change: ({ value }): ProductChange => ({ Kind: "type", ProductTypeId: value }),
  }),
  taxClass: manyKind({
    label: "Tax class",
    warning: "What customers pay stays the same. Orders that were placed already keep their GST.",
    fields: {
      value: {
        label: productFields.taxClass.label,
        kind: "select",
        options: async () => (await taxClassOptions()).map((option) => ({ ...option, value: option.value || ofType })),
        schema: z.enum([ofType, ...taxClasses], "Please choose one from the list."),
      } satisfies ManyField<typeof ofType | TaxClass>,
    },
    change: ({ value }): ProductChange => ({ Kind: "taxClass", TaxClass: value === ofType ? null : value }),
  }),
  flatRate: manyKind({
    label: "Shipping: flat rate per item",
    fields: { value: dollars("Within Australia.", domesticRate) },
    change: async ({ value }): Promise<ProductChange> => ({
      Kind: "flatRate",
      DomesticFlatRate: exclusive(value, (await configuration()).gstRate),
    }),
  }),
  rule: manyKind({
    label: "Shipping: by a rule",
    fields: {
      value: choice(
        shippingFields.shippingRuleId.label,
        "Please choose a shipping rule.",
        rulesFor,
        "A rule is for the products of its own supplier. Filter the products by supplier first to see its rules alone.",
      ),
    },
    change: ({ value }): ProductChange => ({ Kind: "rule", ShippingRuleId: value }),
  }),
  category: manyKind({
    label: "Category on a marketplace",
    isOffered: async (context) => can(await permissionsOf(context), approvals.approve),
    fields: {
      onMarketplace: choice("Marketplace", chooseMarketplace, marketplaceFilter),
      words: {
        label: "Words in the category",
        kind: "text",
        hint: "Such as Vases; empty for the first level. Preview then offers the categories that have them.",
        schema: z.string().max(maxFilterLength, tooLong(maxFilterLength)),
      } satisfies ManyField<string>,
      toCategory: {
        label: "Category",
        kind: "select",
        options: foundCategories,
        schema: text({ max: maxFullName, required: "Please choose a category." }),
      } satisfies ManyField<string>,
      replaces: checkbox("In place of the categories that they have there now"),
    },
    change: ({ onMarketplace, toCategory, replaces }): ProductChange => ({
      Kind: "category",
      MarketplaceId: onMarketplace,
      Category: toCategory,
      Replaces: replaces,
    }),
  }),
  synchronise: manyKind({
    label: "Synchronise with a marketplace",
    warning: "This sends what has changed to the marketplace again. It cannot be undone.",
    fields: { onMarketplace: choice("Marketplace", chooseMarketplace, marketplaceFilter) },
    change: ({ onMarketplace }): ProductChange => ({ Kind: "synchronise", MarketplaceId: onMarketplace }),
  }),
  carrier: manyKind({
    label: "Shipping: Shippit",
    warning: noCarrierConnected,
    isOffered: hasCarrier,
    fields: {},
    change: (): ProductChange => ({ Kind: "carrier" }),
  }),
};

export const manyProducts = manyPage({
  noun: "product",
  list: { path: paths.products(), operation: products.list, rules: readingOf, without: ["hideVariants"] },
  progress: manyPaths.productProgress,
  preview: products.previewMany,
  operation: products.changeMany,
  kinds,
  notSaved: productMessages.notSaved,
});
