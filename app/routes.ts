/** The table of contents: every address of the product, in the menu's order. */
import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

export default [
  index("routes/home.tsx"),

  layout("routes/shell.tsx", [
    layout("routes/screen.tsx", [
      route("dashboard", "routes/dashboard.tsx"),
      route("orders", "routes/orders/list.tsx", [route("new", "routes/orders/new.tsx")]),
      route("orders/product", "routes/orders/product.tsx"),
      route("orders/:id", "routes/orders/detail.tsx", [
        route("items/:lineItemId/delete", "routes/orders/item-delete.tsx"),
        route("items/:lineItemId/adjust", "routes/orders/item-adjust.tsx"),
      ]),
      route("orders/:id/items/new", "routes/orders/item-new.tsx"),
      route("orders/:id/transactions/:lineItemId", "routes/orders/transactions.tsx"),
      route("products", "routes/products/list.tsx", [route("new", "routes/products/new.tsx")]),
      route("products/0", "routes/products/none.tsx"),
      route("products/:id", "routes/products/general.tsx", [route("deactivate", "routes/products/deactivate.tsx")]),
      route("products/:id/images", "routes/products/images.tsx", [route(":imageId/delete", "routes/products/image-delete.tsx")]),
      route("products/:id/attributes", "routes/products/attributes.tsx", [route(":attributeId/delete", "routes/products/attribute-delete.tsx")]),
      route("products/:id/variations", "routes/products/variations.tsx", [route(":variantId/delete", "routes/products/variation-delete.tsx")]),
      route("products/:id/shipping", "routes/products/shipping.tsx"),
      route("products/:id/marketplaces", "routes/products/marketplaces.tsx"),
      route("product-approvals", "routes/approvals/list.tsx", [route("change", "routes/approvals/change.tsx")]),
      route("product-approvals/progress/:id", "routes/approvals/progress.tsx"),
      route("producttypes", "routes/product-types/list.tsx", [route("new", "routes/product-types/new.tsx")]),
      route("producttypes/0", "routes/product-types/none.tsx"),
      route("producttypes/:id", "routes/product-types/detail.tsx", [
        route("deactivate", "routes/product-types/deactivate.tsx"),
        route("attributes/:attributeId/remove", "routes/product-types/attribute-remove.tsx"),
      ]),
      route("attributes", "routes/attributes/list.tsx", [route("new", "routes/attributes/new.tsx")]),
      route("attributes/0", "routes/attributes/none.tsx"),
      route("attributes/:id", "routes/attributes/detail.tsx", [route("deactivate", "routes/attributes/deactivate.tsx")]),
      route("suppliers", "routes/suppliers/list.tsx", [route("new", "routes/suppliers/new.tsx")]),
      route("suppliers/:id", "routes/suppliers/detail.tsx", [
        route("users/new", "routes/suppliers/user-new.tsx"),
        route("users/:userId", "routes/suppliers/user-edit.tsx"),
        route("users/:userId/remove", "routes/suppliers/user-remove.tsx"),
        route("marketplaces/new", "routes/suppliers/marketplace-new.tsx"),
        route("marketplaces/:marketplaceId", "routes/suppliers/marketplace-edit.tsx"),
        route("marketplaces/:marketplaceId/disable", "routes/suppliers/marketplace-disable.tsx"),
        route("marketplaces/:marketplaceId/enable", "routes/suppliers/marketplace-enable.tsx"),
      ]),
      route("suppliers/:id/marketplaces/:marketplaceId/agreement", "routes/suppliers/agreement.tsx"),
      route("shippingrules", "routes/shipping-rules/list.tsx", [route("new", "routes/shipping-rules/new.tsx")]),
      route("shippingrules/0", "routes/shipping-rules/none.tsx"),
      route("shippingrules/:id", "routes/shipping-rules/detail.tsx", [route("delete", "routes/shipping-rules/delete.tsx")]),
      route("users", "routes/users/list.tsx"),
      route("users/0", "routes/users/new.tsx"),
      route("users/:id", "routes/users/detail.tsx", [route("deactivate", "routes/users/deactivate.tsx")]),
      route("*", "routes/to-come.tsx"),
    ]),
  ]),

  route("orders/export", "routes/downloads/orders.ts"),
  route("suppliers/:id/marketplaces/:marketplaceId/agreement.pdf", "routes/downloads/agreement.ts"),

  route("login", "routes/session/login.ts"),
  route("logout", "routes/session/logout.tsx"),
  route("auth-callback", "routes/session/auth-callback.tsx"),
  route("silent-token-renew", "routes/session/silent-token-renew.ts"),
  route("logged-out", "routes/session/logged-out.tsx"),
  route("lookups/states/:countryCode", "routes/lookups/states.ts"),
  route("light-mode", "routes/session/light-mode.ts"),
  route("healthz", "routes/session/healthz.ts"),
] satisfies RouteConfig;
