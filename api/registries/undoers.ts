import { undoApprovals, undoDisable } from "#api/areas/approvals/undo.ts";
import { undoDeactivate as undoDeactivateMarketplace } from "#api/areas/marketplaces/undo.ts";
import { orderChanges } from "#api/areas/orders/many.ts";
import { undoDeleteLineItem } from "#api/areas/orders/undo-deletion.ts";
import { undoDeactivate as undoDeactivateType } from "#api/areas/product-types/undo.ts";
import { undoSaveGrid } from "#api/areas/products/grid/save.ts";
import { productChanges } from "#api/areas/products/many/area.ts";
import * as products from "#api/areas/products/undo.ts";
import { shipmentChanges } from "#api/areas/shipments/many.ts";
import { undoDispatch, undoDispatched } from "#api/areas/shipments/undo.ts";
import { undoDelete as undoDeleteRule } from "#api/areas/shipping-rules/undo.ts";
import { supplierChanges } from "#api/areas/suppliers/many.ts";
import { undoDisableMarketplace } from "#api/areas/suppliers/undo.ts";
import { userChanges } from "#api/areas/users/many.ts";
import { undoDeactivate as undoDeactivateUser } from "#api/areas/users/undo.ts";
import { putBackAll, type Undoers } from "#api/core/history/undoers.ts";

/** The commands that can be undone; a test compares them with the operations that say so (`canBeUndone`). */
export const undoers: Undoers = {
  commands: {
    products: {
      addVariants: products.undoAddVariants,
      deleteVariant: products.undoDeleteVariant,
      deleteImage: products.undoDeleteImage,
      useAsHeroImage: products.undoUseAsHeroImage,
      deactivate: products.undoDeactivate,
      saveGrid: undoSaveGrid,
    },
    productTypes: { deactivate: undoDeactivateType },
    attributes: { deactivate: putBackAll },
    users: { deactivate: undoDeactivateUser },
    marketplaces: { deactivate: undoDeactivateMarketplace },
    suppliers: { disableMarketplace: undoDisableMarketplace },
    approvals: { disable: undoDisable },
    shippingRules: { delete: undoDeleteRule },
    orders: { deleteLineItem: undoDeleteLineItem },
    shipments: { markDispatched: undoDispatched, dispatch: undoDispatch },
  },
  processes: {
    approvals: undoApprovals,
    productChanges: productChanges.undoer,
    orderChanges: orderChanges.undoer,
    shipmentChanges: shipmentChanges.undoer,
    supplierChanges: supplierChanges.undoer,
    userChanges: userChanges.undoer,
  },
};
