import { open } from "../operation.ts";

export const invoices = {
  list: open("GET", "Invoices", "invoices.view"),
  get: open("GET", "invoices/{id}", "invoices.view"),
  generate: open("POST", "invoices/GenerateInvoices", "invoices.add"),
  notifySuppliers: open("POST", "invoices/NotifySuppliers", "invoices.add"),
  exportAll: open("GET", "invoices/ExportInvoices", "invoices.view"),
  exportReconciliation: open("GET", "invoices/ExportReconciliationReport", "invoices.view"),
  export: open("GET", "invoices/Export", "invoices.view"),
};
