import { type NamedRule, orderedRules, typeLines } from "#api/areas/shared/commission.ts";
import type { Db } from "#api/core/database/connection.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { CommissionRule } from "#contract/commission-rules/schema.ts";
import type { Operations } from "#contract/operations.ts";
import { covers } from "#contract/rules/commission.ts";

type CommissionRules = Operations["commissionRules"];

export const list: Handler<CommissionRules["list"]> = (_, { db }) => shownRules(db);

export const get: Handler<CommissionRules["get"]> = async ({ id }, { db }) => {
  const rule = (await shownRules(db)).find((each) => each.id === id);
  if (!rule) throw notFound("This commission rule");
  return rule;
};

async function shownRules(db: Db): Promise<CommissionRule[]> {
  const rules = await orderedRules(db);
  const typesOf = await typeLines(db);
  return rules.map((rule, i) => ({ ...rule, position: i + 1, coveredBy: coverOf(rules.slice(0, i), rule, typesOf) }));
}

function coverOf(
  earlier: readonly NamedRule[],
  rule: NamedRule,
  typesOf: (id: number) => readonly number[],
): CommissionRule["coveredBy"] {
  const cover = earlier.find((each) => covers(each, rule, typesOf));
  return cover ? { id: cover.id, name: cover.name } : null;
}
