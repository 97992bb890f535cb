import { useLoaderData } from "@remix-run/react";
import { ImportForm } from "#app/components/import/import-form.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { productImports } from "#app/services/products/import.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

export const meta = () => title("Import Stock Levels & Prices");

export const loader = screenFor(products.excelImportStockAndPricesCheck, productImports.loadForm);

export const action = productImports.send("stock");

export const clientAction = keepTyped;

const hint =
  "An .xlsx file with a worksheet named Products: an edited export of stock levels and prices, or some of its rows and columns. In an export, only edited cells count. An empty cell leaves the value as it is. It is checked first; nothing changes until you apply it.";

export default function ImportStockAndPrices() {
  return (
    <ImportForm
      {...useLoaderData<typeof loader>()}
      sub="Stock Levels & Prices"
      hint={hint}
      allPath={paths.productImports()}
      listPath={paths.products()}
    />
  );
}
