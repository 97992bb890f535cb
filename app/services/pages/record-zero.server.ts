/** The pages of record number 0, which is the record of an empty list: it leads to adding the first one. */
import { paths } from "#app/lib/paths.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { forbidden, missing } from "#app/services/request/route.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { attributes } from "#contract/attributes/operations.ts";
import { can } from "#contract/permissions.ts";
import { productTypes } from "#contract/product-types/operations.ts";
import { products } from "#contract/products/operations.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";

const kinds = [
  { title: "Product", list: paths.products(), addTo: paths.newProduct(), operations: products },
  { title: "Product Type", list: paths.productTypes(), addTo: paths.newProductType(), operations: productTypes },
  { title: "Attribute", list: paths.attributes(), addTo: paths.newAttribute(), operations: attributes },
  { title: "Shipping Rule", list: paths.shippingRules(), addTo: paths.newShippingRule(), operations: shippingRules },
];

export async function loadRecordZero(context: RequestContext) {
  const kind = kinds.find(({ list }) => `${list}/0` === context.url.pathname.replace(/\.data$/, ""));
  if (!kind) throw missing();
  const permissions = await permissionsOf(context);
  if (!can(permissions, kind.operations.list)) throw forbidden();
  const { title, list, addTo } = kind;
  return { title, list, addTo: can(permissions, kind.operations.add) && addTo };
}
