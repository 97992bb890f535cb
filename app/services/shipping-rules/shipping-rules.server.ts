/** Loaders and forms of the shipping rule screens. */

import type { z } from "zod";
import { wayBack, withWayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { afterPress } from "#app/lib/rates/rate-rows.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { priceConflict } from "#app/services/forms/edit-conflicts.server.ts";
import { recordPicker, supplierFilter } from "#app/services/forms/pickers.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { type RequestContext, readView } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { locations } from "#contract/locations/operations.ts";
import { countriesWithStates, defaultCountry, type State } from "#contract/locations/schema.ts";
import { can } from "#contract/permissions.ts";
import { products } from "#contract/products/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { exclusive, inclusive, parseAmount } from "#contract/rules/money.ts";
import { ruleDetails, ruleRates } from "#contract/shipping-rules/edits.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";
import { shippingRatesForm } from "#contract/shipping-rules/rates-form.ts";
import {
  addShippingRule,
  ratesInUse,
  shippingRuleDetailsForm,
  shippingRuleMessages,
} from "#contract/shipping-rules/schema.ts";
import { loadWhy } from "./rate-check.server.ts";

/** Loads a page of the list, with rates inc GST. */
export async function loadRules(context: RequestContext) {
  const list = await loadList(context, shippingRules.list, {
    views: "shippingRules",
    buttons: { canAdd: shippingRules.add },
    options: { supplierId: () => supplierFilter(context, paths.shippingRules()) },
  });
  if (list.data.rows.length === 0) return list;
  const { gstRate } = await configuration();
  list.data.rows = list.data.rows.map((row) => ({
    ...row,
    defaultDomesticShippingRate: inclusive(row.defaultDomesticShippingRate, gstRate),
    defaultInternationalShippingRate: inclusive(row.defaultInternationalShippingRate, gstRate),
  }));
  return list;
}

/** For the dialog of a new rule: the suppliers that the user may add rules to. */
export async function loadNewRule(context: RequestContext) {
  return { suppliers: await recordPicker(context, "managedSuppliers"), commandId: newCommandId() };
}

const cards = ["details", "rates"] as const;

export async function loadRule(context: RequestContext) {
  const [rule, { gstRate }] = await Promise.all([
    context.api(shippingRules.get, { id: ruleId(context) }),
    configuration(),
  ]);
  const canChange = can(rule, shippingRules.updateDetails) && !rule.isDisabled;
  const editing = cards.find((card) => card === context.url.searchParams.get("edit") && canChange);
  return {
    rule,
    gstRate,
    canChange,
    editing,
    commandId: newCommandId(),
    shown: editing && shownText(editing === "rates" ? ruleRates(rule.shippingRates) : ruleDetails(rule)),
    places: editing === "rates" ? await everyPlace(context) : undefined,
    why: editing ? undefined : await loadWhy(context, rule, gstRate),
    usedBy: editing ? undefined : await loadUses(context, rule.id),
  };
}

/** Returns the first products with this rule, by name, and their number; nothing for users who may not see products. */
async function loadUses(context: RequestContext, shippingRuleId: number) {
  if (!can(await permissionsOf(context), products.list)) return undefined;
  const { items, totalCount } = await context.api(products.list, { shippingRuleId, pageSize: 10 });
  return { items: items.map(({ id, name }) => ({ id, name })), totalCount: totalCount ?? items.length };
}

/** Data of the shipping rule page. */
export type RulePage = Awaited<ReturnType<typeof loadRule>>;

/** For the confirmation before a rule is deleted. */
export async function loadRuleToDelete(context: RequestContext) {
  const page = await loadRule(context);
  if (!page.canChange) throw missing();
  return page;
}

/** Returns the countries and all states, which the editor needs for its options and for validating tiers. */
async function everyPlace(context: RequestContext) {
  const [countries, ...lists] = await Promise.all([
    context.api(locations.countries, {}),
    ...countriesWithStates.map((countryCode) => context.api(locations.states, { countryCode })),
  ]);
  const states = Object.fromEntries(countriesWithStates.map((code, i): [string, State[]] => [code, lists[i] ?? []]));
  return { countries, states, countryCode: defaultCountry };
}

function ruleId({ param }: RequestContext): string {
  return param("id");
}

const texts = { saved: shippingRuleMessages.saved, notSaved: shippingRuleMessages.notSaved };

export const addForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: shippingRules.add,
    schema: addShippingRule,
    input: (values) => values,
    ...texts,
    next: (context, id) => withWayBack(paths.shippingRule(id), context.url.search),
  }),
};

/** Converts inc GST input to ex GST; omits rates whose option is off. */
async function detailsInput(values: z.output<typeof shippingRuleDetailsForm>, context: RequestContext) {
  const { gstRate } = await configuration();
  const used = ratesInUse(values);
  const kept = (field: (typeof used)[number]) =>
    used.includes(field) ? exclusive(parseAmount(values[field]), gstRate) : null;
  return {
    ...values,
    ShippingRuleId: ruleId(context),
    DefaultDomesticShippingRate: kept("DefaultDomesticShippingRate"),
    DefaultInternationalShippingRate: kept("DefaultInternationalShippingRate"),
  };
}

const conflictFields = { DefaultDomesticShippingRate: priceConflict, DefaultInternationalShippingRate: priceConflict };

export const ruleForms: Record<string, CommandForm> = {
  details: commandForm({
    operation: shippingRules.updateDetails,
    schema: shippingRuleDetailsForm,
    input: detailsInput,
    conflictFields,
    ...texts,
    next: readView,
  }),
  rates: commandForm({
    operation: shippingRules.upsertRates,
    schema: shippingRatesForm,
    input: ({ ShippingRates }, context) => ({ ShippingRuleId: ruleId(context), ShippingRates }),
    refresh: afterPress,
    ...texts,
    next: readView,
  }),
};

export const deleteForms: Record<string, CommandForm> = {
  delete: commandForm({
    operation: shippingRules.delete,
    input: (_, context) => ({ ShippingRuleId: ruleId(context) }),
    saved: shippingRuleMessages.deleted,
    notSaved: shippingRuleMessages.notDeleted,
    next: (context) => wayBack(paths.shippingRules(), context.url.search),
  }),
};
