/** Loaders and forms of the commission rule screens. */

import { z } from "zod";
import type { FormValues } from "#app/lib/form-answer.ts";
import { moved } from "#app/lib/order.ts";
import { paths } from "#app/lib/paths.ts";
import { shownName } from "#app/lib/record-choice.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { ConflictField, ConflictFields } from "#app/services/forms/edit-conflicts.server.ts";
import { marketplaceOptions, productTypeFilter, recordPicker } from "#app/services/forms/pickers.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { commissionRuleDetails } from "#contract/commission-rules/edits.ts";
import { commissionRules } from "#contract/commission-rules/operations.ts";
import {
  type CommissionRule,
  type CommissionTrial,
  commissionRuleForm,
  commissionRuleMessages,
} from "#contract/commission-rules/schema.ts";
import { can } from "#contract/permissions.ts";
import { conditionTexts, termsText } from "#contract/rules/commission.ts";
import { formatPlainDay } from "#contract/rules/dates.ts";
import { shownText } from "#contract/rules/edits.ts";
import { add } from "#contract/rules/money.ts";
import { formatPercent } from "#contract/rules/percent.ts";

export async function loadRules(context: RequestContext) {
  const [rules, permissions] = await Promise.all([context.api(commissionRules.list, {}), permissionsOf(context)]);
  return {
    rules: rules.map((rule) => ({
      id: rule.id,
      name: rule.name,
      conditions: Object.values(conditionTexts(rule)),
      terms: termsText(rule),
      coveredBy: rule.coveredBy,
    })),
    canEdit: can(permissions, commissionRules.update),
    commandId: newCommandId(),
  };
}

/** Data of the list of commission rules. */
export type RulesPage = Awaited<ReturnType<typeof loadRules>>;

/** Options of the form, with an empty first one. */
async function choices(context: RequestContext) {
  const any = (label: string) => ({ value: "", label });
  const [marketplaces, productTypes, suppliers, timeZone] = await Promise.all([
    marketplaceOptions(context),
    productTypeFilter(context),
    recordPicker(context, "suppliers"),
    operatorZone(),
  ]);
  return {
    marketplaces: [any("All marketplaces"), ...marketplaces],
    productTypes: [any("All products"), ...productTypes],
    suppliers,
    timeZone,
  };
}

const newRule: FormValues = {
  ...{ Name: "", MarketplaceId: "", SupplierId: "", ProductTypeId: "", PriceFrom: "", PriceTo: "" },
  ...{ FromDay: "", UntilDay: "", Rate: "", FixedAmount: "", FixedPer: "line", Minimum: "", Maximum: "" },
  OnShipping: "false",
};

function valuesOf(rule: CommissionRule): FormValues {
  const id = (value: number | null) => (value === null ? "" : String(value));
  const amount = (value: number | null) => (value === null ? "" : value.toFixed(2));
  return {
    Name: rule.name,
    MarketplaceId: id(rule.marketplaceId),
    SupplierId: id(rule.supplierId),
    [shownName("SupplierId")]: rule.supplierName ?? "",
    ProductTypeId: id(rule.productTypeId),
    PriceFrom: amount(rule.priceFrom),
    PriceTo: amount(rule.priceTo),
    FromDay: rule.fromDay ?? "",
    UntilDay: rule.untilDay ?? "",
    Rate: formatPercent(rule.rate).replace("%", ""),
    FixedAmount: rule.fixedAmount === 0 ? "" : amount(rule.fixedAmount),
    FixedPer: rule.fixedPer,
    Minimum: amount(rule.minimum),
    Maximum: amount(rule.maximum),
    OnShipping: String(rule.onShipping),
  };
}

export async function loadNewRule(context: RequestContext) {
  return { values: newRule, shown: undefined, choices: await choices(context), commandId: newCommandId() };
}

export async function loadRule(context: RequestContext) {
  const [rule, permissions] = await Promise.all([
    context.api(commissionRules.get, { id: context.param("id") }),
    permissionsOf(context),
  ]);
  const canEdit = can(permissions, commissionRules.update);
  return {
    rule: { id: rule.id, name: rule.name, position: rule.position, coveredBy: rule.coveredBy },
    conditions: Object.values(conditionTexts(rule)),
    terms: termsText(rule),
    canEdit,
    form: canEdit
      ? {
          values: valuesOf(rule),
          shown: shownText(commissionRuleDetails(rule)),
          choices: await choices(context),
          commandId: newCommandId(),
        }
      : undefined,
  };
}

/** Data of the page of a commission rule. */
export type RulePage = Awaited<ReturnType<typeof loadRule>>;
/** What the form of a rule needs. */
export type RuleForm = Omit<Awaited<ReturnType<typeof loadNewRule>>, "shown"> & { shown: string | undefined };

type Typed = z.output<typeof commissionRuleForm>;
const texts = { saved: commissionRuleMessages.saved, notSaved: commissionRuleMessages.notSaved };
const toList = () => paths.commissionRules();

/** The outcome of a trial, as the form shows it. */
export interface ShownTrial {
  period: string;
  suppliers: CommissionTrial["suppliers"];
  total: Omit<CommissionTrial["suppliers"][number], "supplierId" | "supplierName">;
}

async function tried(context: RequestContext, values: Typed, CommissionRuleId: string | null): Promise<ShownTrial> {
  const { fromDay, untilDay, suppliers } = await context.api(commissionRules.try, { ...values, CommissionRuleId });
  return {
    period: `${formatPlainDay(fromDay)} to ${formatPlainDay(untilDay)}`,
    suppliers,
    total: {
      lines: add(...suppliers.map(({ lines }) => lines)),
      changed: add(...suppliers.map(({ changed }) => changed)),
      before: add(...suppliers.map(({ before }) => before)),
      after: add(...suppliers.map(({ after }) => after)),
    },
  };
}

export const newRuleForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: commissionRules.add,
    schema: commissionRuleForm,
    input: (values) => values,
    preview: (values, context) => tried(context, values, null),
    ...texts,
    next: toList,
  }),
};

const chosenName = (of: "marketplaces" | "productTypes", none: string): ConflictField => ({
  display: async (id, context) =>
    (await choices(context))[of].find(({ value }) => value === String(id ?? ""))?.label ?? none,
});
const conflictFields: ConflictFields = {
  MarketplaceId: chosenName("marketplaces", "another marketplace"),
  ProductTypeId: chosenName("productTypes", "another product type"),
  SupplierId: { display: (id) => (id === null ? "none" : `supplier no. ${id}`) },
  Rate: { display: (rate) => formatPercent(Number(rate)) },
};

export const ruleForms: Record<string, CommandForm> = {
  update: commandForm({
    operation: commissionRules.update,
    schema: commissionRuleForm,
    input: (values, context) => ({ ...values, CommissionRuleId: context.param("id") }),
    preview: (values, context) => tried(context, values, context.param("id")),
    conflictFields,
    ...texts,
    next: toList,
  }),
};

export const listForms: Record<string, CommandForm> = {
  reorder: commandForm({
    operation: commissionRules.reorder,
    // The order on the page and the pressed move button; drag and drop sends the new order directly.
    schema: z.object({ CommissionRuleIds: z.array(z.coerce.number()).default([]), Move: z.string().default("") }),
    input: ({ CommissionRuleIds, Move }) => ({ CommissionRuleIds: moved(CommissionRuleIds, Move) }),
    ...texts,
    saved: commissionRuleMessages.reordered,
    next: toList,
  }),
};

export const deleteForms: Record<string, CommandForm> = {
  delete: commandForm({
    operation: commissionRules.delete,
    input: (_, context) => ({ CommissionRuleId: context.param("id") }),
    saved: commissionRuleMessages.deleted,
    notSaved: commissionRuleMessages.notSaved,
    next: toList,
  }),
};
