/** Charges and credits of suppliers: monthly advertising, a fine, goodwill, and a fee that waits for the next document. */
import { and, asc, eq } from "drizzle-orm";
import { enterDays } from "#api/areas/charges/monthly.ts";
import type { Db } from "#api/core/database/connection.ts";
import { charges, monthlyCharges, supplierMarketplaces } from "#api/core/database/schema/index.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { type ChargeKind, chargePair } from "#contract/rules/charge.ts";
import type { TaxClass } from "#contract/rules/tax-class.ts";
import { insertMany } from "./insert-many.ts";

/** User id of Finance. */
const finance = 4;
const gstRate = 0.1;

interface DemoCharge {
  supplierId: number;
  kind: ChargeKind;
  description: string;
  /** Dollars inc GST; negative for a credit. */
  amount: number;
  taxClass?: TaxClass;
  /** How many months ago, and on which day of that month. */
  monthsAgo: number;
  day: string;
  reference?: string;
}

const once: readonly DemoCharge[] = [
  {
    supplierId: 1,
    kind: "goodwill",
    description: "Parcel that our courier lost in Fremantle",
    amount: -48.4,
    monthsAgo: 2,
    day: "17",
  },
  {
    supplierId: 2,
    kind: "fine",
    description: "Three orders sent after their day, as agreed in clause 7",
    amount: 60,
    taxClass: "gstFree",
    monthsAgo: 1,
    day: "09",
  },
  {
    supplierId: 1,
    kind: "fee",
    description: "Photos of 12 products",
    amount: 264,
    monthsAgo: 0,
    day: "01",
    reference: "PH-2041",
  },
];

const advertising: DemoCharge = {
  supplierId: 2,
  kind: "advertising",
  description: "Place on the front page",
  amount: 165,
  monthsAgo: 2,
  day: "01",
};

/** Requires agreements. */
export async function seedCharges(db: Db, today: Date): Promise<void> {
  const rows = [];
  for (const charge of once) {
    const row = await rowOf(db, charge);
    if (row) rows.push({ ...row, day: dayOf(today, charge), enteredAt: today, reference: charge.reference ?? "" });
  }
  await insertMany(db, charges, rows);
  const monthly = await rowOf(db, advertising);
  if (!monthly) return;
  const firstDay = dayOf(today, advertising);
  const [made] = await db
    .insert(monthlyCharges)
    .values({ ...monthly, firstDay, nextDay: firstDay, enteredAt: today })
    .returning();
  if (made) await enterDays(db, made, { today: today.toISOString().slice(0, 10), now: today });
}

const dayOf = (today: Date, { monthsAgo, day }: DemoCharge) =>
  `${new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo, 1)).toISOString().slice(0, 8)}${day}`;

/** Undefined if the supplier sells nowhere. */
async function rowOf(db: Db, { supplierId, kind, description, amount, taxClass = "taxable" }: DemoCharge) {
  const { marketplaceId, status } = supplierMarketplaces;
  const [link] = await db
    .select({ marketplaceId })
    .from(supplierMarketplaces)
    .where(and(eq(supplierMarketplaces.supplierId, supplierId), eq(status, SupplierMarketplaceStatus.active)))
    .orderBy(asc(marketplaceId))
    .limit(1);
  return (
    link && {
      supplierId,
      marketplaceId: link.marketplaceId,
      kind,
      description,
      taxClass,
      ...chargePair(amount, taxClass, gstRate),
      enteredBy: finance,
    }
  );
}
