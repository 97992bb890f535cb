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
    description: "Lists shipping rules, a page at a time.",
    permission: "shippingRules.view",
    scope: "products",
    input: shippingRuleFilters.extend(paging(shippingRuleSortFields, { maxPageSize: pickerPageSize }).shape),
    output: paged(shippingRuleRow),
  }),
  get: query("shippingrules/{id}", {
    description: "Returns a shipping rule with its rates.",
    permission: "shippingRules.view",
    scope: "products",
    input: z.object({ id: recordId }),
    output: shippingRuleSchema,
  }),
  add: command("shippingRules/AddShippingRule", {
    description: "Adds a shipping rule to a supplier. Returns its id.",
    permission: "shippingRules.add",
    effect: "work",
    input: addShippingRule,
    output: z.number().int(),
  }),
  updateDetails: command("shippingRules/UpdateShippingRuleDetails", {
    description: "Changes the name, the reach and the default rates of a shipping rule.",
    permission: "canEdit",
    effect: "work",
    input: updateShippingRuleDetails.extend(edit),
  }),
  delete: command("shippingRules/DeleteShippingRule", {
    description: "Deletes a shipping rule.",
    usedBy: "products",
    permission: "canEdit",
    effect: "work",
    canBeUndone: true,
    input: shippingRuleCommand,
  }),
  upsertRates: command("shippingRules/UpsertShippingRuleRates", {
    description: "Replaces all rates of a shipping rule.",
    permission: "canEdit",
    effect: "work",
    input: upsertShippingRuleRates.extend(edit),
  }),
};
