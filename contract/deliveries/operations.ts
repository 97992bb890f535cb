import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { command, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { deliveryFilters, deliveryRow, deliverySchema, deliverySortFields, sendAgain, sendFailed } from "./schema.ts";

const view = { permission: "deliveries.view", feature: "deliveries" } as const;
const forEditors = { permission: "deliveries.edit", feature: "deliveries" } as const;

/** Deliveries to the webhooks of marketplaces. Not part of other APIs. */
export const deliveries = {
  list: query("deliveries", {
    description: "Lists what was sent to the webhooks and shops of marketplaces, a page at a time.",
    ...view,
    input: deliveryFilters.extend(paging(deliverySortFields, { direction: "Descending" }).shape),
    output: paged(deliveryRow),
  }),
  get: query("deliveries/{id}", {
    description: "Returns a delivery with what was sent and answered.",
    ...view,
    input: z.object({ id: recordId }),
    output: deliverySchema,
  }),
  sendAgain: command("deliveries/SendAgain", {
    description: "Sends a delivery at once, also if it was sent or given up.",
    ...forEditors,
    effect: "message",
    input: sendAgain,
  }),
  sendFailed: command("deliveries/SendFailed", {
    description: "Sends at once whatever is failing or was given up. Returns the number of these.",
    ...forEditors,
    effect: "message",
    input: sendFailed,
    output: z.number().int(),
  }),
};
