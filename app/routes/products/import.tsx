import { products } from "@contract/products/operations.ts";
import { useLoaderData } from "@remix-run/react";
import { ImportForm } from "~/components/import/import-form";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { productImports } from "~/services/products-import.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Import Products");

export const loader = screenFor(products.excelImportCheck, productImports.loadForm);

export const action = productImports.send("all");

export const clientAction = keepTyped;

const hint =
  "An .xlsx file with a worksheet named Products: an edited export of all product data, or some of its rows and columns. In an export, only edited cells count. An empty cell leaves the value as it is; (clear) clears it; new in ProductId creates a product. It is checked first; nothing changes until you apply it.";

export default function ImportProducts() {
  return (
    <ImportForm
      {...useLoaderData<typeof loader>()}
      sub="All Product Data"
      hint={hint}
      allPath={paths.productImports()}
      listPath={paths.products()}
    />
  );
}
