/** Every call of the API, by area. Never imported by anything that reaches the browser. */
import { approvals } from "./approvals/operations.ts";
import { attributes } from "./attributes/operations.ts";
import { configuration } from "./configuration/operations.ts";
import { files } from "./files/operations.ts";
import { invoices } from "./invoices/operations.ts";
import { locations } from "./locations/operations.ts";
import { marketplaces } from "./marketplaces/operations.ts";
import type { Operation } from "./operation.ts";
import { orders } from "./orders/operations.ts";
import { processing } from "./processing/operations.ts";
import { productTypes } from "./product-types/operations.ts";
import { products } from "./products/operations.ts";
import { shipments } from "./shipments/operations.ts";
import { shippingRules } from "./shipping-rules/operations.ts";
import { suppliers } from "./suppliers/operations.ts";
import { users } from "./users/operations.ts";

export const operations = {
  configuration,
  users,
  locations,
  files,
  processing,
  suppliers,
  marketplaces,
  products,
  productTypes,
  attributes,
  approvals,
  shippingRules,
  orders,
  shipments,
  invoices,
};
export type Operations = typeof operations;

/** Name (`suppliers.add`) and declaration of every operation. */
export function allOperations(): [name: string, operation: Operation][] {
  return Object.entries(operations).flatMap(([area, members]) =>
    Object.entries(members as Record<string, Operation>).map(([name, operation]): [string, Operation] => [
      `${area}.${name}`,
      operation,
    ]),
  );
}
