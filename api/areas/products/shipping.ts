import { and, eq } from "drizzle-orm";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import { productVariants, shippingRules, suppliers } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, refuse } from "#api/core/refusals/refusal.ts";
import { ShippingMethod } from "#contract/enumerations.ts";
import { requiredMessage } from "#contract/fields.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { shippingMessages } from "#contract/products/commands.ts";
import { productShipping } from "#contract/products/edits.ts";
import { shippingFields } from "#contract/products/fields.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { areMeasured } from "#contract/rules/product-problems.ts";
import { editRules } from "./edit-rules.ts";
import { pick } from "./pick-fields.ts";
import { changeProduct, productToChange, type StoredProduct, type Work } from "./policy.ts";

type UpdateShippingMethod = Operations["products"]["updateShippingMethod"];
export type ShippingInput = Omit<InputOf<UpdateShippingMethod>, "Id" | "ProductId" | "Shown">;

export const updateShippingMethod: Handler<UpdateShippingMethod> = async (sent, context) => {
  const product = await productToChange(context, sent.ProductId);
  const input = edited(sent, productShipping(product), editRules(context));
  await saveShipping(context, product, input);
  return null;
};

/**
 * Stores how a product is shipped, and returns what is stored.
 * @throws Refusal 422 by the fields of the command, 409 for a referral product
 */
export async function saveShipping(work: Work, product: StoredProduct, input: ShippingInput): Promise<StoredShipping> {
  if (product.isReferralProduct)
    throw conflict("This is a referral product: the supplier ships it, so it has no shipping method here.");
  refuse(await reasonsAgainst(input, product, work.db));
  const values = shippingOf(input);
  await changeProduct(work, product, values);
  return { ...pick(product, shippingKeys), ...values };
}

export const shippingKeys = keysOf(shippingFields);
export type StoredShipping = Pick<StoredProduct, keyof typeof shippingFields>;

/** Clears what the shipping method does not use. */
function shippingOf(input: ShippingInput): Partial<StoredShipping> {
  const isFlat = input.ShippingMethod === ShippingMethod.flatRate;
  const isInternational = isFlat && input.AllowShippingInternationally;
  return {
    shippingMethod: input.ShippingMethod,
    domesticFlatRate: isFlat ? input.DomesticFlatRate : null,
    allowShippingInternationally: isInternational,
    internationalFlatRate: isInternational ? input.InternationalFlatRate : null,
    shippingRuleId: input.ShippingMethod === ShippingMethod.rule ? input.ShippingRuleId : null,
    shippingNotes: input.ShippingNotes,
    ...(input.HandlingDays !== undefined && { handlingDays: input.HandlingDays }),
  };
}

async function reasonsAgainst(input: ShippingInput, product: StoredProduct, db: Db) {
  switch (input.ShippingMethod) {
    case ShippingMethod.carrier:
      return { ShippingMethod: (await whyNoCarrier(db, product)) ?? (await whyNotPacked(db, product)) };
    case ShippingMethod.rule:
      return { ShippingRuleId: await whyNotByRule(db, product, input.ShippingRuleId) };
    default:
      return {
        DomesticFlatRate: input.DomesticFlatRate == null && shippingMessages.domesticRate,
        InternationalFlatRate:
          input.AllowShippingInternationally && input.InternationalFlatRate == null && requiredMessage,
      };
  }
}

async function whyNoCarrier(db: Db, { supplierId }: StoredProduct) {
  const [supplier] = await db
    .select({ key: suppliers.carrierKeySealed })
    .from(suppliers)
    .where(eq(suppliers.id, supplierId));
  return supplier?.key ? undefined : [shippingMessages.noCarrier, shippingMessages.notConnected];
}

async function whyNotPacked(db: Db, product: StoredProduct) {
  const sold = product.hasVariants
    ? await db.select().from(productVariants).where(eq(productVariants.productId, product.id))
    : [product];
  return areMeasured(sold) ? undefined : shippingMessages.dimensions;
}

/** Locks the rule, so that it cannot be deleted concurrently. */
async function whyNotByRule(db: Db, { supplierId }: StoredProduct, ruleId: number | null) {
  if (ruleId === null) return shippingMessages.rule;
  const [rule] = await db
    .select({ id: shippingRules.id })
    .from(shippingRules)
    .where(
      and(eq(shippingRules.id, ruleId), eq(shippingRules.supplierId, supplierId), eq(shippingRules.isDisabled, false)),
    )
    .for("share");
  return rule ? undefined : shippingMessages.rule;
}
