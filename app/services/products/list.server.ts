/** Loaders of the product list and its exports, and the form for a new product. */

import { notExported, productsFile } from "#app/lib/export.ts";
import { hierarchyOptions } from "#app/lib/hierarchy.ts";
import { expandedRow, type ListOption, wayBackQuery, withWayBack } from "#app/lib/list-state.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths } from "#app/lib/paths.ts";
import { whereToAdd } from "#app/lib/product-problems.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import {
  chosenOption,
  marketplaceFilter,
  productTypeFilter,
  recordPicker,
  supplierFilter,
} from "#app/services/forms/pickers.server.ts";
import { gstRateFor, taxClassOptions } from "#app/services/forms/tax-class.server.ts";
import { exportedAs } from "#app/services/pages/exports.server.ts";
import { filtersOf } from "#app/services/pages/filters.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { manyPathOf } from "#app/services/pages/many-path.server.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { marketplaceStatuses } from "#contract/enumerations.ts";
import { productTypes } from "#contract/product-types/operations.ts";
import { productMessages } from "#contract/products/commands.ts";
import { addProductForm, skuAnswer } from "#contract/products/forms.ts";
import { products } from "#contract/products/operations.ts";
import { lowStock, type ProductRow, type ProductVariant, stockLevels } from "#contract/products/schema.ts";
import { exclusive, inclusive } from "#contract/rules/money.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";

const options = (context: RequestContext) => ({
  productTypeId: () => productTypeFilter(context),
  supplierId: () => supplierFilter(context, paths.products()),
  marketplaceId: () => marketplaceFilter(context),
  shippingRuleId: () => chosenRule(context),
  stock: async () => stockLevels.map((value) => ({ value, label: stockLabels[value] })),
  marketplaceStatus: async () =>
    marketplaceStatuses.map(({ value, displayName }) => ({ value: String(value), label: displayName })),
});

const stockLabels: Record<(typeof stockLevels)[number], string> = {
  outOfStock: "Out of stock",
  low: `Low (1 to ${lowStock})`,
  inStock: "In stock",
};

/** Returns the shipping rule that the list is filtered by. */
async function chosenRule(context: RequestContext): Promise<ListOption[]> {
  const { shippingRuleId } = filtersOf(context, products.list, { defaults });
  return shippingRuleId === undefined ? [] : chosenOption(context.api(shippingRules.get, { id: shippingRuleId }));
}

const defaults = { hideVariants: "true", showActiveOnly: "true" } as const;

/** How the list, its exports and changes of many parse the query string. */
export async function readingOf() {
  const [hasGtin, hasStockFilter] = await Promise.all([hasFeature("gtin"), hasFeature("stockFilter")]);
  const absent = [...(hasGtin ? [] : ["brand", "gtin"]), ...(hasStockFilter ? [] : ["stock"])];
  return { hasGtin, hasStockFilter, defaults, absent };
}

/** Loads a page of the list, with prices inc GST, and the variants of open rows. */
export async function loadProducts(context: RequestContext) {
  const { hasGtin, hasStockFilter, ...reading } = await readingOf();
  const [list, { cdnBaseUrl, gstRate }] = await Promise.all([
    loadList(context, products.list, {
      views: "products",
      ...reading,
      buttons: {
        canAdd: products.add,
        canExport: products.excelExportStockAndPrices,
        canExportReferrals: products.excelReferralsExport,
        canImport: products.excelImportCheck,
        canChangeMany: products.changeMany,
      },
      options: options(context),
    }),
    configuration(),
  ]);
  const open = await expanded(context, list.data.rows);
  const back = wayBackQuery(context.url.search);
  const rows = list.data.rows.map((row) => ({
    ...withTax(row.id === open?.id ? { ...row, ...open } : row, gstRate),
    problems: row.problems?.map((text) => ({
      text,
      to: list.data.may.canChangeMany ? whereSolved(text, row, back) : undefined,
    })),
    isOpen: row.id === open?.id,
  }));
  const canSendPictures = list.data.may.canImport && (await hasFeature("sourceFiles"));
  return {
    ...list,
    data: {
      ...list.data,
      rows,
      cdnBaseUrl,
      hasGtin,
      hasStockFilter,
      canSendPictures,
      manyPath: await manyPathOf(list.data, manyPaths.products),
      editPath: manyPaths.editProducts(),
    },
  };
}

/** Returns the address where the problem is solved; undefined if that is not known. */
function whereSolved(problem: string, row: ProductRow, search: string): string | undefined {
  if (problem.startsWith("Sync failed")) return `${paths.productMarketplaces(row.id)}${search}`;
  return whereToAdd(problem.replace(/^No /, ""), row, search);
}

/** Exports all pages of the list as a file. */
const exportOf =
  (operation: typeof products.excelExport | typeof products.excelExportStockAndPrices) =>
  async (context: RequestContext) => {
    const { showActiveOnly, hideVariants: _, ...filters } = filtersOf(context, products.list, await readingOf());
    const exportDisabledProducts = showActiveOnly !== "true";
    const { format, fileName } = exportedAs(context, productsFile);
    return download(context, {
      operation,
      input: { ...filters, exportDisabledProducts, ...format },
      fileName,
      page: `${paths.products()}${context.url.search}`,
      notDownloaded: notExported,
    });
  };

export const exportAllProducts = exportOf(products.excelExport);
export const exportStockAndPrices = exportOf(products.excelExportStockAndPrices);

/** Returns the row that the query string opens, with its variants; a row that can no longer be read stays closed. */
async function expanded({ api, url }: RequestContext, rows: readonly ProductRow[]) {
  const row = rows.find(({ id, hasVariants }) => hasVariants && String(id) === url.searchParams.get(expandedRow));
  if (!row || row.productVariants.length > 0) return undefined;
  const found = api(products.get, { id: row.id }).then(({ id, productVariants }) => ({ id, productVariants }));
  return found.catch((error: unknown) => {
    if (error instanceof ApiRefusal) return undefined;
    throw error;
  });
}

function withTax(row: ProductRow, rate: number) {
  const gstRate = rateOf(row.appliedTaxClass, rate);
  const priced = <P extends Pick<ProductVariant, "recommendedRetailPrice" | "salePrice">>(it: P) => ({
    ...it,
    recommendedRetailPrice: inclusive(it.recommendedRetailPrice, gstRate),
    salePrice: inclusive(it.salePrice, gstRate),
  });
  return { ...priced(row), productVariants: row.productVariants.map(priced) };
}

/** A row of the list. Prices in dollars inc GST. */
export type ListedProduct = Omit<ReturnType<typeof withTax>, "problems"> & {
  problems?: { text: string; to?: string }[];
  isOpen: boolean;
};

/** For the dialog of a new product: the suppliers that the user may add products to, and the product types in use. */
export async function loadNewProduct(context: RequestContext) {
  const [managed, tree] = await Promise.all([
    recordPicker(context, "managedSuppliers"),
    context.api(productTypes.hierarchy, {}),
  ]);
  return {
    suppliers: managed,
    productTypes: hierarchyOptions(tree, { activeBut: [] }),
    taxClasses: tree.some(({ appliedTaxClass }) => appliedTaxClass != null) ? await taxClassOptions() : undefined,
    commandId: newCommandId(),
  };
}

export const addForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: products.add,
    schema: addProductForm,
    input: async (typed, context) => ({
      ...typed,
      ...skuAnswer(typed),
      RecommendedRetailPrice: exclusive(typed.RecommendedRetailPrice, await gstRateFor(typed, context)),
    }),
    saved: productMessages.saved,
    notSaved: productMessages.notSaved,
    next: (context, id) => withWayBack(paths.product(id), context.url.search),
  }),
};
