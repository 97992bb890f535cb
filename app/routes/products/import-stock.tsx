import { products } from "@contract/products/operations.ts";
import { useLoaderData } from "@remix-run/react";
import { ImportForm } from "~/components/import/import-form";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { productImports } from "~/services/products-import.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Import Stock Levels & Prices");

export const loader = screenFor(products.excelImportStockAndPricesCheck, productImports.loadForm);

export const action = productImports.send("stock");

export const clientAction = keepTyped;

const hint =
  "An .xlsx file with a worksheet called Products: an export of stock levels and prices, edited, or some of its rows and columns. Of an export, only the cells that were edited count. An empty cell leaves everything as it is. It is checked first; nothing is changed before you say so.";

export default function ImportStockAndPrices() {
  return (
    <ImportForm {...useLoaderData<typeof loader>()} sub="Stock Levels & Prices" hint={hint} allPath={paths.productImports()} listPath={paths.products()} />
  );
}
