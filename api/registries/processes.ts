import { approvalChanges } from "#api/areas/approvals/many.ts";
import { categoryImport } from "#api/areas/categories/import/process.ts";
import { chargeImport } from "#api/areas/charges/import.ts";
import { invoiceGeneration } from "#api/areas/invoices/generation-process.ts";
import { shipmentImport } from "#api/areas/orders/import-process.ts";
import { orderChanges } from "#api/areas/orders/many.ts";
import { productImport } from "#api/areas/products/import-process.ts";
import { productChanges } from "#api/areas/products/many/area.ts";
import { shipmentChanges } from "#api/areas/shipments/many.ts";
import { supplierChanges } from "#api/areas/suppliers/many.ts";
import { supplierImport } from "#api/areas/suppliers/workbook/process.ts";
import { userChanges } from "#api/areas/users/many.ts";
import type { ProcessKind } from "#api/core/processing/process.ts";

const all: readonly ProcessKind[] = [
  approvalChanges,
  shipmentImport,
  productImport,
  productChanges.kind,
  orderChanges.kind,
  shipmentChanges.kind,
  supplierChanges.kind,
  userChanges.kind,
  invoiceGeneration,
  categoryImport,
  chargeImport,
  supplierImport,
];

/** All kinds of background processes by name. */
export const processKinds: Readonly<Record<string, ProcessKind>> = Object.fromEntries(
  all.map((kind) => [kind.name, kind]),
);
