/** The page that adds a line item to an order, from the catalogue or described by hand. */

import type { z } from "zod";
import { fieldsOfRows } from "#app/lib/form-rows.ts";
import { findRecord } from "#app/lib/list-state.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { addLineItemForm, pricesToSend } from "#contract/orders/forms.ts";
import { orders } from "#contract/orders/operations.ts";
import { type Order, orderMessages } from "#contract/orders/schema.ts";
import { pageSize } from "#contract/paging.ts";
import { products } from "#contract/products/operations.ts";
import type { Product, ProductRow, ProductVariant } from "#contract/products/schema.ts";
import { inclusive } from "#contract/rules/money.ts";
import { formatPercent } from "#contract/rules/percent.ts";
import { rateOf, taxClasses, taxClassLabel, taxClassOf } from "#contract/rules/tax-class.ts";
import { orderId } from "./order.server.ts";

/** Returns the product of the query string and, if it has variants, the chosen variant. */
const chosen = ({ url: { searchParams } }: RequestContext) => ({
  productId: searchParams.get("product"),
  variantId: searchParams.get("variant"),
});

export async function loadNewLineItem(context: RequestContext) {
  const [order, { gstRate }] = await Promise.all([context.api(orders.get, { id: orderId(context) }), configuration()]);
  if (!order.canEditDetails) throw missing();
  const { productId, variantId } = chosen(context);
  const product = productId ? await context.api(products.get, { id: productId }) : undefined;
  const variant = product?.productVariants.find(({ id }) => String(id) === variantId);
  const find = context.url.searchParams.get(findRecord) ?? undefined;
  return {
    order: { id: order.id, name: order.name },
    /** What an empty commission means. */
    agreedCommission: formatPercent(order.defaultCommissionRate),
    hasRules: await hasFeature("commissionRules"),
    commandId: newCommandId(),
    taxClasses: taxClasses.map((value) => ({ value, label: taxClassLabel(value, gstRate) })),
    find: find ?? "",
    choices: find === undefined ? undefined : await choicesFor(context, order, find),
    /** The variants to choose from. */
    variants: product && !variant ? product.productVariants.map((each) => variantChoice(each, context)) : [],
    values: valuesOf(product, variant, gstRate),
    /** Stock of the chosen item; undefined if it is not managed. */
    inStock: stockOf(variant ?? product),
  };
}

/** Data of the page for a new line item. */
export type NewLineItemPage = Awaited<ReturnType<typeof loadNewLineItem>>;

async function choicesFor(context: RequestContext, { supplierId }: Order, find: string) {
  const name = products.list.input.shape.name.safeParse(find).data;
  const { items, totalCount } = await context.api(products.list, {
    name,
    supplierId: supplierId ?? undefined,
    showActiveOnly: true,
    pageSize,
  });
  const choices = items.map(({ id, name: text, externalSku, supplierName }: ProductRow) => ({
    id,
    name: text,
    about: [externalSku, supplierName].filter(Boolean).join(" · "),
    to: withParams(requestedPath(context), { product: id, variant: null, [findRecord]: null }),
  }));
  return { choices, totalCount: totalCount ?? items.length };
}

const variantChoice = ({ id, externalSku, attributeOptions }: ProductVariant, context: RequestContext) => ({
  id,
  name: attributeOptions.map(({ optionValue }) => optionValue ?? "").join(", ") || externalSku,
  about: externalSku,
  to: withParams(requestedPath(context), { variant: id }),
});

const stockOf = (sold: Pick<Product, "manageStock" | "stockQuantity"> | undefined) =>
  sold?.manageStock ? (sold.stockQuantity ?? undefined) : undefined;

/** Initial values, with the current prices in dollars inc GST. */
function valuesOf(product: Product | undefined, variant: ProductVariant | undefined, gstRate: number) {
  const sold = variant ?? product;
  const taxClass = taxClassOf(product?.appliedTaxClass);
  const price = sold && inclusive(sold.salePrice ?? sold.recommendedRetailPrice, rateOf(taxClass, gstRate));
  const options =
    variant?.attributeOptions.map(({ attributeName, optionValue }) => ({
      Name: attributeName ?? "",
      Value: optionValue ?? "",
    })) ?? [];
  return {
    ProductId: product ? String(product.id) : "",
    ProductName: variant?.name ?? product?.name ?? "",
    ProductSku: sold?.externalSku ?? "",
    PurchasePriceExTax: price === undefined ? "" : price.toFixed(2),
    TaxClass: taxClass,
    Quantity: "1",
    ShippingAmountExTax: "0.00",
    CommissionRate: "",
    OrderNotes: "",
    SupplierNotes: "",
    ...fieldsOfRows("Options", options),
  };
}

async function addInput(typed: z.output<typeof addLineItemForm>, context: RequestContext) {
  const { gstRate } = await configuration();
  const { TaxClass, ...line } = typed;
  const OrderId = orderId(context);
  const prices = pricesToSend(typed, rateOf(TaxClass, gstRate));
  if (typed.CommissionRate !== null || (await hasFeature("commissionRules"))) return { ...line, ...prices, OrderId };
  // Other APIs need a rate.
  const { defaultCommissionRate: CommissionRate } = await context.api(orders.get, { id: OrderId });
  return { ...line, ...prices, OrderId, CommissionRate };
}

export const newLineItemForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: orders.addLineItem,
    schema: addLineItemForm,
    input: addInput,
    saved: orderMessages.saved,
    notSaved: orderMessages.notSaved,
    next: (context, id) =>
      `${withParams(`${paths.order(orderId(context))}${context.url.search}`, { product: null, variant: null, [findRecord]: null })}#item-${id}`,
  }),
};
