import { orders } from "@contract/orders/operations.ts";
import { useLoaderData, useParams } from "@remix-run/react";
import { ImportPage } from "~/components/import/import-page";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { askAgain } from "~/lib/ask-again";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import type { LoadedImport } from "~/services/imports.server";
import { shipmentImports } from "~/services/orders-import.server";
import { screenFor } from "~/services/route.server";
import { CheckedShipments } from "./checked-shipments";

type Page = LoadedImport<typeof shipmentImports>;

export const meta = () => title("Import Shipments");

export const handle: BreadcrumbHandle<Page> = {
  breadcrumb: () => ({ list: { label: "Orders", path: paths.orders() }, label: "Import Shipments" }),
};

export const loader = screenFor(orders.excelImportCheck, shipmentImports.loadPage);

export const action = shipmentImports.act;

export const clientLoader = askAgain<Page>({ progress: undefined, result: undefined });

export const clientAction = keepTyped;

export default function ImportProgress() {
  const page: Page = useLoaderData<typeof loader>();
  const refused = paths.refusedRows(useParams().id ?? "");
  return (
    <ImportPage
      page={page}
      sub="Shipments for orders"
      listPath={paths.orders()}
      back="Back to the orders"
      menu="Import Shipments"
      doing="Shipments are being created and updated."
      done="All orders were updated successfully!"
      refused={refused}
      hasRefused={({ summary }) => (summary?.refusedRows ?? 0) > 0}
      isWorthIt={({ summary }) => (summary ? summary.made.count + summary.changed.count > 0 : false)}
    >
      {({ summary }) => summary && <CheckedShipments summary={summary} refused={refused} />}
    </ImportPage>
  );
}
