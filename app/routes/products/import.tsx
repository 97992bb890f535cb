import { useLoaderData } from "@remix-run/react";
import { ImportForm } from "#app/components/import/import-form.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { loadImportForm, sendTable } from "#app/services/products/import.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

export const meta = () => title("Import Products");

export const loader = screenFor(products.excelImportCheck, loadImportForm);

export const action = sendTable;

export const clientAction = keepTyped;

const accepted = ".xlsx,.csv,.tsv,.txt";

const hint =
  "An .xlsx file with a worksheet named Products: an edited export of all product data, or some of its rows and columns. In an export, only edited cells count. An empty cell leaves the value as it is; (clear) clears it; new in ProductId creates a product. It is checked first; nothing changes until you apply it.";

const tablesHint =
  "An edited export of all product data, or some of its rows and columns: only edited cells count, an empty cell leaves the value as it is, (clear) clears it, and new in ProductId creates a product. Or another table, such as a supplier's price list or a product export of Shopify or WooCommerce: you say on the next page what its columns mean. An .xlsx or .csv file. It is checked first; nothing changes until you apply it.";

export default function ImportProducts() {
  const { takesTables, ...form } = useLoaderData<typeof loader>();
  return (
    <ImportForm
      {...form}
      sub="All Product Data"
      accept={takesTables ? accepted : undefined}
      hint={takesTables ? tablesHint : hint}
      allPath={paths.productImports()}
      listPath={paths.products()}
    />
  );
}
