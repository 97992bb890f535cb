/** Some changes of the last minutes, so that the history of the first records has something to show. */
import { eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { products, suppliers } from "#api/core/database/schema/index.ts";
import { nameAuthor } from "#api/core/history/author.ts";

/** Changes a product and a supplier, and changes them back. */
export async function seedHistory(db: Db, people: readonly { id: number }[]): Promise<void> {
  const [one, another = one] = people;
  if (!one || !another) return;
  const [product] = await db.select().from(products).where(eq(products.id, 1));
  const [supplier] = await db.select().from(suppliers).where(eq(suppliers.id, 1));
  await nameAuthor(db, { userId: one.id, way: "form" });
  if (product) {
    const { name, salePrice } = product;
    await db
      .update(products)
      .set({ name: `${name} (new)`, salePrice: salePrice / 2 })
      .where(eq(products.id, 1));
    await nameAuthor(db, { userId: another.id, way: "import", detail: "Products.xlsx" });
    await db.update(products).set({ name, salePrice }).where(eq(products.id, 1));
  }
  if (supplier) {
    const { businessPhoneNumber } = supplier;
    await nameAuthor(db, { userId: another.id, way: "form" });
    await db.update(suppliers).set({ businessPhoneNumber: "02 5550 1000" }).where(eq(suppliers.id, 1));
    await nameAuthor(db, { userId: one.id, way: "form" });
    await db.update(suppliers).set({ businessPhoneNumber }).where(eq(suppliers.id, 1));
  }
}
