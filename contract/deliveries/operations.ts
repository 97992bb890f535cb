import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { command, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { deliveryFilters, deliveryRow, deliverySchema, deliverySortFields, sendAgain, sendFailed } from "./schema.ts";

const view = { permission: "deliveries.view", feature: "deliveries" } as const;
const forEditors = { permission: "deliveries.edit", feature: "deliveries" } as const;

/** What was sent to the webhooks of marketplaces. Not part of other APIs. */
export const deliveries = {
  list: query("deliveries", {
    ...view,
    input: deliveryFilters.extend(paging(deliverySortFields, { direction: "Descending" }).shape),
    output: paged(deliveryRow),
  }),
  get: query("deliveries/{id}", { ...view, input: z.object({ id: recordId }), output: deliverySchema }),
  /** Sends it at once, also if it was sent or given up. */
  sendAgain: command("deliveries/SendAgain", { ...forEditors, effect: "message", input: sendAgain }),
  /** Sends at once whatever is failing or was given up. Returns the number of these. */
  sendFailed: command("deliveries/SendFailed", {
    ...forEditors,
    effect: "message",
    input: sendFailed,
    output: z.number().int(),
  }),
};
