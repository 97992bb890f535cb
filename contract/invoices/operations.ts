import { z } from "zod";
import { recordId } from "../fields.ts";
import { command, open, query } from "../operation.ts";
import { paged, paging } from "../paging.ts";
import { generatedInvoices, generateInvoices } from "./commands.ts";
import { invoiceFilters, invoiceRow, invoiceSchema, invoiceSortFields } from "./schema.ts";

export const invoices = {
  list: query("Invoices", {
    permission: "invoices.view",
    input: invoiceFilters.extend(paging(invoiceSortFields, { direction: "Descending" }).shape),
    output: paged(invoiceRow),
  }),
  get: query("invoices/{id}", { permission: "invoices.view", input: z.object({ id: recordId }), output: invoiceSchema }),
  generate: command("invoices/GenerateInvoices", { permission: "invoices.add", input: generateInvoices, output: generatedInvoices }),
  notifySuppliers: open("POST", "invoices/NotifySuppliers", "invoices.add"),
  exportAll: open("GET", "invoices/ExportInvoices", "invoices.view"),
  exportReconciliation: open("GET", "invoices/ExportReconciliationReport", "invoices.view"),
  export: open("GET", "invoices/Export", "invoices.view"),
};
