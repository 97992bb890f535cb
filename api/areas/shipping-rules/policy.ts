import { and, eq } from "drizzle-orm";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { shippingRules } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";

/**
 * Returns the rule for a command: only if its supplier is visible to the caller, locked, and after checking its flags.
 * @throws Refusal 404, 403, or 409 for a disabled rule
 */
export async function ruleToChange(context: Context, id: number) {
  const [rule] = await context.db
    .select()
    .from(shippingRules)
    .where(and(eq(shippingRules.id, id), visibleTo(context.caller, shippingRules.supplierId)))
    .for("update");
  if (!rule) throw notFound("This shipping rule");
  context.authorise({ canEdit: mayManageProducts(context.caller, rule.supplierId) });
  if (rule.isDisabled) throw conflict("This shipping rule is disabled, so it cannot be changed.");
  return rule;
}
