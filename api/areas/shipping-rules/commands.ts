import { and, asc, eq } from "drizzle-orm";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { sameCents } from "#api/areas/shared/same-cents.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { edited } from "#api/core/commands/edits.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { products, shippingRules, suppliers } from "#api/core/database/schema/index.ts";
import { byText } from "#api/core/lists/page-of.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { forbidden, InUse, invalid, notFound } from "#api/core/refusals/refusal.ts";
import { requiredMessage } from "#contract/fields.ts";
import type { Operations } from "#contract/operations.ts";
import { ruleDetails } from "#contract/shipping-rules/edits.ts";
import { ratesInUse } from "#contract/shipping-rules/schema.ts";
import { ruleToChange } from "./policy.ts";

type ShippingRules = Operations["shippingRules"];

/** A new rule ships within Australia, at a rate that has yet to be entered. */
export const add: Handler<ShippingRules["add"]> = async (input, context) => {
  const { db, caller } = context;
  const [supplier] = await db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(eq(suppliers.id, input.SupplierId), visibleTo(caller, suppliers.id)));
  if (!supplier) throw notFound("This supplier");
  if (!mayManageProducts(caller, supplier.id)) throw forbidden();
  return db
    .insert(shippingRules)
    .values({ name: input.Name, supplierId: supplier.id })
    .returning({ id: shippingRules.id })
    .then(insertedId);
};

export const updateDetails: Handler<ShippingRules["updateDetails"]> = async (sent, context) => {
  const rule = await ruleToChange(context, sent.ShippingRuleId);
  const rates = {
    defaultDomesticShippingRate: rule.defaultDomesticRate,
    defaultInternationalShippingRate: rule.defaultInternationalRate,
  };
  const input = edited(sent, ruleDetails({ ...rule, ...rates }), {
    amounts: ["DefaultDomesticShippingRate", "DefaultInternationalShippingRate"],
    isSameAmount: sameCents(context.config.gstRate),
  });
  const used = ratesInUse(input);
  const missing = used.filter((field) => input[field] == null);
  if (missing.length > 0) throw invalid(Object.fromEntries(missing.map((field) => [field, [requiredMessage]])));
  const rate = (field: (typeof used)[number]) => (used.includes(field) ? input[field] : null);
  await context.db
    .update(shippingRules)
    .set({
      name: input.Name,
      sellAnywhereDomestically: input.SellAnywhereDomestically,
      defaultDomesticRate: rate("DefaultDomesticShippingRate"),
      sellAnywhereInternationally: input.SellAnywhereInternationally,
      defaultInternationalRate: rate("DefaultInternationalShippingRate"),
    })
    .where(eq(shippingRules.id, rule.id));
  return null;
};

const deleteRule: Handler<ShippingRules["delete"]> = async (input, context) => {
  const rule = await ruleToChange(context, input.ShippingRuleId);
  const users = await productsUsing(context, rule.id);
  if (users) throw new InUse(users);
  await context.db.delete(shippingRules).where(eq(shippingRules.id, rule.id));
  return null;
};

export { deleteRule as delete };

/** Returns the names of visible products that use the rule; undefined if no product uses it. */
async function productsUsing({ db, caller }: Context, ruleId: number) {
  const uses = eq(products.shippingRuleId, ruleId);
  if ((await db.$count(products, uses)) === 0) return undefined;
  return db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(and(uses, visibleTo(caller, products.supplierId)))
    .orderBy(asc(byText(products.name)), asc(products.id));
}
