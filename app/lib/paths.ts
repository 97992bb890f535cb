import type { ListStep } from "#contract/paging.ts";

/** The addresses of the back office, as functions. */
type Id = number | string;

const keysOf = (supplierId?: Id) => (supplierId === undefined ? "/settings/keys" : `/suppliers/${supplierId}/keys`);

export const paths = {
  home: () => "/",
  dashboard: () => "/dashboard",
  search: () => "/search",
  chooseSupplier: (list: Id) => `${list}/supplier`,
  newView: (list: Id) => `${list}/view`,
  changeView: (list: Id) => `${list}/view/change`,
  deleteView: (list: Id) => `${list}/view/delete`,
  /** @param record path of the record's page */
  writeMessage: (record: Id) => `${record}/message`,
  deleteMessage: (record: Id, messageId: Id) => `${record}/message/${messageId}/delete`,
  notifications: () => "/notifications",
  openNotification: (id: Id) => `/notifications/${id}`,
  notificationEmails: () => "/notifications/emails",
  unsubscribe: () => "/unsubscribe",
  orders: () => "/orders",
  newOrder: () => "/orders/new",
  exportAllProducts: () => "/products/export/all",
  exportStockAndPrices: () => "/products/export/stock-and-prices",
  referrals: () => "/products/referrals",
  exportReferrals: () => "/products/export/referrals",
  importProducts: () => "/products/import",
  importStockAndPrices: () => "/products/import-stock",
  sendPictures: () => "/products/send-pictures",
  productsImport: (id: Id) => `/products/import/${id}`,
  exportOrders: () => "/orders/export",
  importShipments: () => "/orders/import",
  chooseOrderProduct: () => "/orders/product",
  order: (id: Id) => `/orders/${id}`,
  newLineItem: (id: Id) => `/orders/${id}/items/new`,
  deleteLineItem: (id: Id, lineItemId: Id) => `/orders/${id}/items/${lineItemId}/delete`,
  adjustLineItem: (id: Id, lineItemId: Id) => `/orders/${id}/items/${lineItemId}/adjust`,
  notifySupplier: (id: Id) => `/orders/${id}/notify`,
  assignSupplier: (id: Id) => `/orders/${id}/supplier`,
  cancelItems: (id: Id) => `/orders/${id}/cancel`,
  orderTransactions: (id: Id, lineItemId: Id) => `/orders/${id}/transactions/${lineItemId}`,
  shipItems: (orderId: Id) => `/orders/${orderId}/ship`,
  shipments: () => "/shipments",
  shipment: (id: Id) => `/shipments/${id}`,
  cancelShipment: (id: Id) => `/shipments/${id}/cancel`,
  packagingSlip: (id: Id) => `/shipments/${id}/slip`,
  packagingSlipFile: (id: Id) => `/shipments/${id}/slip.pdf`,
  markDispatched: () => "/shipments/dispatch",
  packagingSlips: () => "/shipments/slips",
  packagingSlipsFile: (ids: readonly Id[]) => `/shipments/slips.pdf?ids=${ids.join()}`,
  invoices: () => "/invoices",
  generateInvoices: () => "/invoices/generate",
  notifySuppliers: () => "/invoices/notify",
  exportInvoices: () => "/invoices/export",
  exportInvoicesFile: () => "/invoices/export.zip",
  reconciliation: () => "/invoices/reconciliation",
  reconciliationFile: () => "/invoices/reconciliation.xlsx",
  payments: () => "/invoices/payments",
  newPayment: () => "/invoices/payments/new",
  payment: (id: Id) => `/invoices/payments/${id}`,
  paymentFile: (id: Id) => `/invoices/payments/${id}/payment.aba`,
  invoice: (id: Id) => `/invoices/${id}`,
  regenerateInvoice: (id: Id) => `/invoices/${id}/regenerate`,
  voidInvoice: (id: Id) => `/invoices/${id}/void`,
  confirmInvoiceRows: (id: Id) => `/invoices/${id}/confirm`,
  queryInvoiceRow: (id: Id, row: string) => `/invoices/${id}/rows/${row}/query`,
  answerInvoiceRow: (id: Id, row: string) => `/invoices/${id}/rows/${row}/answer`,
  charges: () => "/charges",
  exportInvoice: (id: Id) => `/invoices/${id}/invoice.xlsx`,
  invoiceFile: (id: Id) => `/invoices/${id}/invoice.pdf`,
  eInvoice: (id: Id) => `/invoices/${id}/e-invoice.xml`,
  products: () => "/products",
  newProduct: () => "/products/new",
  product: (id: Id) => `/products/${id}`,
  productNeighbour: (id: Id, step: ListStep) => `/products/${id}/neighbour/${step}`,
  copyProduct: (id: Id) => `/products/${id}/copy`,
  deactivateProduct: (id: Id) => `/products/${id}/deactivate`,
  productImages: (id: Id) => `/products/${id}/images`,
  deleteProductImage: (id: Id, imageId: Id) => `/products/${id}/images/${imageId}/delete`,
  productAttributes: (id: Id) => `/products/${id}/attributes`,
  deleteProductAttribute: (id: Id, attributeId: Id) => `/products/${id}/attributes/${attributeId}/delete`,
  productVariations: (id: Id) => `/products/${id}/variations`,
  deleteProductVariant: (id: Id, variantId: Id) => `/products/${id}/variations/${variantId}/delete`,
  productShipping: (id: Id) => `/products/${id}/shipping`,
  productMarketplaces: (id: Id) => `/products/${id}/marketplaces`,
  approvals: () => "/product-approvals",
  changeApprovals: () => "/product-approvals/change",
  productTypes: () => "/producttypes",
  newProductType: () => "/producttypes/new",
  productType: (id: Id) => `/producttypes/${id}`,
  deactivateProductType: (id: Id) => `/producttypes/${id}/deactivate`,
  removeProductTypeAttribute: (id: Id, attributeId: Id) => `/producttypes/${id}/attributes/${attributeId}/remove`,
  attributes: () => "/attributes",
  newAttribute: () => "/attributes/new",
  attribute: (id: Id) => `/attributes/${id}`,
  deactivateAttribute: (id: Id) => `/attributes/${id}/deactivate`,
  shippingRules: () => "/shippingrules",
  newShippingRule: () => "/shippingrules/new",
  shippingRule: (id: Id) => `/shippingrules/${id}`,
  deleteShippingRule: (id: Id) => `/shippingrules/${id}/delete`,
  commissionRules: () => "/commissionrules",
  applications: () => "/applications",
  application: (id: Id) => `/applications/${id}`,
  acceptApplication: (id: Id) => `/applications/${id}/accept`,
  askApplicant: (id: Id) => `/applications/${id}/ask`,
  declineApplication: (id: Id) => `/applications/${id}/decline`,
  applicationDocument: (id: Id, documentId: Id) => `/applications/${id}/documents/${documentId}`,
  apply: () => "/apply",
  suppliers: () => "/suppliers",
  newSupplier: () => "/suppliers/new",
  exportSuppliers: () => "/suppliers/export",
  importSuppliers: () => "/suppliers/import",
  supplier: (id: Id) => `/suppliers/${id}`,
  checkGst: (id: Id) => `/suppliers/${id}/gst`,
  removeCarrierKey: (id: Id) => `/suppliers/${id}/carrier/remove`,
  newFeed: (id: Id) => `/suppliers/${id}/feeds/new`,
  feed: (id: Id, feedId: Id) => `/suppliers/${id}/feeds/${feedId}`,
  editFeed: (id: Id, feedId: Id) => `/suppliers/${id}/feeds/${feedId}/edit`,
  removeFeed: (id: Id, feedId: Id) => `/suppliers/${id}/feeds/${feedId}/remove`,
  feedColumns: (id: Id, feedId: Id) => `/suppliers/${id}/feeds/${feedId}/columns`,
  confirmBankDetails: (id: Id) => `/suppliers/${id}/bank-details/confirm`,
  newSupplierUser: (id: Id) => `/suppliers/${id}/users/new`,
  supplierUser: (id: Id, userId: Id) => `/suppliers/${id}/users/${userId}`,
  removeSupplierUser: (id: Id, userId: Id) => `/suppliers/${id}/users/${userId}/remove`,
  newSupplierMarketplace: (id: Id) => `/suppliers/${id}/marketplaces/new`,
  supplierMarketplace: (id: Id, marketplaceId: Id) => `/suppliers/${id}/marketplaces/${marketplaceId}`,
  disableSupplierMarketplace: (id: Id, marketplaceId: Id) => `/suppliers/${id}/marketplaces/${marketplaceId}/disable`,
  enableSupplierMarketplace: (id: Id, marketplaceId: Id) => `/suppliers/${id}/marketplaces/${marketplaceId}/enable`,
  agreement: (id: Id, marketplaceId: Id) => `/suppliers/${id}/marketplaces/${marketplaceId}/agreement`,
  agreementFile: (id: Id, marketplaceId: Id) => `/suppliers/${id}/marketplaces/${marketplaceId}/agreement.pdf`,
  marketplaces: () => "/marketplaces",
  newMarketplace: () => "/marketplaces/new",
  marketplace: (id: Id) => `/marketplaces/${id}`,
  deactivateMarketplace: (id: Id) => `/marketplaces/${id}/deactivate`,
  categories: (id: Id) => `/marketplaces/${id}/categories`,
  newCategory: (id: Id) => `/marketplaces/${id}/categories/new`,
  editCategory: (id: Id) => `/marketplaces/${id}/categories/edit`,
  deleteCategory: (id: Id) => `/marketplaces/${id}/categories/delete`,
  exportCategories: (id: Id) => `/marketplaces/${id}/categories/export`,
  importCategories: (id: Id) => `/marketplaces/${id}/categories/import`,
  shopOrders: (id: Id) => `/marketplaces/${id}/shop-orders`,
  readShopOrder: (id: Id, orderId: string) => `/marketplaces/${id}/shop-orders/${encodeURIComponent(orderId)}/read`,
  leaveOutShopOrder: (id: Id, orderId: string) =>
    `/marketplaces/${id}/shop-orders/${encodeURIComponent(orderId)}/leave-out`,
  testWebhook: (id: Id) => `/marketplaces/${id}/test`,
  newFeedAddress: (id: Id) => `/marketplaces/${id}/feed-address`,
  agreementPreview: (id: Id) => `/marketplaces/${id}/agreement.pdf`,
  users: () => "/users",
  newUser: () => "/users/0",
  user: (id: Id) => `/users/${id}`,
  deactivateUser: (id: Id) => `/users/${id}/deactivate`,
  settings: () => "/settings",
  deliveries: () => "/settings/deliveries",
  delivery: (id: Id) => `/settings/deliveries/${id}`,
  sendFailedDeliveries: () => "/settings/deliveries/send-failed",
  confirmPayer: () => "/settings/paying-account/confirm",
  keys: () => "/settings/keys",
  /** The dialogs and pages about keys are the same for the organisation and for a supplier. */
  newKey: (supplierId?: Id) => `${keysOf(supplierId)}/new`,
  revokeKey: (id: Id, supplierId?: Id) => `${keysOf(supplierId)}/${id}/revoke`,
  keySecret: (id: Id, supplierId?: Id) => `${keysOf(supplierId)}/${id}/secret`,
  setup: () => "/setup",
  resetSecondFactor: (id: Id) => `/users/${id}/reset-second-factor`,
  /** Asks for the password even if the provider still has a session. */
  loginAgain: (wanted: string) => `/login?${new URLSearchParams({ redirect: wanted, again: "1" })}`,
  login: (wanted: string) => `/login?${new URLSearchParams({ redirect: wanted })}`,
  logout: () => "/logout",
  loggedOut: () => "/logged-out",
  states: (countryCode: string) => `/lookups/states/${countryCode}`,
  /** The page that searches records of a kind for a form. */
  records: (kind: Id) => `/lookups/records/${kind}`,
  lowData: () => "/low-data",
  startPage: () => "/start-page",
  theme: () => "/theme",
};

/** Value of `?edit=` for a new item. */
export const newOne = "new";

/** Value of `?edit=` that shows the read view of a card that opens in edit mode by default. */
export const nothing = "nothing";

type Params = Record<string, string | number | null | undefined>;

/** Returns the address with query parameters set, or removed if null or empty. */
export function withParams(path: string, params: Params): string {
  const [pathname = "", search = ""] = path.split("?");
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === undefined || value === "") query.delete(name);
    else query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `${pathname}?${text}` : pathname;
}

/** Exactly one slash: browsers treat two slashes, or a backslash, as another site. */
const startsHere = /^\/(?![/\\])/;

/**
 * Validates a return address from a query parameter: it must be a path of this site.
 * @returns the fallback if it could lead to another site
 */
export function samePath(wanted: string | null | undefined, fallback = "/"): string {
  if (!wanted || !startsHere.test(wanted) || /[\u0000-\u001f\\]/.test(wanted)) return fallback;
  const base = "http://same.invalid";
  try {
    const { origin, pathname, search, hash } = new URL(wanted, base);
    // Checked again after normalisation, because `/.//elsewhere` becomes `//elsewhere`.
    return origin === base && startsHere.test(pathname) ? `${pathname}${search}${hash}` : fallback;
  } catch {
    return fallback;
  }
}
