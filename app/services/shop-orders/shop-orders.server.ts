/** The orders of a marketplace's shop that somebody has to look at: loaders and forms. */
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";
import { type ShopOrderRow, shopMessages } from "#contract/marketplaces/shops.ts";
import { formatMoment } from "#contract/rules/moments.ts";

const idOf = ({ param }: RequestContext) => param("id");
const orderIdOf = ({ param }: RequestContext) => param("orderId");

const shown = ({ id, number, state, problem, problemDate }: ShopOrderRow, timeZone: string) => ({
  id,
  number: number || id,
  isTaken: state === "taken",
  problem,
  since: problemDate ? formatMoment(problemDate, timeZone) : "",
});

/** A row of the list. */
export type ShownShopOrder = ReturnType<typeof shown>;

const fieldsOf = (context: RequestContext) => ({ marketplaceId: idOf(context) });

export async function loadShopOrders(context: RequestContext) {
  const [list, marketplace, timeZone] = await Promise.all([
    loadList(context, marketplaces.shopOrders, { buttons: {}, fixed: fieldsOf(context) }),
    context.api(marketplaces.get, { id: idOf(context) }),
    operatorZone(),
  ]);
  const { id, name } = marketplace;
  return {
    ...list,
    data: {
      ...list.data,
      rows: list.data.rows.map((row) => shown(row, timeZone)),
      marketplace: { id, name },
      commandId: newCommandId(),
    },
  };
}

/** For the dialogs about one of the orders. */
export async function loadShopOrder(context: RequestContext) {
  const [{ items }, timeZone] = await Promise.all([
    context.api(marketplaces.shopOrders, { ...fieldsOf(context), shopOrderId: orderIdOf(context) }),
    operatorZone(),
  ]);
  const [order] = items;
  if (!order) throw missing();
  return { order: shown(order, timeZone), marketplaceId: idOf(context) };
}

const below = (context: RequestContext) => `${paths.shopOrders(idOf(context))}${context.url.search}`;
const ofOrder = (context: RequestContext) => ({ MarketplaceId: idOf(context), ShopOrderId: orderIdOf(context) });

export const shopOrderForms: Record<string, CommandForm> = {
  readAll: commandForm({
    operation: marketplaces.readShopOrders,
    input: (_, context) => ({ MarketplaceId: idOf(context) }),
    saved: shopMessages.reading,
    notSaved: shopMessages.notRead,
    next: below,
  }),
  readOne: commandForm({
    operation: marketplaces.readShopOrder,
    input: (_, context) => ofOrder(context),
    saved: shopMessages.again,
    notSaved: shopMessages.notRead,
    next: below,
  }),
  leaveOut: commandForm({
    operation: marketplaces.leaveOutShopOrder,
    input: (_, context) => ofOrder(context),
    saved: shopMessages.leftOut,
    notSaved: shopMessages.notSaved,
    next: below,
  }),
};
