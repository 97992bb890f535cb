import { invoices } from "@contract/invoices/operations.ts";
import { useLoaderData } from "@remix-run/react";
import { invoicesFile } from "~/lib/export";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { loadInvoicesExport } from "~/services/invoices.server";
import { screenFor } from "~/services/route.server";
import { ExportDialog, marketplaceField } from "./export-dialog";

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
