/** What the dialogs that take a file say in each area. */
import type { ReactNode } from "react";
import { useFormAnswer } from "#app/components/form/form-state.ts";
import type { ImportDialog } from "#app/lib/import-place.ts";

interface Words {
  /** Title of the page. */
  title: string;
  /** Title of the dialog, if the page has another. */
  heading?: string;
  sub: string;
  hint: string;
  /** Accepted file name extensions. */
  accept?: string;
  /** Further fields below the file. */
  Fields?(): ReactNode;
}

export const importDialogs: Readonly<Record<ImportDialog, Words>> = {
  products: {
    title: "Import Products",
    sub: "All Product Data",
    hint: "An .xlsx file with a worksheet named Products: an edited export of all product data, or some of its rows and columns. In an export, only edited cells count. An empty cell leaves the value as it is; (clear) clears it; new in ProductId creates a product. It is checked first; nothing changes until you apply it.",
  },
  stock: {
    title: "Import Stock Levels & Prices",
    heading: "Import Products",
    sub: "Stock Levels & Prices",
    hint: "An .xlsx file with a worksheet named Products: an edited export of stock levels and prices, or some of its rows and columns. In an export, only edited cells count. An empty cell leaves the value as it is. It is checked first; nothing changes until you apply it.",
  },
  shipments: {
    title: "Import Shipments",
    heading: "Import Products",
    sub: "Shipments for orders",
    hint: "An .xlsx file with a worksheet named Orders: an orders export with the shipment columns filled in, or just the seven shipment columns. It is checked first; nothing changes until you apply it.",
  },
  suppliers: {
    title: "Import Suppliers",
    sub: "Suppliers and their people",
    hint: "An .xlsx file with a worksheet named Suppliers, or a .csv file with the same columns: an edited export, or some of its rows and columns. In an export, only edited cells count. An empty cell leaves the value as it is; (clear) clears it; new in SupplierId creates a supplier. Rows without a SupplierId are found by the ABN, or else by the name. It is checked first; nothing changes, and nobody is invited, until you apply it.",
    accept: ".xlsx,.csv",
    Fields: AddUnknown,
  },
  charges: {
    title: "Import Charges",
    sub: "Charges and credits to suppliers",
    hint: "An .xlsx file with a worksheet named Charges, or a .csv file, with the columns Supplier, Marketplace, Kind, Description, Day, Amount inc GST, Tax class and, if you have one, Reference. Credits are below zero. Opening balances have the kind Opening balance and the tax class GST-free: above zero if the supplier owes it. It is checked first; nothing is entered until you apply it.",
    accept: ".xlsx,.csv",
  },
  categories: {
    title: "Import Categories",
    sub: "Categories of this marketplace",
    hint: "Google's product taxonomy as a text file (.txt), or an .xlsx file with a worksheet named Categories: an edited export, or the columns ExternalId with either Category or Name and ParentExternalId. It is checked first; nothing changes until you apply it. Categories that are not in the file stay.",
    accept: ".xlsx,.txt",
  },
};

/** Where the API reads any table of products. */
export const anyTable = {
  hint: "An edited export of all product data, or some of its rows and columns: only edited cells count, an empty cell leaves the value as it is, (clear) clears it, and new in ProductId creates a product. Or another table, such as a supplier's price list or a product export of Shopify or WooCommerce: you say on the next page what its columns mean. An .xlsx or .csv file. It is checked first; nothing changes until you apply it.",
  accept: ".xlsx,.csv,.tsv,.txt",
};

function AddUnknown() {
  const typed = useFormAnswer("import")?.defaultValues;
  return (
    <label className="col-span-2 flex min-h-8 items-center gap-1.5 small:col-span-1 coarse:min-h-11">
      <input type="checkbox" name="addUnknown" value="true" defaultChecked={typed?.addUnknown === "true"} />
      Rows of no known supplier create a new one
    </label>
  );
}
