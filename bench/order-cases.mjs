// Requests for the list of orders: by the case's name, the query of the n-th request.
import { lastDay } from "./order-rows.mjs";

const frequent = { searchText: "smith" };
const day = 24 * 60 * 60 * 1000;
/** The days from this many to this many days before the last one. */
const days = (from, to = 0) => ({
  fromDate: new Date(Date.parse(lastDay) - from * day).toISOString(),
  toDate: new Date(Date.parse(lastDay) - to * day).toISOString(),
});
const outstanding = { outstandingOrdersOnly: true };
const sorts = [
  "orderDate",
  "marketplaceOrderId",
  "customerFullName",
  "supplierName",
  "marketplaceName",
  "shipBy",
].flatMap((sortFieldName) => ["Ascending", "Descending"].map((sortDirection) => ({ sortFieldName, sortDirection })));
const sorted = (filters, which) =>
  Object.fromEntries(
    sorts.map((sort) => [`${which}, by ${sort.sortFieldName}, ${sort.sortDirection}`, () => ({ ...filters, ...sort })]),
  );
const supplier = (n) => 1 + (n % 60);
const marketplace = (n) => 1 + (n % 4);
const number = (n) => 2_000_000 + ((n * 16_411) % 1_000_000) * 7;

const asOperator = {
  "outstanding, as the list begins": () => outstanding,
  all: () => ({}),
  "outstanding, page 200": () => ({ ...outstanding, pageNumber: 200 }),
  "all, page 2,000": (n) => ({ pageNumber: 2_000 + n }),
  "all, page 2,000 from the oldest": (n) => ({ pageNumber: 2_000 + n, sortDirection: "Ascending" }),
  "all, page 2,000 by supplierName": (n) => ({ pageNumber: 2_000 + n, sortFieldName: "supplierName" }),
  "all, page 2,000 by marketplaceName": (n) => ({ pageNumber: 2_000 + n, sortFieldName: "marketplaceName" }),
  "all, page 2,000 by marketplaceOrderId": (n) => ({ pageNumber: 2_000 + n, sortFieldName: "marketplaceOrderId" }),
  "all, page 2,000 by customerFullName": (n) => ({ pageNumber: 2_000 + n, sortFieldName: "customerFullName" }),
  "a supplier": (n) => ({ supplierId: supplier(n) }),
  "a marketplace": (n) => ({ marketplaceId: marketplace(n) }),
  "all, page 2,000 by shipBy": (n) => ({ pageNumber: 2_000 + n, sortFieldName: "shipBy" }),
  "late orders": () => ({ ...outstanding, shipBy: "late" }),
  "late orders, by shipBy": () => ({ shipBy: "late", sortFieldName: "shipBy", sortDirection: "Ascending" }),
  "late orders of a supplier": (n) => ({ shipBy: "late", supplierId: supplier(n) }),
  "orders due today": () => ({ ...outstanding, shipBy: "today" }),
  "orders due this week, by shipBy": () => ({ shipBy: "week", sortFieldName: "shipBy", sortDirection: "Ascending" }),
  "orders waiting on stock, by status": () => ({ status: 1 }),
  "orders complete, by status": () => ({ status: 3 }),
  "orders complete, by status and customerFullName": () => ({ status: 3, sortFieldName: "customerFullName" }),
  "orders cancelled, by status": () => ({ status: 4 }),
  "orders cancelled, by status, of a supplier": (n) => ({ status: 4, supplierId: supplier(n) }),
  "orders complete, by status, page 2,000": (n) => ({ status: 3, pageNumber: 2_000 + n }),
  "a product": (n) => ({ productId: 1 + ((n * 37) % 1200) }),
  "a product, outstanding": (n) => ({ ...outstanding, productId: 1 + ((n * 37) % 1200) }),
  "no supplier": () => ({ onlyShowProductsWithNoSupplier: true }),
  "no supplier, outstanding": () => ({ ...outstanding, onlyShowProductsWithNoSupplier: true }),
  today: () => days(1),
  "this month": () => days(20),
  "a month long ago": (n) => days(330 + n * 10, 300 + n * 10),
  "the whole time": () => days(4_000),
  "a supplier, outstanding": (n) => ({ ...outstanding, supplierId: supplier(n) }),
  "a marketplace, outstanding": (n) => ({ ...outstanding, marketplaceId: marketplace(n) }),
  "a supplier and a marketplace": (n) => ({ supplierId: supplier(n), marketplaceId: marketplace(n) }),
  "a supplier and a marketplace, outstanding": (n) => ({
    ...outstanding,
    supplierId: supplier(n),
    marketplaceId: marketplace(n),
  }),
  "a marketplace, this month": (n) => ({ marketplaceId: marketplace(n), ...days(20) }),
  "a marketplace, page 2,000": (n) => ({ marketplaceId: 1 + (n % 2), pageNumber: 2_000 + n }),
  ...sorted(outstanding, "outstanding"),
  ...sorted({}, "all"),
  "a marketplace, by customerFullName": (n) => ({ marketplaceId: marketplace(n), sortFieldName: "customerFullName" }),
  "a supplier, by customerFullName": (n) => ({ supplierId: supplier(n), sortFieldName: "customerFullName" }),
  "this month, by customerFullName": () => ({ ...days(20), sortFieldName: "customerFullName" }),
  "an order's number": (n) => ({ searchText: String(number(n)) }),
  "half of a number": (n) => ({ searchText: String(number(n)).slice(0, 4) }),
  "a rare name": () => ({ searchText: "quixley" }),
  "a rare name, outstanding": () => ({ ...outstanding, searchText: "quixley" }),
  "a first name and a surname": (n) => ({ searchText: ["ana smith", "zoë holley", "mei peyen"][n % 3] }),
  "200,000 hits": () => frequent,
  "200,000 hits, page 400": () => ({ ...frequent, pageNumber: 400 }),
  "200,000 hits, by customerFullName": () => ({ ...frequent, sortFieldName: "customerFullName" }),
  "200,000 hits, by supplierName": () => ({ ...frequent, sortFieldName: "supplierName" }),
  "200,000 hits, outstanding": () => ({ ...frequent, ...outstanding }),
  "200,000 hits, a supplier": (n) => ({ ...frequent, supplierId: supplier(n) }),
  "200,000 hits, this month": () => ({ ...frequent, ...days(20) }),
  "50,000 hits": (n) => ({ searchText: ["priya", "lachlan", "zoë"][n % 3] }),
  "a name without matches": (n) => ({ searchText: ["xylophone", "zzz", "mugwump"][n % 3] }),
  "two letters": (n) => ({ searchText: ["sm", "an", "li"][n % 3] }),
  "two letters, few": () => ({ searchText: "ui" }),
  "two letters without matches": () => ({ searchText: "qz" }),
  "one letter": (n) => ({ searchText: ["a", "q", "x"][n % 3] }),
  "two letters, outstanding": (n) => ({ ...outstanding, searchText: ["sm", "qz", "ui"][n % 3] }),
  "a first name, a supplier and a marketplace, outstanding": (n) => ({
    ...outstanding,
    searchText: "ana",
    supplierId: supplier(n),
    marketplaceId: marketplace(n),
  }),
};

const asStaff = {
  "their orders": () => ({}),
  "their outstanding orders": () => outstanding,
  "200,000 hits": () => frequent,
  "this month": () => days(20),
  "by customerFullName": () => ({ sortFieldName: "customerFullName" }),
  "by marketplaceName": () => ({ sortFieldName: "marketplaceName" }),
};

const of = (user, cases) => Object.entries(cases).map(([name, input]) => ({ name: `${user}: ${name}`, user, input }));
/** User ids. */
export const users = { operator: 1, "staff of one supplier": 2, "staff of two suppliers": 3 };
export const cases = [
  ...of("operator", asOperator),
  ...of("staff of one supplier", asStaff),
  ...of("staff of two suppliers", asStaff),
];
