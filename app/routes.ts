/** All routes of the back office, in the menu's order. */
import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** The pages that choose a supplier for the filter of a list, where there are too many for a select. */
const chooseSupplier = [
  "orders",
  "shipments",
  "invoices",
  "charges",
  "books/journal",
  "products",
  "products/referrals",
  "product-approvals",
  "shippingrules",
  "settings/keys",
].map((list) => route(`${list}/supplier`, "routes/suppliers/choose.tsx", { id: `${list}-supplier` }));

/** Dialogs over a list in which its views are saved, changed and deleted. */
const viewsOf = (list: string) => [
  route("view", "routes/views/new.tsx", { id: `${list}-view` }),
  route("view/change", "routes/views/change.tsx", { id: `${list}-view-change` }),
  route("view/delete", "routes/views/delete.tsx", { id: `${list}-view-delete` }),
];

/** Dialogs over the page of a record in which messages about it are written and deleted. */
const discussionOf = (record: string) => [
  route("message", "routes/discussion/write.tsx", { id: `${record}-message` }),
  route("message/:messageId/delete", "routes/discussion/delete.tsx", { id: `${record}-message-delete` }),
];

/** The dialog over a list that takes a file. */
const importInto = (list: string, path = "import") =>
  route(path, "routes/imports/new.tsx", { id: `${list}-import-new` });

/** The pages of imports: all of the user's, and one of them. */
const importsOf = (list: string, id = "id") => [
  route(`${list}/imports`, "routes/imports/list.tsx", { id: `${list}-imports` }),
  route(`${list}/import/:${id}`, "routes/imports/progress.tsx", { id: `${list}-import` }),
];

const refusedRowsOf = (list: string, id = "id") =>
  route(`${list}/import/:${id}/refused`, "routes/downloads/refused-rows.ts", { id: `${list}-refused-rows` });

export default [
  index("routes/home.tsx"),

  layout("routes/shell.tsx", [
    layout("routes/screen.tsx", [
      ...chooseSupplier,
      route("lookups/records/:kind", "routes/lookups/record.tsx"),
      route("dashboard", "routes/dashboard.tsx"),
      route("search", "routes/search/results.tsx"),
      route("notifications", "routes/notifications/list.tsx", [route("emails", "routes/notifications/emails.tsx")]),
      route("setup", "routes/settings/setup.tsx"),
      route("settings", "routes/settings/settings.tsx", [
        route("paying-account/confirm", "routes/settings/payer-confirm.tsx"),
      ]),
      route("history", "routes/history/all.tsx"),
      route("history/:record/:id", "routes/history/record.tsx"),
      route("undo/:id", "routes/history/undo.tsx"),
      route("customers", "routes/customers/find.tsx", [route("erase", "routes/customers/erase.tsx")]),
      route("settings/deliveries", "routes/deliveries/list.tsx", [
        ...viewsOf("deliveries"),
        route("send-failed", "routes/deliveries/send-failed.tsx"),
      ]),
      route("settings/deliveries/:id", "routes/deliveries/detail.tsx"),
      route("settings/keys", "routes/keys/list.tsx", [
        route("new", "routes/keys/new.tsx"),
        route(":keyId/revoke", "routes/keys/revoke.tsx"),
      ]),
      route("settings/keys/:keyId/secret", "routes/keys/secret.tsx"),
      route("orders", "routes/orders/list.tsx", [
        ...viewsOf("orders"),
        route("new", "routes/orders/new.tsx"),
        importInto("orders"),
      ]),
      route("orders/many", "routes/orders/many.tsx"),
      route("orders/many/:id", "routes/orders/many-progress.tsx"),
      route("orders/slips", "routes/orders/slips.tsx"),
      ...importsOf("orders"),
      route("orders/product", "routes/orders/product.tsx"),
      route("orders/:id", "routes/orders/detail.tsx", [
        ...discussionOf("order"),
        route("items/:lineItemId/delete", "routes/orders/item-delete.tsx"),
        route("items/:lineItemId/adjust", "routes/orders/item-adjust.tsx"),
        route("items/:lineItemId/hold", "routes/orders/item-hold.tsx"),
        route("items/:lineItemId/hold/end", "routes/orders/item-hold-end.tsx"),
        route("cancel", "routes/orders/cancel.tsx"),
        route("supplier", "routes/orders/supplier.tsx"),
        route("notify", "routes/orders/notify.tsx"),
        route("ship", "routes/orders/ship.tsx"),
      ]),
      route("orders/:id/items/new", "routes/orders/item-new.tsx"),
      route("orders/:id/transactions/:lineItemId", "routes/orders/transactions.tsx"),
      route("orders/:id/commission/:lineItemId", "routes/orders/commission.tsx"),
      route("shipments", "routes/shipments/list.tsx", viewsOf("shipments")),
      route("shipments/slips", "routes/shipments/slips.tsx"),
      route("shipments/dispatch", "routes/shipments/dispatch.tsx"),
      route("shipments/many", "routes/shipments/many.tsx"),
      route("shipments/many/:id", "routes/shipments/many-progress.tsx"),
      route("shipments/:id", "routes/shipments/detail.tsx", [
        ...discussionOf("shipment"),
        route("cancel", "routes/shipments/cancel.tsx"),
      ]),
      route("invoices", "routes/invoices/list.tsx", [
        ...viewsOf("invoices"),
        route("notify", "routes/invoices/notify.tsx"),
        route("export", "routes/invoices/export.tsx"),
        route("reconciliation", "routes/invoices/reconciliation.tsx"),
      ]),
      route("invoices/generate", "routes/invoices/generate.tsx"),
      route("invoices/generate/:id", "routes/invoices/generation-progress.tsx"),
      route("invoices/payments", "routes/invoices/payments.tsx", [
        ...viewsOf("payments"),
        route("returns", "routes/invoices/returns.tsx"),
      ]),
      route("invoices/payments/new", "routes/invoices/payment-new.tsx"),
      route("invoices/payments/:id", "routes/invoices/payment.tsx", [
        route("release", "routes/invoices/payment-release.tsx"),
        route("cancel", "routes/invoices/payment-cancel.tsx"),
        route("returned/:supplierId", "routes/invoices/payment-returned.tsx"),
      ]),
      route("invoices/:id", "routes/invoices/detail.tsx", [
        route("hold", "routes/invoices/hold.tsx"),
        route("hold/end", "routes/invoices/hold-end.tsx"),
        route("regenerate", "routes/invoices/regenerate.tsx"),
        route("void", "routes/invoices/void.tsx"),
        route("confirm", "routes/invoices/confirm-rows.tsx"),
        route("rows/:lineItemId/hold", "routes/invoices/row-hold.tsx"),
        route("rows/:row/query", "routes/invoices/query.tsx"),
        route("rows/:row/answer", "routes/invoices/answer.tsx"),
      ]),
      route("charges", "routes/charges/list.tsx", [
        ...viewsOf("charges"),
        route("new", "routes/charges/new.tsx"),
        route(":id/withdraw", "routes/charges/withdraw.tsx"),
        importInto("charges"),
      ]),
      route("charges/monthly", "routes/charges/monthly.tsx", [route(":id/end", "routes/charges/monthly-end.tsx")]),
      ...importsOf("charges"),
      route("books", "routes/books/trial-balance.tsx"),
      route("books/journal", "routes/books/journal.tsx"),
      route("books/exports", "routes/books/exports.tsx", [
        route("new", "routes/books/export-new.tsx"),
        route("codes", "routes/books/codes.tsx"),
      ]),
      route("books/months", "routes/books/months.tsx", [route(":month/reopen", "routes/books/reopen.tsx")]),
      route("products", "routes/products/list.tsx", [
        ...viewsOf("products"),
        route("new", "routes/products/new.tsx"),
        route("referrals", "routes/products/referrals.tsx"),
        importInto("products"),
        importInto("stock", "import-stock"),
        route("send-pictures", "routes/products/send-pictures.tsx"),
      ]),
      route("products/many", "routes/products/many.tsx"),
      route("products/edit", "routes/products/edit-many.tsx"),
      route("products/many/:id", "routes/products/many-progress.tsx"),
      route("products/import/file/:id", "routes/products/import-file.tsx"),
      ...importsOf("products"),
      route("products/pictures/:id", "routes/products/sent-pictures.tsx"),
      route("products/0", "routes/record-zero.tsx", { id: "products-zero" }),
      route("products/:id", "routes/products/general.tsx", [
        ...discussionOf("product"),
        route("deactivate", "routes/products/deactivate.tsx"),
        route("copy", "routes/products/copy.tsx"),
      ]),
      route("products/:id/neighbour/:step", "routes/products/neighbour.tsx"),
      route("products/:id/images", "routes/products/images.tsx", [
        route(":imageId/delete", "routes/products/image-delete.tsx"),
      ]),
      route("products/:id/attributes", "routes/products/attributes.tsx", [
        route(":attributeId/delete", "routes/products/attribute-delete.tsx"),
      ]),
      route("products/:id/variations", "routes/products/variations.tsx", [
        route(":variantId/delete", "routes/products/variation-delete.tsx"),
      ]),
      route("products/:id/shipping", "routes/products/shipping.tsx"),
      route("products/:id/marketplaces", "routes/products/marketplaces.tsx"),
      route("product-approvals", "routes/approvals/list.tsx", [
        ...viewsOf("approvals"),
        route("change", "routes/approvals/change.tsx"),
      ]),
      route("product-approvals/progress/:id", "routes/approvals/progress.tsx"),
      route("producttypes", "routes/product-types/list.tsx", [
        ...viewsOf("product-types"),
        route("new", "routes/product-types/new.tsx"),
      ]),
      route("producttypes/0", "routes/record-zero.tsx", { id: "product-types-zero" }),
      route("producttypes/:id", "routes/product-types/detail.tsx", [
        route("deactivate", "routes/product-types/deactivate.tsx"),
        route("attributes/:attributeId/remove", "routes/product-types/attribute-remove.tsx"),
      ]),
      route("attributes", "routes/attributes/list.tsx", [
        ...viewsOf("attributes"),
        route("new", "routes/attributes/new.tsx"),
      ]),
      route("attributes/0", "routes/record-zero.tsx", { id: "attributes-zero" }),
      route("attributes/:id", "routes/attributes/detail.tsx", [
        route("deactivate", "routes/attributes/deactivate.tsx"),
      ]),
      route("suppliers", "routes/suppliers/list.tsx", [
        ...viewsOf("suppliers"),
        route("new", "routes/suppliers/new.tsx"),
        importInto("suppliers"),
      ]),
      route("suppliers/many", "routes/suppliers/many.tsx"),
      route("suppliers/many/:id", "routes/suppliers/many-progress.tsx"),
      ...importsOf("suppliers"),
      route("suppliers/:id", "routes/suppliers/detail.tsx", [
        ...discussionOf("supplier"),
        route("gst", "routes/suppliers/gst.tsx"),
        route("carrier/remove", "routes/suppliers/carrier-remove.tsx"),
        route("bank-details/confirm", "routes/suppliers/bank-details-confirm.tsx"),
        route("users/new", "routes/suppliers/user-new.tsx"),
        route("users/:userId", "routes/suppliers/user-edit.tsx"),
        route("users/:userId/remove", "routes/suppliers/user-remove.tsx"),
        route("feeds/new", "routes/stock-feeds/new.tsx"),
        route("keys/new", "routes/keys/new.tsx", { id: "supplier-key-new" }),
        route("keys/:keyId/revoke", "routes/keys/revoke.tsx", { id: "supplier-key-revoke" }),
        route("marketplaces/new", "routes/suppliers/marketplace-new.tsx"),
        route("marketplaces/:marketplaceId", "routes/suppliers/marketplace-edit.tsx"),
        route("marketplaces/:marketplaceId/disable", "routes/suppliers/marketplace-disable.tsx"),
        route("marketplaces/:marketplaceId/enable", "routes/suppliers/marketplace-enable.tsx"),
      ]),
      route("suppliers/:id/statement", "routes/suppliers/statement.tsx"),
      route("suppliers/:id/feeds/:feedId", "routes/stock-feeds/detail.tsx", [
        route("edit", "routes/stock-feeds/edit.tsx"),
        route("remove", "routes/stock-feeds/remove.tsx"),
      ]),
      route("suppliers/:id/feeds/:feedId/columns", "routes/stock-feeds/columns.tsx"),
      route("suppliers/:id/keys/:keyId/secret", "routes/keys/secret.tsx", { id: "supplier-key-secret" }),
      route("suppliers/:id/marketplaces/:marketplaceId/agreement", "routes/suppliers/agreement.tsx"),
      route("applications", "routes/applications/list.tsx"),
      route("applications/:id", "routes/applications/detail.tsx", [
        route("accept", "routes/applications/accept.tsx"),
        route("ask", "routes/applications/ask.tsx"),
        route("decline", "routes/applications/decline.tsx"),
      ]),
      route("commissionrules", "routes/commission-rules/list.tsx"),
      route("commissionrules/new", "routes/commission-rules/new.tsx"),
      route("commissionrules/:id", "routes/commission-rules/detail.tsx", [
        route("delete", "routes/commission-rules/delete.tsx"),
      ]),
      route("shippingrules", "routes/shipping-rules/list.tsx", [
        ...viewsOf("shipping-rules"),
        route("new", "routes/shipping-rules/new.tsx"),
      ]),
      route("shippingrules/0", "routes/record-zero.tsx", { id: "shipping-rules-zero" }),
      route("shippingrules/:id", "routes/shipping-rules/detail.tsx", [
        route("delete", "routes/shipping-rules/delete.tsx"),
      ]),
      route("marketplaces", "routes/marketplaces/list.tsx", [
        ...viewsOf("marketplaces"),
        route("new", "routes/marketplaces/new.tsx"),
      ]),
      route("marketplaces/:id/categories", "routes/categories/list.tsx", [
        ...viewsOf("categories"),
        route("new", "routes/categories/new.tsx"),
        route("edit", "routes/categories/edit.tsx"),
        route("delete", "routes/categories/delete.tsx"),
        importInto("categories"),
      ]),
      ...importsOf("marketplaces/:id/categories", "importId"),
      route("marketplaces/:id/shop-orders", "routes/shop-orders/list.tsx", [
        route(":orderId/read", "routes/shop-orders/read.tsx"),
        route(":orderId/leave-out", "routes/shop-orders/leave-out.tsx"),
      ]),
      route("marketplaces/:id", "routes/marketplaces/detail.tsx", [
        route("deactivate", "routes/marketplaces/deactivate.tsx"),
        route("test", "routes/marketplaces/test.tsx"),
        route("feed-address", "routes/marketplaces/feed-address.tsx"),
      ]),
      route("users", "routes/users/list.tsx", viewsOf("users")),
      route("users/many", "routes/users/many.tsx"),
      route("users/many/:id", "routes/users/many-progress.tsx"),
      route("users/0", "routes/users/new.tsx"),
      route("users/:id", "routes/users/detail.tsx", [
        route("deactivate", "routes/users/deactivate.tsx"),
        route("reset-second-factor", "routes/users/reset-second-factor.tsx"),
      ]),
      route("*", "routes/none.tsx"),
    ]),
  ]),

  route("shipments/:id/slip", "routes/shipments/slip.tsx"),

  route("invoices/export.zip", "routes/downloads/invoices.ts"),
  route("invoices/reconciliation.xlsx", "routes/downloads/reconciliation.ts"),
  route("invoices/payments/:id/payment.aba", "routes/downloads/payment.ts"),
  route("invoices/:id/invoice.xlsx", "routes/downloads/export-invoice.ts"),
  route("invoices/:id/invoice.pdf", "routes/downloads/invoice.ts"),
  route("invoices/:id/e-invoice.xml", "routes/downloads/e-invoice.ts"),
  route("charges/export", "routes/downloads/charges.ts"),
  route("books/export", "routes/downloads/trial-balance.ts"),
  route("books/exports/:id/file", "routes/downloads/bills.ts"),
  route("books/journal/export", "routes/downloads/journal.ts"),
  route("customers/export", "routes/downloads/customer.ts"),
  route("customers/internal", "routes/downloads/customer-internal.ts"),
  route("history/:record/:id/since", "routes/lookups/changed-since.ts"),
  route("history/export", "routes/downloads/all-history.ts"),
  route("history/:record/:id/export", "routes/downloads/history.ts"),
  route("products/export/all", "routes/downloads/all-products.ts"),
  ...["products", "orders", "suppliers", "charges"].map((list) => refusedRowsOf(list)),
  refusedRowsOf("marketplaces/:id/categories", "importId"),
  route("products/import/:id/changes", "routes/downloads/imported-changes.ts"),
  route("products/export/stock-and-prices", "routes/downloads/stock-and-prices.ts"),
  route("products/export/referrals", "routes/downloads/referrals.ts"),
  route("orders/export", "routes/downloads/orders.ts"),
  route("shipments/:id/slip.pdf", "routes/downloads/packaging-slip.ts"),
  route("shipments/slips.pdf", "routes/downloads/packaging-slips.ts"),
  route("suppliers/export", "routes/downloads/suppliers.ts"),
  route("suppliers/:id/statement.xlsx", "routes/downloads/statement-export.ts"),
  route("suppliers/:id/statement.pdf", "routes/downloads/statement.ts"),
  route("suppliers/:id/marketplaces/:marketplaceId/agreement.pdf", "routes/downloads/agreement.ts"),
  route("applications/:id/documents/:documentId", "routes/downloads/application-document.ts"),
  route("marketplaces/:id/categories/export", "routes/downloads/categories.ts"),
  route("marketplaces/:id/agreement.pdf", "routes/downloads/agreement-preview.ts"),

  route("feeds/:marketplaceId/:file", "routes/feeds/feed.ts"),

  route("apply", "routes/applications/apply.tsx"),
  route("apply/:token", "routes/applications/own.tsx"),

  route("notifications/:id", "routes/notifications/open.ts"),
  route("unsubscribe", "routes/notifications/unsubscribe.tsx"),

  route("login", "routes/session/login.tsx"),
  route("logout", "routes/session/logout.tsx"),
  route("auth-callback", "routes/session/auth-callback.tsx"),
  route("silent-token-renew", "routes/session/silent-token-renew.ts"),
  route("logged-out", "routes/session/logged-out.tsx"),
  route("lookups/states/:countryCode", "routes/lookups/states.ts"),
  route("lookups/records/:kind/matches", "routes/lookups/record-matches.ts"),
  route("files/product-image", "routes/products/image-upload.ts"),
  route("low-data", "routes/session/low-data.ts"),
  route("start-page", "routes/session/start-page.ts"),
  route("theme", "routes/session/theme.ts"),
  route("healthz", "routes/session/healthz.ts"),
] satisfies RouteConfig;
