/** Deliveries to the webhooks of marketplaces: loaders and forms. */
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { marketplaceFilter } from "#app/services/forms/pickers.server.ts";
import { daysFor } from "#app/services/pages/days.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { deliveries } from "#contract/deliveries/operations.ts";
import {
  type DeliveryRow,
  type DeliveryState,
  deliveryEventNames,
  deliveryMessages,
  deliveryStateNames,
} from "#contract/deliveries/schema.ts";
import { noId } from "#contract/fields.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { nameOrSelf } from "#contract/rules/name-or-self.ts";

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

export async function loadDeliveries(context: RequestContext) {
  const [list, days] = await Promise.all([
    loadList(context, deliveries.list, {
      views: "deliveries",
      buttons: { sendFailed: deliveries.sendFailed },
      days: { fromDate: "start", toDate: "end" },
      options: {
        state: async () => optionsOf(deliveryStateNames),
        marketplaceId: () => marketplaceFilter(context),
        event: async () => optionsOf(deliveryEventNames),
      },
    }),
    daysFor(),
  ]);
  return {
    ...list,
    data: { ...list.data, rows: list.data.rows.map((row) => listedDelivery(row, days.timeZone)), days },
  };
}

function listedDelivery(row: DeliveryRow, timeZone: string) {
  const moment = (value: string | null | undefined) => (value ? formatMoment(value, timeZone) : undefined);
  return {
    id: row.id,
    state: row.state,
    marketplaceId: row.marketplaceId,
    marketplaceName: row.marketplaceName,
    orderId: row.orderId,
    productId: row.productId,
    about: aboutOf(row),
    eventName: nameOrSelf(deliveryEventNames, row.event),
    stateName: nameOrSelf(deliveryStateNames, row.state),
    createdAt: moment(row.createdDate),
    lastAttemptAt: moment(row.lastAttemptDate),
    nextAttemptAt: moment(row.nextAttemptDate),
    attempts: row.attempts,
    answer: row.answerStatus ?? undefined,
    failure: row.failure,
  };
}

/** A row of the list. */
export type ListedDelivery = ReturnType<typeof listedDelivery>;

function aboutOf({ orderId, marketplaceOrderId, productId, productName }: DeliveryRow): string | undefined {
  if (orderId) return `Order ${marketplaceOrderId ?? orderId}`;
  return productId ? (productName ?? `Product ${productId}`) : undefined;
}

const idOf = ({ param }: RequestContext) => param("id");

export async function loadDelivery(context: RequestContext) {
  const [delivery, timeZone] = await Promise.all([context.api(deliveries.get, { id: idOf(context) }), operatorZone()]);
  const { eventId, requestHeaders, requestBody, isRequestCut, answerBody, canEdit } = delivery;
  return {
    ...listedDelivery(delivery, timeZone),
    eventId,
    headers: requestHeaders.map(({ name, value }) => `${name}: ${value}`).join("\n"),
    body: isRequestCut ? requestBody : indented(requestBody),
    isRequestCut,
    answerBody,
    canEdit,
    commandId: newCommandId(),
  };
}

/** Data of the page of a delivery. */
export type DeliveryPage = Awaited<ReturnType<typeof loadDelivery>>;

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

const chosenMarketplace = ({ url }: RequestContext) => url.searchParams.get("marketplaceId") || undefined;

/** For the dialog that sends what failed: of the marketplace that the list is filtered by, or of all. */
export async function loadFailedDeliveries(context: RequestContext) {
  const marketplaceId = chosenMarketplace(context);
  const countOf = async (state: DeliveryState) =>
    (await context.api(deliveries.list, { state, marketplaceId, pageSize: 1 })).totalCount ?? 0;
  const [failing, givenUp, marketplaces] = await Promise.all([
    countOf("failing"),
    countOf("givenUp"),
    marketplaceId === undefined ? [] : marketplaceFilter(context),
  ]);
  return {
    count: failing + givenUp,
    marketplace: marketplaces.find(({ value }) => value === marketplaceId)?.label,
  };
}

const { sentAgain, failedSentAgain, notSentAgain } = deliveryMessages;

export const deliveryForms: Record<string, CommandForm> = {
  sendAgain: commandForm({
    operation: deliveries.sendAgain,
    input: (_, context) => ({ DeliveryId: idOf(context) }),
    saved: sentAgain,
    notSaved: notSentAgain,
    next: requestedPath,
  }),
};

export const failedDeliveriesForms: Record<string, CommandForm> = {
  sendFailed: commandForm({
    operation: deliveries.sendFailed,
    input: (_, context) => ({ MarketplaceId: chosenMarketplace(context) ?? noId }),
    saved: failedSentAgain,
    notSaved: notSentAgain,
    next: ({ url }) => `${paths.deliveries()}${url.search}`,
  }),
};
