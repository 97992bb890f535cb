// The measured pages of the product, with their rows as texts for the baselines.
import { tsImport } from "tsx/esm/api";

const { formatDay, formatPlainDay } = await tsImport("#contract/rules/dates.ts", import.meta.url);
const { marketplaceStatuses, orderStatuses } = await tsImport("#contract/enumerations.ts", import.meta.url);

const day = (moment) => formatDay(moment, "Australia/Sydney");
const dollars = (amount) => amount?.toLocaleString("en-AU", { style: "currency", currency: "AUD" });
const nameIn = (values, status) => values.find(({ value }) => value === status)?.displayName;

/** Loads the rows of a list in its order: enough for several pages. */
const listed = (path, query) => async (get) => ({ rows: (await get(path, { ...query, pageSize: 200 })).items });

/**
 * `load` returns the rows of a page from the API, and its path if that depends on them; `columns` is what each row shows.
 * A page without columns has no baselines, and `row` is the selector of what counts as its rows.
 */
export const pages = [
  {
    name: "suppliers",
    path: "/suppliers",
    load: listed("suppliers"),
    pageSize: 20,
    isHandWritten: true,
    columns: { Name: ({ name }) => name, City: ({ city }) => city, State: ({ state }) => state },
  },
  {
    name: "orders",
    path: "/orders",
    load: listed("orders", { outstandingOrdersOnly: true }),
    pageSize: 20,
    isHandWritten: true,
    columns: {
      "Order number": (row) => row.marketplaceOrderId,
      Customer: (row) => `${row.customerFirstName} ${row.customerSurname}`,
      Date: (row) => day(row.orderDate),
      Supplier: (row) => row.supplierName,
      Marketplace: (row) => row.marketplaceName,
      Status: (row) => nameIn(orderStatuses, row.status),
      "Ship by": (row) => row.shipBy && formatPlainDay(row.shipBy),
      Items: () => "Show",
    },
  },
  {
    name: "products",
    path: "/products",
    load: listed("products", { showActiveOnly: true }),
    pageSize: 20,
    columns: {
      Name: (row) => `${row.name} ${row.externalSku}`,
      Supplier: (row) => row.supplierName,
      "Product type": (row) => row.productTypeName,
      Active: () => "Yes",
      RRP: (row) => dollars(row.recommendedRetailPrice),
      "Sale price": (row) => dollars(row.salePrice),
      Variants: (row) => row.hasVariants && "Show",
    },
  },
  {
    name: "grid of products",
    path: "/products/edit",
    load: listed("products", { showActiveOnly: true }),
    pageSize: 25,
    columns: {
      Supplier: (row) => row.supplierName,
      Name: (row) => row.name,
      SKU: (row) => row.externalSku,
      RRP: (row) => dollars(row.recommendedRetailPrice),
      "Sale price": (row) => dollars(row.salePrice),
      Active: () => "Yes",
    },
  },
  {
    name: "200 approvals",
    path: "/product-approvals?showWaitingOnly=true",
    load: listed("marketplaceProducts", { showActiveOnly: true, showWaitingOnly: true }),
    pageSize: 200,
    columns: {
      Product: (row) => row.productName,
      Marketplace: (row) => row.marketplaceName,
      Supplier: (row) => row.supplierName,
      Status: (row) => nameIn(marketplaceStatuses, row.status),
      Created: (row) => day(row.created),
      "Approved By": (row) => row.approvedByUserFullName,
      "Marketplace SKU": (row) => row.marketplaceSKU,
      Details: () => "Show details",
    },
  },
  {
    name: "an invoice",
    load: biggestInvoice,
    columns: {
      "Order id": (row) => row.orderId,
      "Order number": (row) => row.marketplaceOrderId,
      "Order date": (row) => day(row.orderDate),
      Product: (row) => `${row.productName} Quantity ${row.quantity}`,
      Purchased: (row) => dollars(row.purchaseAmountIncTax),
      Shipping: (row) => dollars(row.shippingAmountIncTax),
      "GST payable (net)": (row) => dollars(row.supplierPaymentTax),
      Commission: (row) => dollars(row.commissionAmountIncTax),
      Total: (row) => dollars(row.supplierPaymentIncTax),
    },
  },
  { name: "a product", path: "/products/1", row: "main dd" },
];

/** Finds the invoice with the most rows. */
async function biggestInvoice(get) {
  let biggest = { transactions: [] };
  for (let pageNumber = 1; ; pageNumber++) {
    const { items } = await get("invoices", { pageSize: 200, pageNumber });
    if (items.length === 0) return { path: `/invoices/${biggest.id}`, rows: biggest.transactions };
    for (const { id } of items) {
      const invoice = await get(`invoices/${id}`);
      if (invoice.transactions.length > biggest.transactions.length) biggest = invoice;
    }
  }
}

/** Returns the table that the baselines show: all rows on one page if there is no page size. */
export function tableOf({ name, columns, rows, pageSize = rows.length }) {
  const cells = Object.values(columns);
  return {
    title: name,
    headings: Object.keys(columns),
    pageSize,
    rows: rows.map((row, i) => ({ id: row.id ?? i, cells: cells.map((cell) => String(cell(row) || "–")) })),
  };
}
