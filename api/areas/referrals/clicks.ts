/**
 * `GET /api/v1/referrals/{marketplaceId}/{productId}`: a marketplace's link to a product that the supplier sells on its
 * own site.
 */
import { and, eq, gt, gte, not, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isbot } from "isbot";
import { z } from "zod";
import { agreementOfListing, mustLeave } from "#api/areas/channels/listing.ts";
import type { Config } from "#api/core/config.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import {
  marketplaceProducts,
  products,
  referralClicks,
  referralOverflows,
  supplierMarketplaces,
} from "#api/core/database/schema/index.ts";
import { addressHasher, addressOf } from "#api/core/limits/address.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { MarketplaceProductStatus, SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { recordId } from "#contract/fields.ts";
import { dayOf, startOfDay } from "#contract/rules/dates.ts";

const link = z.object({ marketplaceId: recordId, productId: recordId });
type Link = z.output<typeof link>;

/** A supplier pays at most once an hour for the same network address and product, whatever browser is used. */
const oneClickMs = 60 * 60 * 1000;

export function mountReferrals(
  app: FastifyInstance,
  database: Database,
  config: Pick<Config, "referralClicksPerDay" | "timeZone">,
): void {
  const hashOf = addressHasher(database);
  app.get("/api/v1/referrals/:marketplaceId/:productId", { schema: { hide: true } }, async (request, reply) => {
    const target = link.safeParse(request.params);
    const found = target.success ? await targetOf(database.db, target.data) : undefined;
    if (!target.success || !found) throw notFound("This product");
    const { supplierId, cost, url } = found;
    if (cost && isVisitor(request)) {
      const click = {
        ...target.data,
        supplierId,
        cost,
        visitor: await hashOf(addressOf(request)),
        clickedAt: new Date(),
      };
      await countClick(database, click, config);
    }
    return reply.header("referrer-policy", "no-referrer").redirect(url, 302);
  });
}

/**
 * Returns the product's referral URL if the listing is approved and published on that marketplace. After a change that
 * awaits approval there is none, because nobody has reviewed the new URL yet.
 */
async function targetOf(db: Db, { marketplaceId, productId }: Link) {
  const { status, isPublished } = marketplaceProducts;
  const isListed = and(
    eq(marketplaceProducts.marketplaceId, marketplaceId),
    eq(marketplaceProducts.productId, productId),
  );
  // Nobody has agreed to the cost of a click that waits for the supplier.
  const isAgreed = eq(supplierMarketplaces.status, SupplierMarketplaceStatus.active);
  const isApproved = and(eq(status, MarketplaceProductStatus.approved), isPublished, not(mustLeave));
  const [found] = await db
    .select({
      supplierId: products.supplierId,
      url: products.referralProductUrl,
      cost: supplierMarketplaces.referralCostPerClick,
    })
    .from(marketplaceProducts)
    .innerJoin(products, eq(products.id, marketplaceProducts.productId))
    .leftJoin(supplierMarketplaces, agreementOfListing)
    .where(and(isListed, isApproved, isAgreed, eq(products.isReferralProduct, true)));
  return found?.url ? { ...found, url: found.url } : undefined;
}

/** False for programs and for browsers that prefetch links. */
function isVisitor({ method, headers }: FastifyRequest): boolean {
  const looksAhead = [headers["sec-purpose"], headers.purpose, headers["x-moz"]].some((value) =>
    String(value).includes("prefetch"),
  );
  const agent = headers["user-agent"];
  return method === "GET" && !looksAhead && agent !== undefined && !isbot(agent);
}

/** Counts the clicks of a supplier on a marketplace one at a time, so that each sees those before it. */
async function countClick(
  database: Database,
  click: typeof referralClicks.$inferInsert & { visitor: string },
  { referralClicksPerDay, timeZone }: Pick<Config, "referralClicksPerDay" | "timeZone">,
): Promise<void> {
  const { productId, marketplaceId, supplierId, visitor, clickedAt } = referralClicks;
  const day = dayOf(click.clickedAt.toISOString(), timeZone);
  await database.transaction(async (db) => {
    await db.execute(
      sql`select pg_advisory_xact_lock(hashtext(${`referrals ${click.marketplaceId} ${click.supplierId}`}))`,
    );
    const isSame = and(
      eq(visitor, click.visitor),
      eq(productId, click.productId),
      eq(marketplaceId, click.marketplaceId),
    );
    const before = await db.$count(
      referralClicks,
      and(isSame, gt(clickedAt, new Date(click.clickedAt.getTime() - oneClickMs))),
    );
    if (before > 0) return;
    const ofSupplier = and(
      eq(supplierId, click.supplierId),
      eq(marketplaceId, click.marketplaceId),
      gte(clickedAt, new Date(startOfDay(day, timeZone))),
    );
    if ((await db.$count(referralClicks, ofSupplier)) < referralClicksPerDay)
      await db.insert(referralClicks).values(click);
    else await countUnpaid(db, { ...click, day });
  });
}

async function countUnpaid(
  db: Db,
  { productId, marketplaceId, supplierId, day }: Omit<typeof referralOverflows.$inferInsert, "clicks">,
): Promise<void> {
  await db
    .insert(referralOverflows)
    .values({ productId, marketplaceId, supplierId, day, clicks: 1 })
    .onConflictDoUpdate({
      target: [referralOverflows.productId, referralOverflows.marketplaceId, referralOverflows.day],
      set: { clicks: sql`${referralOverflows.clicks} + 1` },
    });
}
