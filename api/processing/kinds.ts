import { approvalChanges } from "#api/areas/approvals/many.ts";
import { categoryImport } from "#api/areas/categories/import/process.ts";
import { invoiceGeneration } from "#api/areas/invoices/generation-process.ts";
import { shipmentImport } from "#api/areas/orders/import-process.ts";
import { productImport } from "#api/areas/products/import-process.ts";
import { productChanges } from "#api/areas/products/many/process.ts";
import { supplierImport } from "#api/areas/suppliers/workbook/process.ts";
import type { ProcessKind } from "./process.ts";

const all: readonly ProcessKind[] = [
  approvalChanges,
  shipmentImport as ProcessKind,
  productImport as ProcessKind,
  productChanges as ProcessKind,
  invoiceGeneration as ProcessKind,
  categoryImport as ProcessKind,
  supplierImport as ProcessKind,
];

/** All kinds of background processes by name. */
export const processKinds: Readonly<Record<string, ProcessKind>> = Object.fromEntries(
  all.map((kind) => [kind.name, kind]),
);
