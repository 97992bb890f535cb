import { products } from "@contract/products/operations.ts";
import { useLoaderData } from "@remix-run/react";
import { ImportList } from "~/components/import/import-list";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { productImports } from "~/services/products-import.server";
import { screenFor } from "~/services/route.server";

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
