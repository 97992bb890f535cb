/** What the pages of imports say and show in each area. */
import type { ReactNode } from "react";
import type { Caution, ImportTexts } from "#app/components/import/import-page.tsx";
import type { ImportArea } from "#app/lib/import-place.ts";
import {
  CheckedCategories,
  cautionOf as cautionOfCategories,
} from "#app/routes/categories/parts/checked-categories.tsx";
import { CheckedCharges } from "#app/routes/charges/parts/checked-charges.tsx";
import { CheckedShipments } from "#app/routes/orders/parts/checked-shipments.tsx";
import { CheckedProducts, cautionOf as cautionOfProducts } from "#app/routes/products/parts/checked-products.tsx";
import { anyPictures, FetchedPictures } from "#app/routes/products/parts/fetched-pictures.tsx";
import { CheckedSuppliers, cautionOf as cautionOfSuppliers } from "#app/routes/suppliers/parts/checked-suppliers.tsx";
import type { LoadedImport } from "#app/services/imports/imports.server.ts";
import type { CategoryImportSummary } from "#contract/categories/import.ts";
import type { ChargeImportSummary } from "#contract/charges/import.ts";
import type { ImportSummary } from "#contract/orders/import.ts";
import type { ProductImportSummary } from "#contract/products/import.ts";
import type { SupplierImportSummary } from "#contract/suppliers/import.ts";

interface Area extends Omit<ImportTexts, "sub"> {
  /** Title of the page. */
  title: string;
  /** Label of the list. */
  list: string;
  sub(page: LoadedImport): string;
  /** A workbook has the changes, cell by cell. */
  hasChanges?: boolean;
  caution?(summary: unknown): Caution | undefined;
  /** Work that continues after the import, shown below its messages. */
  after?(page: LoadedImport): ReactNode;
  /** Shows what would be done. */
  checked(summary: unknown, files: { refused: string; changes: string }): ReactNode;
}

export const importAreas: Readonly<Record<ImportArea, Area>> = {
  products: {
    title: "Import Products",
    heading: "Import Products",
    list: "Products",
    sub: ({ result }) => (isOfStock(result?.summary) ? "Stock Levels & Prices" : "All Product Data"),
    menu: "Import",
    doing: "Products are being created and updated.",
    done: "All products were updated successfully!",
    hasChanges: true,
    caution: cautionOfProducts,
    after: ({ pictures, commandId = "" }) =>
      pictures && anyPictures(pictures) && <FetchedPictures pictures={pictures} commandId={commandId} of="addresses" />,
    checked: (summary: ProductImportSummary, files) => <CheckedProducts summary={summary} {...files} />,
  },
  shipments: {
    title: "Import Shipments",
    heading: "Import Products",
    list: "Orders",
    sub: () => "Shipments for orders",
    menu: "Import Shipments",
    doing: "Shipments are being created and updated.",
    done: "All orders were updated successfully!",
    checked: (summary: ImportSummary, { refused }) => <CheckedShipments summary={summary} refused={refused} />,
  },
  suppliers: {
    title: "Import Suppliers",
    heading: "Import Suppliers",
    list: "Suppliers",
    sub: () => "Suppliers and their people",
    menu: "Import",
    doing: "Suppliers are being created and updated.",
    done: "All suppliers were updated successfully!",
    caution: cautionOfSuppliers,
    after: ({ emails }) => emails && <p className="mb-3.5">{emails}</p>,
    checked: (summary: SupplierImportSummary, { refused }) => <CheckedSuppliers summary={summary} refused={refused} />,
  },
  charges: {
    title: "Import Charges",
    heading: "Import Charges",
    list: "Charges",
    sub: () => "Charges and credits to suppliers",
    menu: "Import",
    doing: "Charges are being entered.",
    done: "All charges were entered successfully!",
    checked: (summary: ChargeImportSummary, { refused }) => <CheckedCharges summary={summary} refused={refused} />,
  },
  categories: {
    title: "Import Categories",
    heading: "Import Categories",
    list: "Categories",
    sub: ({ marketplaceName = "this marketplace" }) => `Categories of ${marketplaceName}`,
    menu: "Import",
    doing: "Categories are being added and changed.",
    done: "All categories were imported successfully!",
    caution: cautionOfCategories,
    checked: (summary: CategoryImportSummary, { refused }) => <CheckedCategories summary={summary} refused={refused} />,
  },
};

const isOfStock = (summary: object | null | undefined) => summary && "sheet" in summary && summary.sheet === "stock";

export const backTo = ({ list }: { list: string }) => `Back to the ${list.toLowerCase()}`;
