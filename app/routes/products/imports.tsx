import { useLoaderData } from "@remix-run/react";
import { ImportList } from "#app/components/import/import-list.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { productImports } from "#app/services/products/import.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

const heading = "Imports of products";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Products", path: paths.products() }, label: heading }),
};

export const loader = screenFor(products.excelImportCheck, productImports.loadList);

export default function ImportsOfProducts() {
  return (
    <ImportList
      page={useLoaderData<typeof loader>()}
      title={heading}
      listPath={paths.products()}
      back="Back to the products"
    />
  );
}
