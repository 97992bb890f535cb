/** The amounts that would be invoiced, and the suppliers that are not ready for it. */
import { inArray } from "drizzle-orm";
import { visibleOrders, visibleTo } from "#api/core/access/caller.ts";
import {
  charges,
  marketplaces,
  orderTransactions,
  supplierMarketplaces,
  suppliers,
} from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { type HeldRows, noHeldRows } from "#contract/invoices/holds.ts";
import type { Operations } from "#contract/operations.ts";
import { readinessProblemsOf } from "#contract/rules/invoice-readiness.ts";
import { cutOffFrom } from "./cut-off.ts";
import { heldBetween, keyOf, learnSizes, type OwedParties, owedParties } from "./owed.ts";

export const readiness: Handler<Operations["invoices"]["readiness"]> = async ({ date }, context) => {
  const { db, caller } = context;
  await learnSizes(db);
  const cutOff = cutOffFrom(date, "date", context);
  const transactions = visibleOrders(caller, orderTransactions);
  const owed = withHeld(
    await owedParties(context, cutOff, { transactions, charges: visibleTo(caller, charges.supplierId) }),
    await heldBetween(context, cutOff, transactions),
  );
  const supplierIds = [...new Set(owed.map(({ supplierId }) => supplierId))];
  if (supplierIds.length === 0) return [];
  const shops = new Map((await db.select().from(marketplaces)).map((shop) => [shop.id, shop.name]));
  const people = new Map(
    (await db.select().from(suppliers).where(inArray(suppliers.id, supplierIds))).map((supplier) => [
      supplier.id,
      supplier,
    ]),
  );
  const links = await db
    .select()
    .from(supplierMarketplaces)
    .where(inArray(supplierMarketplaces.supplierId, supplierIds));
  const agreed = new Set(links.filter(({ status }) => status === SupplierMarketplaceStatus.active).map(keyOf));
  const rows = owed.flatMap(({ supplierId, marketplaceId, ...sums }) => {
    const supplier = people.get(supplierId);
    if (!supplier) return [];
    const hasAgreement = agreed.has(keyOf({ supplierId, marketplaceId }));
    return [
      {
        supplierId,
        supplierName: supplier.name,
        marketplaceId,
        marketplaceName: shops.get(marketplaceId) ?? "",
        ...sums,
        problems: readinessProblemsOf({ ...supplier, ...sums, hasAgreement }),
      },
    ];
  });
  return rows.sort(
    (a, b) =>
      a.supplierName.localeCompare(b.supplierName, "en-AU") ||
      a.marketplaceName.localeCompare(b.marketplaceName, "en-AU"),
  );
};

type WithHeld = OwedParties & { held: HeldRows };

/** Adds what is held to the pairs, and the pairs of which all is held. */
function withHeld(owed: readonly OwedParties[], held: Awaited<ReturnType<typeof heldBetween>>): WithHeld[] {
  const rows = new Map(owed.map((pair) => [keyOf(pair), { ...pair, held: noHeldRows }]));
  for (const { supplierId, marketplaceId, lineItems, total } of held) {
    const nothing = {
      supplierId,
      marketplaceId,
      lineItems: 0,
      adjustments: 0,
      charges: 0,
      documentKinds: [],
      total: 0,
    };
    const row = rows.get(keyOf(nothing)) ?? nothing;
    rows.set(keyOf(row), { ...row, held: { lineItems, total } });
  }
  return [...rows.values()];
}
