/** Last month's sales with other commission rules. Nothing is changed. */
import { and, asc, eq, gt, gte, isNull, lte, sql } from "drizzle-orm";
import { type NamedRule, orderedRules, typeLines } from "#api/areas/shared/commission.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  orderLineItems,
  orders,
  orderTransactions,
  products,
  supplierMarketplaces,
  suppliers,
} from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { type CommissionTrial, type RuleInput, rowOfInput } from "#contract/commission-rules/schema.ts";
import { TransactionType } from "#contract/enumerations.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { commissionBy, unmet } from "#contract/rules/commission.ts";
import { dayOf, dayRanges, endOfDay, startOfDay } from "#contract/rules/dates.ts";
import { add } from "#contract/rules/money.ts";
import { commissionOn, incTax } from "#contract/rules/order-line.ts";
import { marketplaceDefaults } from "#contract/suppliers/schema.ts";
import { assertRule } from "./commands.ts";

type Trial = Operations["commissionRules"]["try"];

export const tryRule: Handler<Trial> = async (input, context) => {
  const { db, now, config } = context;
  await assertRule(db, input);
  const rules = await rulesWith(db, input);
  const month = dayRanges(dayOf(now.toISOString(), config.timeZone)).find(({ label }) => label === "Last month");
  if (!month) throw new Error("There is no last month.");
  const totals = new Map<number, Totals>();
  const typesOf = await typeLines(db);
  for await (const line of soldLines(db, month, config.timeZone))
    count(totals, line, { before: chargedOn(line, config), after: wouldBe(rules, line, typesOf, config) });
  return { fromDay: month.from, untilDay: month.to, suppliers: await named(db, totals) };
};

type Totals = Omit<CommissionTrial["suppliers"][number], "supplierId" | "supplierName">;

/** The rules in the state to try: with the given one in its place, or after all others. */
async function rulesWith(db: Db, input: InputOf<Trial>): Promise<NamedRule[]> {
  const rules = await orderedRules(db);
  const names = { name: input.Name, marketplaceName: null, supplierName: null, productTypePath: null };
  const tried: NamedRule = {
    id: input.CommissionRuleId ?? 0,
    position: 0,
    ...names,
    ...rowOfInput(input as RuleInput),
  };
  if (input.CommissionRuleId === null) return [...rules, tried];
  if (!rules.some(({ id }) => id === input.CommissionRuleId)) throw notFound("This commission rule");
  return rules.map((rule) => (rule.id === input.CommissionRuleId ? tried : rule));
}

const batchSize = 5_000;

/** The line items that were ordered in the period from suppliers, as they were sold. */
async function* soldLines(db: Db, { from, to }: { from: string; to: string }, timeZone: string) {
  let last = 0;
  for (;;) {
    const rows = await soldAfter(db, last, {
      from: new Date(startOfDay(from, timeZone)),
      to: new Date(endOfDay(to, timeZone)),
    });
    yield* rows;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < batchSize) return;
  }
}

const soldAfter = (db: Db, last: number, period: { from: Date; to: Date }) =>
  db
    .select({
      id: orderLineItems.id,
      supplierId: sql<number>`${orders.supplierId}`,
      marketplaceId: orders.marketplaceId,
      orderedAt: orders.orderedAt,
      productTypeId: products.productTypeId,
      exTax: orderLineItems.purchasePriceExTax,
      tax: orderLineItems.purchasePriceTax,
      commissionRate: orderLineItems.commissionRate,
      commissionBasis: orderLineItems.commissionBasis,
      agreedRate: supplierMarketplaces.commissionRate,
      quantity: orderTransactions.quantity,
      goods: sql<number>`${orderTransactions.purchaseExTax} + ${orderTransactions.purchaseTax}`.mapWith(Number),
      shipping: sql<number>`${orderTransactions.shippingExTax} + ${orderTransactions.shippingTax}`.mapWith(Number),
    })
    .from(orderLineItems)
    .innerJoin(orders, eq(orders.id, orderLineItems.orderId))
    .innerJoin(
      orderTransactions,
      and(eq(orderTransactions.lineItemId, orderLineItems.id), eq(orderTransactions.type, TransactionType.purchase)),
    )
    .leftJoin(products, eq(products.id, orderLineItems.productId))
    .leftJoin(
      supplierMarketplaces,
      and(
        eq(supplierMarketplaces.supplierId, orders.supplierId),
        eq(supplierMarketplaces.marketplaceId, orders.marketplaceId),
      ),
    )
    .where(
      and(
        gt(orderLineItems.id, last),
        isNull(orderLineItems.deletedAt),
        sql`${orders.supplierId} is not null`,
        gte(orders.orderedAt, period.from),
        lte(orders.orderedAt, period.to),
      ),
    )
    .orderBy(asc(orderLineItems.id))
    .limit(batchSize);

type Line = Awaited<ReturnType<typeof soldAfter>>[number];
type Rates = Pick<Context["config"], "gstRate" | "timeZone">;

/** The commission as it was decided, in dollars inc GST. */
const chargedOn = ({ commissionBasis, goods, commissionRate }: Line, { gstRate }: Rates): number =>
  commissionBasis?.rule?.charged ?? incTax(commissionOn(goods, commissionRate, gstRate));

function wouldBe(
  rules: readonly NamedRule[],
  line: Line,
  typesOf: (id: number) => readonly number[],
  config: Rates,
): number {
  // A rate that somebody has entered is not that of a rule.
  if (line.commissionBasis?.source === "entered") return chargedOn(line, config);
  const sale = {
    ...line,
    productTypeIds: line.productTypeId === null ? [] : typesOf(line.productTypeId),
    price: add(line.exTax, line.tax),
    day: dayOf(line.orderedAt.toISOString(), config.timeZone),
  };
  const rule = rules.find((each) => !unmet(each, sale));
  if (rule) return incTax(commissionBy(rule, line, config.gstRate));
  // Without a rule then as now, the rate that was agreed at the time of the sale.
  if (line.commissionBasis?.source !== "rule") return chargedOn(line, config);
  return incTax(commissionOn(line.goods, line.agreedRate ?? marketplaceDefaults.commissionRate, config.gstRate));
}

function count(
  totals: Map<number, Totals>,
  { supplierId }: Line,
  { before, after }: { before: number; after: number },
) {
  const so = totals.get(supplierId) ?? { lines: 0, changed: 0, before: 0, after: 0 };
  totals.set(supplierId, {
    lines: so.lines + 1,
    changed: so.changed + (before === after ? 0 : 1),
    before: add(so.before, before),
    after: add(so.after, after),
  });
}

async function named(db: Db, totals: ReadonlyMap<number, Totals>): Promise<CommissionTrial["suppliers"]> {
  const rows = await db.select({ supplierId: suppliers.id, supplierName: suppliers.name }).from(suppliers);
  return rows
    .flatMap((row) => {
      const total = totals.get(row.supplierId);
      return total ? [{ ...row, ...total }] : [];
    })
    .sort((a, b) => a.supplierName.localeCompare(b.supplierName, "en-AU"));
}
