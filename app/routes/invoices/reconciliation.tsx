import { invoices } from "@contract/invoices/operations.ts";
import { useLoaderData } from "@remix-run/react";
import { reconciliationFile } from "~/lib/export";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { loadInvoicesExport } from "~/services/invoices.server";
import { screenFor } from "~/services/route.server";
import { ExportDialog, marketplaceField } from "./export-dialog";

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
    />
  );
}
