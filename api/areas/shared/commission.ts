/** The commission on sales: by the first rule that fits, otherwise at the rate of the supplier's agreement. */
import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import {
  commissionRules,
  marketplaces,
  products,
  productTypes,
  supplierMarketplaces,
  suppliers,
} from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { type CommissionBasis, commissionBy, type Sale, unmet, whyNot } from "#contract/rules/commission.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { type Entry, incTax, type Pair, purchaseOf } from "#contract/rules/order-line.ts";
import { marketplaceDefaults } from "#contract/suppliers/schema.ts";

/** Returns the rules in their order, with the names of what their conditions refer to. */
export async function orderedRules(db: Db) {
  const rows = await db
    .select({
      rule: commissionRules,
      marketplaceName: marketplaces.name,
      supplierName: suppliers.name,
      productTypePath: productTypes.path,
    })
    .from(commissionRules)
    .leftJoin(marketplaces, eq(marketplaces.id, commissionRules.marketplaceId))
    .leftJoin(suppliers, eq(suppliers.id, commissionRules.supplierId))
    .leftJoin(productTypes, eq(productTypes.id, commissionRules.productTypeId))
    .orderBy(asc(commissionRules.position), asc(commissionRules.id));
  return rows.map(({ rule, ...names }) => ({ ...rule, ...names }));
}

/** Returns whether a rule can decide about sales on the marketplace, of any supplier or of this one. */
export async function hasRulesFor(db: Db, marketplaceId: number, supplierId?: number): Promise<boolean> {
  const isFor = or(isNull(commissionRules.supplierId), eq(commissionRules.supplierId, supplierId ?? 0));
  const isOn = or(isNull(commissionRules.marketplaceId), eq(commissionRules.marketplaceId, marketplaceId));
  return (await db.$count(commissionRules, and(isFor, isOn))) > 0;
}

export type NamedRule = Awaited<ReturnType<typeof orderedRules>>[number];

/** Returns a function that gives a product type and all types above it. */
export async function typeLines(db: Db): Promise<(productTypeId: number) => readonly number[]> {
  const rows = await db.select({ id: productTypes.id, parentId: productTypes.parentId }).from(productTypes);
  const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]));
  const known = new Map<number, number[]>();
  return (productTypeId) => {
    const found = known.get(productTypeId);
    if (found) return found;
    const line: number[] = [];
    for (let id: number | null = productTypeId; id !== null && !line.includes(id); id = parents.get(id) ?? null)
      line.push(id);
    known.set(productTypeId, line);
    return line;
  };
}

/** Returns the first rule that fits the sale, and why those before it do not. */
export function decidingRule(rules: readonly NamedRule[], sale: Sale) {
  const passed: CommissionBasis["passed"] = [];
  for (const rule of rules) {
    const condition = unmet(rule, sale);
    if (!condition) return { rule, passed };
    passed.push({ id: rule.id, name: rule.name, why: whyNot(rule, condition) });
  }
  return { passed };
}

/** A line item that is sold. Amounts are pairs, of which the shipping is that of the whole line. */
export interface SoldLine {
  /** Null for orders without a supplier, to which rules apply once they have one. */
  supplierId: number | null;
  productId: number | null;
  quantity: number;
  /** Of one piece. */
  price: Pair;
  shipping: Pair;
  /** The rate that the person who enters the item has chosen, as a fraction. */
  enteredRate?: number | null;
}

/** What is stored with a line item, and its first entry in the ledger. */
export interface PricedLine {
  commissionRate: number;
  commissionBasis: CommissionBasis;
  entry: Entry;
}

/** Returns the commission on lines of an order, with the entries of their purchase. */
export async function pricedLines(
  { db, config }: Pick<Context, "db" | "config">,
  order: { marketplaceId: number; orderedAt: Date },
  lines: readonly SoldLine[],
): Promise<PricedLine[]> {
  const rules = await orderedRules(db);
  const rates = await agreedRates(db, order.marketplaceId, lines);
  const typesOf = rules.some(({ productTypeId }) => productTypeId !== null)
    ? await productTypesOf(db, lines)
    : () => [];
  const day = dayOf(order.orderedAt.toISOString(), config.timeZone);
  return lines.map((line) => {
    const { quantity, price, shipping, supplierId } = line;
    const atRate = (
      commissionRate: number,
      source: "entered" | "agreement" | "default",
      passed: CommissionBasis["passed"] = [],
    ) => ({
      commissionRate,
      commissionBasis: { source, passed },
      entry: purchaseOf({ quantity, price, shipping, commissionRate }, config.gstRate),
    });
    if (line.enteredRate !== undefined && line.enteredRate !== null) return atRate(line.enteredRate, "entered");
    if (supplierId === null) return atRate(marketplaceDefaults.commissionRate, "default");
    const { marketplaceId } = order;
    const productTypeIds = typesOf(line.productId);
    const { rule, passed } = decidingRule(rules, {
      marketplaceId,
      supplierId,
      productTypeIds,
      price: incTax(price),
      day,
    });
    const agreed = rates.get(supplierId);
    if (rule) return byRule(rule, passed, line, config.gstRate);
    if (agreed === undefined) return atRate(marketplaceDefaults.commissionRate, "default", passed);
    return atRate(agreed, "agreement", passed);
  });
}

function byRule(rule: NamedRule, passed: CommissionBasis["passed"], line: SoldLine, gstRate: number): PricedLine {
  const { id, name, rate, fixedAmount, fixedPer, minimum, maximum, onShipping } = rule;
  const terms = { rate, fixedAmount, fixedPer, minimum, maximum, onShipping };
  const entry = purchaseOf({ ...line, commissionRate: rate }, gstRate);
  const commission = commissionBy(
    terms,
    { quantity: line.quantity, goods: incTax(entry.purchase), shipping: incTax(entry.shipping) },
    gstRate,
  );
  return {
    commissionRate: rate,
    commissionBasis: { source: "rule", rule: { id, name, ...terms, charged: incTax(commission) }, passed },
    entry: { ...entry, commission },
  };
}

async function agreedRates(db: Db, marketplaceId: number, lines: readonly SoldLine[]): Promise<Map<number, number>> {
  const ids = [...new Set(lines.flatMap(({ supplierId }) => supplierId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ supplierId: supplierMarketplaces.supplierId, rate: supplierMarketplaces.commissionRate })
    .from(supplierMarketplaces)
    .where(and(eq(supplierMarketplaces.marketplaceId, marketplaceId), inArray(supplierMarketplaces.supplierId, ids)));
  return new Map(rows.map(({ supplierId, rate }) => [supplierId, rate]));
}

async function productTypesOf(db: Db, lines: readonly SoldLine[]) {
  const ids = [...new Set(lines.flatMap(({ productId }) => productId ?? []))];
  if (ids.length === 0) return () => [];
  const rows = await db
    .select({ id: products.id, productTypeId: products.productTypeId })
    .from(products)
    .where(inArray(products.id, ids));
  const lineOf = await typeLines(db);
  const types = new Map(rows.map(({ id, productTypeId }) => [id, lineOf(productTypeId)]));
  return (productId: number | null) => types.get(productId ?? 0) ?? [];
}
