/** Loader and forms of a product's Marketplaces tab. */

import { z } from "zod";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { availabilityZone } from "#app/services/pages/time-zone.server.ts";
import { type RequestContext, readView } from "#app/services/request/request-context.server.ts";
import { can } from "#contract/permissions.ts";
import { productMessages } from "#contract/products/commands.ts";
import { products } from "#contract/products/operations.ts";
import { isSyncable, isWaiting } from "#contract/rules/sync.ts";
import { headForms, loadProduct, productId } from "./products.server.ts";

export async function loadMarketplaces(context: RequestContext) {
  const { product, head } = await loadProduct(context);
  const maySync = can(product, products.syncMarketplaceProduct);
  return {
    head,
    timeZone: await availabilityZone(context),
    assignments: product.marketplaceAssignments.map((assignment) => ({
      ...assignment,
      canSync: maySync && isSyncable(assignment),
      waits: isWaiting(assignment),
      commandId: newCommandId(),
    })),
  };
}

/** Data of the Marketplaces tab. */
export type MarketplacesPage = Awaited<ReturnType<typeof loadMarketplaces>>;

export const marketplaceForms: Record<string, CommandForm> = {
  ...headForms,
  sync: commandForm({
    operation: products.syncMarketplaceProduct,
    schema: z.object({ MarketplaceId: z.string() }),
    input: ({ MarketplaceId }, context) => ({ ProductId: productId(context), MarketplaceId }),
    // Synchronisation has only started; its result is shown when it is known.
    saved: "",
    notSaved: productMessages.notSaved,
    next: readView,
  }),
};
