import { eq, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { keys, users } from "#api/core/database/schema/index.ts";
import { dayMs } from "#contract/rules/dates.ts";

const nextId = sql`nextval(pg_get_serial_sequence('users', 'id'))`;

/** A key of a marketplace that was revoked, and one of the first supplier. No secret has their digests. */
export async function seedKeys(db: Db, now: Date): Promise<void> {
  const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.email, "admin@countinghouse.example"));
  const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.email, "owner@acacia.example"));
  if (!admin || !owner) return;
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  await db.insert(keys).values({
    id: nextId,
    name: "Web shop",
    scopes: ["orders.place", "orders.read"],
    marketplaceId: 1,
    secretDigest: "the digest of no secret",
    secretStart: "chk_q7Rm",
    createdAt: ago(200),
    createdBy: admin.id,
    lastUsedAt: ago(31),
    revokedAt: ago(30),
    revokedBy: admin.id,
  });
  await db.insert(keys).values({
    id: nextId,
    name: "Warehouse",
    scopes: ["orders.read", "shipments", "stock"],
    supplierId: 1,
    secretDigest: "another digest of no secret",
    secretStart: "chk_Zk4t",
    createdAt: ago(90),
    createdBy: owner.id,
    lastUsedAt: ago(1),
  });
}
