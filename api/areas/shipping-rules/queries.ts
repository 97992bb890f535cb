import { and, asc, eq } from "drizzle-orm";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { findState } from "#api/areas/shared/states.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { shippingRates, shippingRules, suppliers } from "#api/core/database/schema/index.ts";
import { byText, contains, emptyLast, pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { countryName } from "#contract/locations/countries.ts";
import type { Operations } from "#contract/operations.ts";
import type { ShippingRate } from "#contract/shipping-rules/schema.ts";

type ShippingRules = Operations["shippingRules"];

const columns = {
  id: shippingRules.id,
  name: shippingRules.name,
  supplierId: shippingRules.supplierId,
  supplierName: suppliers.name,
  sellAnywhereDomestically: shippingRules.sellAnywhereDomestically,
  sellAnywhereInternationally: shippingRules.sellAnywhereInternationally,
  defaultDomesticShippingRate: shippingRules.defaultDomesticRate,
  defaultInternationalShippingRate: shippingRules.defaultInternationalRate,
  isDisabled: shippingRules.isDisabled,
};

export const list: Handler<ShippingRules["list"]> = (input, { db, caller }) =>
  pageOf(
    db,
    {
      rows: db
        .select(columns)
        .from(shippingRules)
        .innerJoin(suppliers, eq(suppliers.id, shippingRules.supplierId))
        .$dynamic(),
      visible: visibleTo(caller, shippingRules.supplierId),
      filters: [
        contains(shippingRules.name, input.name),
        input.supplierId ? eq(shippingRules.supplierId, input.supplierId) : undefined,
      ],
      sort: {
        name: byText(shippingRules.name),
        id: shippingRules.id,
        supplierName: byText(suppliers.name),
        sellAnywhereDomestically: shippingRules.sellAnywhereDomestically,
        sellAnywhereInternationally: shippingRules.sellAnywhereInternationally,
        defaultDomesticShippingRate: emptyLast(shippingRules.defaultDomesticRate),
        defaultInternationalShippingRate: emptyLast(shippingRules.defaultInternationalRate),
      },
      uniqueKey: shippingRules.id,
    },
    input,
  );

export const get: Handler<ShippingRules["get"]> = async ({ id }, { db, caller }) => {
  const [rule] = await db
    .select(columns)
    .from(shippingRules)
    .innerJoin(suppliers, eq(suppliers.id, shippingRules.supplierId))
    .where(and(eq(shippingRules.id, id), visibleTo(caller, shippingRules.supplierId)));
  if (!rule) throw notFound("This shipping rule");
  const rates = await db
    .select()
    .from(shippingRates)
    .where(eq(shippingRates.shippingRuleId, id))
    .orderBy(asc(shippingRates.quantityFrom));
  return {
    ...rule,
    canEdit: mayManageProducts(caller, rule.supplierId),
    shippingRates: rates.map(asRate).sort(byPlace),
  };
};

function asRate({
  id,
  countryCode,
  state,
  quantityFrom,
  quantityTo,
  ratePerItem,
}: typeof shippingRates.$inferSelect): ShippingRate {
  return {
    id,
    countryCode,
    countryName: countryCode && (countryName(countryCode) ?? countryCode),
    stateId: countryCode && state ? (findState(countryCode, state)?.id ?? null) : null,
    stateShortName: state,
    quantityFrom,
    quantityTo,
    shippingRatePerItem: ratePerItem,
  };
}

/** Orders by country and state, with "any" last; the tiers of one place keep their order. */
function byPlace(a: ShippingRate, b: ShippingRate): number {
  const compare = (one: string | null | undefined, other: string | null | undefined) =>
    one && other ? one.localeCompare(other, "en-AU") : Number(!one) - Number(!other);
  return compare(a.countryName, b.countryName) || compare(a.stateShortName, b.stateShortName);
}
