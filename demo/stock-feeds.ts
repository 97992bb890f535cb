/** A feed of Acacia Homewares, which is paused, because nothing answers at its address. */
import { eq, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { sourceFiles, stockFeedRuns, stockFeeds, users } from "#api/core/database/schema/index.ts";
import { hourMs } from "#contract/rules/dates.ts";

const titles = ["Item code", "On hand", "RRP inc GST", "Shelf"];

export async function seedStockFeeds(db: Db, now: Date): Promise<void> {
  const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.email, "owner@acacia.example"));
  if (!owner) return;
  const [feed] = await db
    .insert(stockFeeds)
    .values({
      supplierId: 1,
      callerId: sql`nextval(pg_get_serial_sequence('users', 'id'))`,
      name: "Warehouse",
      address: "https://warehouse.acacia.example/stock.csv",
      userName: "countinghouse",
      every: 60,
      isPaused: true,
      source: {
        format: null,
        columns: [
          { Column: 1, Field: "SKU" },
          { Column: 2, Field: "StockQuantity" },
          { Column: 3, Field: "RecommendedRetailPrice" },
        ],
        headRow: 1,
        pricesIncludeGst: true,
        gstRate: 0.1,
        supplierId: 1,
        productTypeId: null,
        productTypePath: null,
        makesUnknown: false,
        shippingCells: {},
      },
      titles,
      rows: 214,
      readAt: new Date(now.getTime() - 26 * hourMs),
      createdBy: owner.id,
    })
    .returning();
  if (!feed) throw new Error("the feed was not stored");
  await db.insert(sourceFiles).values({
    userId: feed.callerId,
    fileName: "stock.csv",
    content: Buffer.alloc(0),
    headRow: 1,
    rows: 214,
    titles,
    examples: [
      ["AH-1001", "AH-1002", "AH-1003"],
      ["12", "0", "48"],
      ["39.95", "24.50", "129.00"],
      ["C4", "C4", "D1"],
    ],
  });
  const run = (hours: number, changed: number) => ({
    feedId: feed.id,
    outcome: "applied" as const,
    rows: 214,
    changed,
    refused: 0,
    processId: sql`gen_random_uuid()`,
    startedAt: new Date(now.getTime() - hours * hourMs),
  });
  await db.insert(stockFeedRuns).values([run(50, 214), run(38, 17), run(26, 9)]);
}
