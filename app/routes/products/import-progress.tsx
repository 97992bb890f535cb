import { useLoaderData, useParams } from "@remix-run/react";
import { ImportPage } from "#app/components/import/import-page.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { pollWithFallback } from "#app/lib/poll-with-fallback.ts";
import { title } from "#app/lib/title.ts";
import { CheckedProducts, cautionOf } from "#app/routes/products/parts/checked-products.tsx";
import { anyPictures, FetchedPictures } from "#app/routes/products/parts/fetched-pictures.tsx";
import type { LoadedImport } from "#app/services/pages/imports.server.ts";
import { actOnImport, loadImport, type productImports } from "#app/services/products/import.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";
import type { PictureRequests } from "#contract/products/pictures.ts";

type Page = LoadedImport<typeof productImports> & { pictures?: PictureRequests };

export const meta = () => title("Import Products");

export const handle: BreadcrumbHandle<Page> = {
  breadcrumb: () => ({ list: { label: "Products", path: paths.products() }, label: "Import Products" }),
};

export const loader = screenFor(products.excelImportCheck, loadImport);

export const action = actOnImport;

export const clientLoader = pollWithFallback<Page>({ progress: undefined, result: undefined });

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
      after={
        page.pictures &&
        anyPictures(page.pictures) && (
          <FetchedPictures pictures={page.pictures} commandId={page.commandId ?? ""} of="addresses" />
        )
      }
      isWorthIt={({ summary }) => (summary ? summary.made.count + summary.changed.count > 0 : false)}
    >
      {({ summary }) => summary && <CheckedProducts summary={summary} refused={refused} changes={changes} />}
    </ImportPage>
  );
}
