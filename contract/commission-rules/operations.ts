import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { command, edit, query } from "#contract/operation.ts";
import {
  addCommissionRule,
  commissionRule,
  commissionRuleCommand,
  commissionTrial,
  lineCommission,
  reorderCommissionRules,
  tryCommissionRule,
  updateCommissionRule,
} from "./schema.ts";

const view = { permission: "commissionRules.view", feature: "commissionRules" } as const;
const change = { permission: "commissionRules.edit", feature: "commissionRules", effect: "work" } as const;

/** Not part of other APIs. */
export const commissionRules = {
  list: query("commissionrules", {
    description: "Returns all commission rules in their order: the first one that fits a sale decides its commission.",
    ...view,
    input: z.object({}),
    output: z.array(commissionRule),
  }),
  get: query("commissionrules/{id}", {
    description: "Returns a commission rule.",
    ...view,
    input: z.object({ id: recordId }),
    output: commissionRule,
  }),
  add: command("commissionrules/AddCommissionRule", {
    description: "Adds a commission rule after all others. Returns its id.",
    ...change,
    input: addCommissionRule,
    output: z.number().int(),
  }),
  update: command("commissionrules/UpdateCommissionRule", {
    description: "Changes a commission rule, for sales from now on.",
    ...change,
    input: updateCommissionRule.extend(edit),
  }),
  delete: command("commissionrules/DeleteCommissionRule", {
    description: "Deletes a commission rule. Sales that it has decided stay as they are.",
    ...change,
    input: commissionRuleCommand,
  }),
  reorder: command("commissionrules/ReOrderCommissionRules", {
    description: "Puts the commission rules in another order.",
    ...change,
    input: reorderCommissionRules,
  }),
  why: query("commissionrules/lines/{lineItemId}", {
    description: "Explains the commission of a line item: which rule decided it, and why those before it did not.",
    ...view,
    input: z.object({ lineItemId: recordId }),
    output: lineCommission,
  }),
  try: query("commissionrules/TryCommissionRule", {
    description: "Works out the commission on last month's sales with this rule, beside what it was. Changes nothing.",
    method: "POST",
    permission: "commissionRules.edit",
    feature: "commissionRules",
    input: tryCommissionRule,
    output: commissionTrial,
  }),
};
