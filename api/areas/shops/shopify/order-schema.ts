/** The fields that are read of an order and its refunds. */
import { z } from "zod";
import { pageInfo } from "./graph.ts";

/** Whole cents, in the currency of the shop. */
const money = z
  .object({ shopMoney: z.object({ amount: z.union([z.string(), z.number()]).pipe(z.coerce.number()) }) })
  .transform(({ shopMoney }) => Math.round(shopMoney.amount * 100));
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const moment = z.iso.datetime({ offset: true }).transform((value) => new Date(value).toISOString());

const priced = (field: string) => `${field} { shopMoney { amount } }`;
const taxLines = `taxLines { ${priced("priceSet")} }`;
const address = "{ firstName lastName company address1 address2 city province provinceCode zip countryCodeV2 phone }";

/** Below Shopify's limit of what a query may cost. */
export const orderDocument = `query Order($id: ID!, $after: String) {
  order(id: $id) {
    id name createdAt updatedAt cancelledAt displayFinancialStatus currencyCode taxesIncluded email phone note
    ${priced("totalTipReceivedSet")}
    shippingAddress ${address}
    billingAddress ${address}
    shippingLines(first: 10) { nodes { ${priced("discountedPriceSet")} ${taxLines} } }
    refunds(first: 100) { id createdAt }
    lineItems(first: 40, after: $after) {
      nodes {
        id title sku quantity isGiftCard requiresShipping variantTitle
        ${priced("originalTotalSet")}
        discountAllocations { ${priced("allocatedAmountSet")} }
        ${taxLines}
        customAttributes { key value }
        variant { product { id } selectedOptions { name value } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

const taxes = z.array(z.object({ priceSet: money }));
const mailingAddress = z.object({
  firstName: text,
  lastName: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  province: text,
  provinceCode: text,
  zip: text,
  countryCodeV2: text,
  phone: text,
});
export type MailingAddress = z.output<typeof mailingAddress>;

const line = z.object({
  id: z.string(),
  title: text,
  sku: text,
  quantity: z.number().int(),
  isGiftCard: z.boolean(),
  requiresShipping: z.boolean(),
  variantTitle: text,
  originalTotalSet: money,
  discountAllocations: z.array(z.object({ allocatedAmountSet: money })),
  taxLines: taxes,
  customAttributes: z.array(z.object({ key: text, value: text })),
  variant: z
    .object({ product: z.object({ id: z.string() }), selectedOptions: z.array(z.object({ name: text, value: text })) })
    .nullish(),
});
export type OrderLine = z.output<typeof line>;

export const orderAnswer = z.object({
  order: z
    .object({
      id: z.string(),
      name: z.string(),
      createdAt: moment,
      updatedAt: moment,
      cancelledAt: text,
      displayFinancialStatus: text,
      currencyCode: z.string(),
      taxesIncluded: z.boolean(),
      email: text,
      phone: text,
      note: text,
      totalTipReceivedSet: money,
      shippingAddress: mailingAddress.nullish(),
      billingAddress: mailingAddress.nullish(),
      shippingLines: z.object({ nodes: z.array(z.object({ discountedPriceSet: money, taxLines: taxes })) }),
      refunds: z.array(z.object({ id: z.string(), createdAt: text })),
      lineItems: z.object({ nodes: z.array(line), pageInfo }),
    })
    .nullish(),
});
export type OrderAnswer = NonNullable<z.output<typeof orderAnswer>["order"]>;

export const refundDocument = `query Refund($id: ID!, $after: String) {
  refund(id: $id) {
    id note
    refundLineItems(first: 100, after: $after) {
      nodes { quantity lineItem { id } ${priced("subtotalSet")} ${priced("totalTaxSet")} }
      pageInfo { hasNextPage endCursor }
    }
    refundShippingLines(first: 10) { nodes { ${priced("subtotalAmountSet")} ${priced("taxAmountSet")} } }
    orderAdjustments(first: 10) { nodes { ${priced("amountSet")} ${priced("taxAmountSet")} } }
  }
}`;
export const refundAnswer = z.object({
  refund: z
    .object({
      id: z.string(),
      note: text,
      refundLineItems: z.object({
        nodes: z.array(
          z.object({
            quantity: z.number().int(),
            lineItem: z.object({ id: z.string() }),
            subtotalSet: money,
            totalTaxSet: money,
          }),
        ),
        pageInfo,
      }),
      refundShippingLines: z.object({
        nodes: z.array(z.object({ subtotalAmountSet: money, taxAmountSet: money })),
      }),
      orderAdjustments: z.object({ nodes: z.array(z.object({ amountSet: money, taxAmountSet: money })) }),
    })
    .nullish(),
});
export type RefundAnswer = NonNullable<z.output<typeof refundAnswer>["refund"]>;

export const listDocument = `query ChangedOrders($query: String!, $after: String) {
  orders(first: 50, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { id updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}`;
export const listAnswer = z.object({
  orders: z.object({ nodes: z.array(z.object({ id: z.string(), updatedAt: moment })), pageInfo }),
});
export type ListAnswer = z.output<typeof listAnswer>["orders"];
