import { products } from "@contract/products/operations.ts";
import { useLoaderData, useParams } from "@remix-run/react";
import { ImportPage } from "~/components/import/import-page";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { askAgain } from "~/lib/ask-again";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import type { LoadedImport } from "~/services/imports.server";
import { productImports } from "~/services/products-import.server";
import { screenFor } from "~/services/route.server";
import { CheckedProducts, cautionOf } from "./checked-products";

type Page = LoadedImport<typeof productImports>;

export const meta = () => title("Import Products");

export const handle: BreadcrumbHandle<Page> = {
  breadcrumb: () => ({ list: { label: "Products", path: paths.products() }, label: "Import Products" }),
};

export const loader = screenFor(products.excelImportCheck, productImports.loadPage);

export const action = productImports.act;

export const clientLoader = askAgain<Page>({ progress: undefined, result: undefined });

export const clientAction = keepTyped;

export default function ImportProgress() {
  const page: Page = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  const [refused, changes] = [paths.refusedProducts(id), paths.importedChanges(id)];
  return (
    <ImportPage
      page={page}
      sub={page.result?.summary?.sheet === "stock" ? "Stock Levels & Prices" : "All Product Data"}
      listPath={paths.products()}
      back="Back to the products"
      menu="Import"
      doing="Products are being created and updated."
      done="All products were updated successfully!"
      refused={refused}
      changes={changes}
      hasRefused={({ summary }) => (summary?.refused.count ?? 0) > 0}
      caution={({ summary }) => (summary ? cautionOf(summary) : undefined)}
      isWorthIt={({ summary }) => (summary ? summary.made.count + summary.changed.count > 0 : false)}
    >
      {({ summary }) => summary && <CheckedProducts summary={summary} refused={refused} changes={changes} />}
    </ImportPage>
  );
}
