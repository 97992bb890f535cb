import { eq, inArray } from "drizzle-orm";
import { splitEmails } from "../../../contract/rules/emails.ts";
import { marketplaces, suppliers } from "../../database/schema/index.ts";
import type { Context } from "../../http/context.ts";
import { disabledLetter } from "../../mail/letters.ts";
import type { Listing } from "./policy.ts";

/** What is told of a listing. */
export type Told = Pick<Listing, "productId" | "productName" | "marketplaceId" | "supplierId">;

/** Tells the people that the supplier named for orders that these products, all of theirs, were disabled, and why. */
export async function tellSupplier({ db, jobs, config }: Pick<Context, "db" | "jobs" | "config">, listings: readonly Told[], reason: string): Promise<void> {
  const [first] = listings;
  if (!first) return;
  const [supplier] = await db.select({ contacts: suppliers.orderContactEmails }).from(suppliers).where(eq(suppliers.id, first.supplierId));
  const where = inArray(marketplaces.id, [...new Set(listings.map(({ marketplaceId }) => marketplaceId))]);
  const names = new Map((await db.select({ id: marketplaces.id, name: marketplaces.name }).from(marketplaces).where(where)).map(({ id, name }) => [id, name]));
  const products = listings.map(({ productId, productName, marketplaceId }) => ({
    productName,
    marketplaceName: names.get(marketplaceId) ?? "",
    link: `${config.publicUrl}/products/${productId}/marketplaces`,
  }));
  const letter = disabledLetter({ products, reason });
  for (const to of splitEmails(supplier?.contacts ?? "")) await jobs.enqueue(db, "mail", { to, ...letter });
}
