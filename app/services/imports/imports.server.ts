/** Loaders and actions of the pages that the imports of all areas share. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ImportArea, type ImportDialog, importDialog, importPlace } from "#app/lib/import-place.ts";
import { categoryImports, marketplaceOf } from "#app/services/categories/import.server.ts";
import { chargeImports } from "#app/services/charges/charges.server.ts";
import { shipmentImports } from "#app/services/orders/import.server.ts";
import { emailsUnderWay } from "#app/services/pages/emails-under-way.server.ts";
import {
  actOnImport,
  loadImport,
  loadImportForm,
  productImports,
  sendTable,
} from "#app/services/products/import.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { downloadRoute, screenFor } from "#app/services/request/route.server.ts";
import { supplierImports } from "#app/services/suppliers/import.server.ts";
import { categories } from "#contract/categories/operations.ts";
import { charges } from "#contract/charges/operations.ts";
import type { ImportResult } from "#contract/imports.ts";
import type { Operation } from "#contract/operation.ts";
import { orders } from "#contract/orders/operations.ts";
import type { Processing } from "#contract/processing/schema.ts";
import { products } from "#contract/products/operations.ts";
import type { PictureRequests } from "#contract/products/pictures.ts";
import { suppliers } from "#contract/suppliers/operations.ts";

/** An import on its page. Progress and result are undefined while the API is unavailable. */
export interface LoadedImport {
  progress: Processing | undefined;
  result: ImportResult | undefined;
  commandId?: string;
  marketplaceName?: string | undefined;
  emails?: string | undefined;
  pictures?: PictureRequests | undefined;
}

interface Dialog {
  operation: Operation;
  loadForm(context: RequestContext): Promise<LoadedForm>;
  send: typeof sendTable;
}

interface LoadedForm extends Awaited<ReturnType<typeof productImports.loadForm>> {
  marketplaceName?: string | undefined;
  takesTables?: boolean;
}

interface Kind extends Pick<Dialog, "operation"> {
  loadList: typeof productImports.loadList;
  loadPage(context: RequestContext): Promise<LoadedImport>;
  act: typeof productImports.act;
  downloadRefused: typeof productImports.downloadRefused;
}

const kinds: Readonly<Record<ImportArea, Kind>> = {
  products: { operation: products.excelImportCheck, ...productImports, loadPage: loadImport, act: actOnImport },
  shipments: { operation: orders.excelImportCheck, ...shipmentImports },
  suppliers: {
    operation: suppliers.excelImportCheck,
    ...supplierImports,
    loadPage: async (context: RequestContext) => ({
      ...(await supplierImports.loadPage(context)),
      emails: await emailsUnderWay(context),
    }),
  },
  charges: { operation: charges.importCheck, ...chargeImports },
  categories: {
    operation: categories.importCheck,
    ...categoryImports,
    loadPage: async (context: RequestContext) => {
      const [page, marketplace] = await Promise.all([categoryImports.loadPage(context), marketplaceOf(context)]);
      return { ...page, ...marketplace };
    },
  },
};

const kindAt = (pathname: string) => kinds[importPlace(pathname).area];

const loaderOf =
  <T>(load: (kind: Kind, context: RequestContext) => Promise<T>) =>
  (args: LoaderFunctionArgs) => {
    const { pathname } = new URL(args.request.url);
    const kind = kindAt(pathname);
    return screenFor(kind.operation, async (context) => ({
      ...importPlace(pathname),
      ...(await load(kind, context)),
    }))(args);
  };

export const loadImportList = loaderOf((kind, context) => kind.loadList(context));

export const loadImportPage = loaderOf((kind, context) => kind.loadPage(context));

export const actOnImportPage = (args: ActionFunctionArgs) => kindAt(new URL(args.request.url).pathname).act(args);

/** The rows that an import refused, as a workbook. */
export const downloadRefused = downloadRoute((context) => kindAt(context.url.pathname).downloadRefused(context));

const dialogs: Readonly<Record<ImportDialog, Dialog>> = {
  products: { operation: products.excelImportCheck, loadForm: loadImportForm, send: sendTable },
  stock: {
    operation: products.excelImportStockAndPricesCheck,
    loadForm: productImports.loadForm,
    send: productImports.send("stock"),
  },
  shipments: { ...kinds.shipments, loadForm: shipmentImports.loadForm, send: shipmentImports.send("shipments") },
  suppliers: { ...kinds.suppliers, loadForm: supplierImports.loadForm, send: supplierImports.send("suppliers") },
  charges: { ...kinds.charges, loadForm: chargeImports.loadForm, send: chargeImports.send("charges") },
  categories: {
    ...kinds.categories,
    loadForm: async (context) => {
      const [form, marketplace] = await Promise.all([categoryImports.loadForm(context), marketplaceOf(context)]);
      return { ...form, ...marketplace };
    },
    send: categoryImports.send("categories"),
  },
};

const dialogAt = ({ request }: LoaderFunctionArgs) => dialogs[importDialog(new URL(request.url).pathname)];

export function loadImportDialog(args: LoaderFunctionArgs) {
  const { operation, loadForm } = dialogAt(args);
  return screenFor(operation, loadForm)(args);
}

export const sendImport = (args: ActionFunctionArgs) => dialogAt(args).send(args);
