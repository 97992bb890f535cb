import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { command, edit, query } from "#contract/operation.ts";
import { paged, paging, pickerPageSize } from "#contract/paging.ts";
import {
  addShippingRule,
  shippingRuleCommand,
  shippingRuleFilters,
  shippingRuleRow,
  shippingRuleSchema,
  shippingRuleSortFields,
  updateShippingRuleDetails,
  upsertShippingRuleRates,
} from "./schema.ts";

export const shippingRules = {
  list: query("shippingRules", {
    permission: "shippingRules.view",
    scope: "products",
    input: shippingRuleFilters.extend(paging(shippingRuleSortFields, { maxPageSize: pickerPageSize }).shape),
    output: paged(shippingRuleRow),
  }),
  get: query("shippingrules/{id}", {
    permission: "shippingRules.view",
    scope: "products",
    input: z.object({ id: recordId }),
    output: shippingRuleSchema,
  }),
  /** Returns the new rule's id. */
  add: command("shippingRules/AddShippingRule", {
    permission: "shippingRules.add",
    effect: "work",
    input: addShippingRule,
    output: z.number().int(),
  }),
  updateDetails: command("shippingRules/UpdateShippingRuleDetails", {
    permission: "canEdit",
    effect: "work",
    input: updateShippingRuleDetails.extend(edit),
  }),
  /** A rule that products use is refused with status 500 and the list of these products. */
  delete: command("shippingRules/DeleteShippingRule", {
    permission: "canEdit",
    effect: "work",
    canBeUndone: true,
    input: shippingRuleCommand,
  }),
  /** Replaces all rates of the rule. */
  upsertRates: command("shippingRules/UpsertShippingRuleRates", {
    permission: "canEdit",
    effect: "work",
    input: upsertShippingRuleRates.extend(edit),
  }),
};
