import { asc, eq, sql } from "drizzle-orm";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { commissionRules, marketplaces, productTypes, suppliers } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, notFound, refuse } from "#api/core/refusals/refusal.ts";
import { commissionRuleDetails } from "#contract/commission-rules/edits.ts";
import { maxCommissionRules, type RuleInput, rowOfInput, ruleProblems } from "#contract/commission-rules/schema.ts";
import type { Operations } from "#contract/operations.ts";

type CommissionRules = Operations["commissionRules"];
type Rule = typeof commissionRules.$inferSelect;

/** Serialises changes of the order. */
async function lockRules(db: Db) {
  await db.execute(sql`lock table ${commissionRules} in share row exclusive mode`);
  return db.select().from(commissionRules).orderBy(asc(commissionRules.position), asc(commissionRules.id));
}

/** @throws Refusal 422 */
export async function assertRule(db: Db, rule: RuleInput): Promise<void> {
  const chosen = "Please choose one from the list.";
  const isThere = async (table: typeof marketplaces | typeof suppliers | typeof productTypes, id: number | null) =>
    id === null || (await db.$count(table, eq(table.id, id))) > 0;
  refuse({
    ...ruleProblems(rule),
    MarketplaceId: !(await isThere(marketplaces, rule.MarketplaceId)) && chosen,
    SupplierId: !(await isThere(suppliers, rule.SupplierId)) && chosen,
    ProductTypeId: !(await isThere(productTypes, rule.ProductTypeId)) && chosen,
  });
}

/** What suppliers have not agreed to yet states whether there are rules. In the background, as for other clauses. */
async function renewOffers({ db, jobs }: Pick<Context, "db" | "jobs">, rules: Pick<Rule, "marketplaceId">[]) {
  const isOfAll = rules.some(({ marketplaceId }) => marketplaceId === null);
  const ids = isOfAll
    ? (await db.select({ id: marketplaces.id }).from(marketplaces)).map(({ id }) => id)
    : rules.flatMap(({ marketplaceId }) => marketplaceId ?? []);
  for (const marketplaceId of new Set(ids)) await jobs.enqueue(db, "offers", { marketplaceId });
}

export const add: Handler<CommissionRules["add"]> = async (input, context) => {
  const { db } = context;
  await assertRule(db, input);
  const rules = await lockRules(db);
  if (rules.length >= maxCommissionRules)
    throw conflict(`There are ${maxCommissionRules} commission rules, which is the most. Please delete one first.`);
  await renewOffers(context, [{ marketplaceId: input.MarketplaceId }]);
  return db
    .insert(commissionRules)
    .values({ name: input.Name, position: (rules.at(-1)?.position ?? 0) + 1, ...rowOfInput(input) })
    .returning({ id: commissionRules.id })
    .then(insertedId);
};

export const update: Handler<CommissionRules["update"]> = async (sent, context) => {
  const { db } = context;
  const [rule] = await db
    .select()
    .from(commissionRules)
    .where(eq(commissionRules.id, sent.CommissionRuleId))
    .for("update");
  if (!rule) throw notFound("This commission rule");
  const input = edited(sent, commissionRuleDetails(rule));
  await assertRule(db, input);
  await db
    .update(commissionRules)
    .set({ name: input.Name, ...rowOfInput(input) })
    .where(eq(commissionRules.id, rule.id));
  await renewOffers(context, [rule, { marketplaceId: input.MarketplaceId }]);
  return null;
};

const deleteRule: Handler<CommissionRules["delete"]> = async (input, context) => {
  const [gone] = await context.db
    .delete(commissionRules)
    .where(eq(commissionRules.id, input.CommissionRuleId))
    .returning();
  if (!gone) throw notFound("This commission rule");
  await renewOffers(context, [gone]);
  return null;
};

export { deleteRule as delete };

export const reorder: Handler<CommissionRules["reorder"]> = async ({ CommissionRuleIds: wanted }, { db }) => {
  const rules = await lockRules(db);
  const isComplete = new Set(wanted).size === rules.length && rules.every(({ id }) => wanted.includes(id));
  if (!isComplete || wanted.length !== rules.length)
    throw conflict("The commission rules have changed in the meantime. Please check them and order them again.");
  for (const [i, id] of wanted.entries()) {
    if (rules[i]?.id === id && rules[i]?.position === i + 1) continue;
    await db
      .update(commissionRules)
      .set({ position: i + 1 })
      .where(eq(commissionRules.id, id));
  }
  return null;
};
