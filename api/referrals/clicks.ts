/** `GET /api/v1/referrals/{marketplaceId}/{productId}`: the link on a marketplace to a product that its supplier sells. */
import { createHash } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isbot } from "isbot";
import { z } from "zod";
import { SupplierMarketplaceStatus } from "../../contract/enumerations.ts";
import { recordId } from "../../contract/fields.ts";
import type { Database, Db } from "../database/connection.ts";
import { marketplaces, products, referralClicks, supplierMarketplaces } from "../database/schema/index.ts";
import { notFound } from "../http/refusal.ts";

const link = z.object({ marketplaceId: recordId, productId: recordId });
type Link = z.output<typeof link>;

/** Whoever presses twice clicks once. */
const oneClickMs = 2_000;

export function mountReferrals(app: FastifyInstance, database: Database): void {
  app.get("/api/v1/referrals/:marketplaceId/:productId", { schema: { hide: true } }, async (request, reply) => {
    const asked = link.safeParse(request.params);
    const found = asked.success ? await targetOf(database.db, asked.data) : undefined;
    if (!asked.success || !found) throw notFound("This product");
    const { supplierId, cost, url } = found;
    if (cost && isSomebody(request)) await count(database, { ...asked.data, supplierId, cost, visitor: visitorOf(request), clickedAt: new Date() });
    return reply.header("referrer-policy", "no-referrer").redirect(url, 302);
  });
}

/** Where the link leads: to nothing but what the product itself says. */
async function targetOf(db: Db, { marketplaceId, productId }: Link) {
  const isAgreed = and(eq(supplierMarketplaces.marketplaceId, marketplaces.id), eq(supplierMarketplaces.status, SupplierMarketplaceStatus.active));
  const [found] = await db
    .select({ supplierId: products.supplierId, url: products.referralProductUrl, cost: supplierMarketplaces.referralCostPerClick })
    .from(products)
    .innerJoin(marketplaces, eq(marketplaces.id, marketplaceId))
    .leftJoin(supplierMarketplaces, and(eq(supplierMarketplaces.supplierId, products.supplierId), isAgreed))
    .where(and(eq(products.id, productId), eq(products.isReferralProduct, true), eq(products.isDisabled, false)));
  return found?.url ? { ...found, url: found.url } : undefined;
}

/** Neither a program nor a browser that looks ahead. */
function isSomebody({ method, headers }: FastifyRequest): boolean {
  const looksAhead = [headers["sec-purpose"], headers.purpose, headers["x-moz"]].some((said) => String(said).includes("prefetch"));
  const agent = headers["user-agent"];
  return method === "GET" && !looksAhead && agent !== undefined && !isbot(agent);
}

function visitorOf({ ip, headers }: FastifyRequest): string {
  const day = new Date().toISOString().slice(0, 10);
  return createHash("sha256").update(`${day} ${ip} ${headers["user-agent"]}`).digest("base64url").slice(0, 22);
}

async function count(database: Database, click: typeof referralClicks.$inferInsert): Promise<void> {
  await database.transaction(async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(hashtext(${click.visitor}))`);
    const { productId, marketplaceId, visitor, clickedAt } = referralClicks;
    const isSame = and(eq(productId, click.productId), eq(marketplaceId, click.marketplaceId), eq(visitor, click.visitor));
    const before = await db.$count(referralClicks, and(isSame, gt(clickedAt, new Date(click.clickedAt.getTime() - oneClickMs))));
    if (before === 0) await db.insert(referralClicks).values(click);
  });
}
