import { useLoaderData } from "@remix-run/react";
import { reconciliationFile } from "#app/lib/export.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { ExportDialog, marketplaceField } from "#app/routes/invoices/parts/export-dialog.tsx";
import { loadInvoicesExport } from "#app/services/invoices/invoices.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

export const meta = () => title("Export Reconciliation Report");

export const loader = screenFor(invoices.exportReconciliation, loadInvoicesExport);

const fields = [
  marketplaceField,
  { kind: "date", name: "fromDate", label: "From", message: "Invalid from date." },
  { kind: "date", name: "toDate", label: "To", message: "Invalid to date." },
] as const;

export default function ExportReconciliation() {
  const state = useLoaderData<typeof loader>();
  return (
    <ExportDialog
      title="Export Reconciliation Report"
      sub="Every transaction of a marketplace, and its outcome"
      path={paths.reconciliationFile()}
      fileName={reconciliationFile}
      fields={fields}
      state={state}
      isTable
    />
  );
}
