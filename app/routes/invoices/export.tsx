import { useLoaderData } from "@remix-run/react";
import { invoicesFile } from "#app/lib/export.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { ExportDialog, marketplaceField } from "#app/routes/invoices/parts/export-dialog.tsx";
import { loadInvoicesExport } from "#app/services/invoices/invoices.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

export const meta = () => title("Export Invoices");

export const loader = screenFor(invoices.exportAll, loadInvoicesExport);

export default function ExportInvoices() {
  const state = useLoaderData<typeof loader>();
  return (
    <ExportDialog
      title="Export Invoices"
      sub="All invoices of a marketplace, each as a PDF and an Excel workbook"
      path={paths.exportInvoicesFile()}
      fileName={invoicesFile}
      fields={[marketplaceField]}
      state={state}
    />
  );
}
