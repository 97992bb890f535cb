/** What is attached to the emails with a supplier's documents. */
export const invoiceFiles = ["pdf", "pdfAndEInvoice"] as const;
export type InvoiceFiles = (typeof invoiceFiles)[number];

export const invoiceFilesLabels: Readonly<Record<InvoiceFiles, string>> = {
  pdf: "PDF",
  pdfAndEInvoice: "PDF and e-invoice (Peppol, UBL)",
};
