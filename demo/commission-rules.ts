import type { Db } from "#api/core/database/connection.ts";
import { commissionRules } from "#api/core/database/schema/index.ts";
import { productTypeIdOf } from "./product-types.ts";

/** A lower rate for a product type, and a minimum where the rate of the agreement would be a few cents. */
export async function seedCommissionRules(db: Db): Promise<void> {
  await db.insert(commissionRules).values([
    { id: 1, name: "Lighting", position: 1, productTypeId: productTypeIdOf("Lighting"), rate: 0.12 },
    { id: 2, name: "Small items", position: 2, priceTo: 5, rate: 0.2, minimum: 0.6 },
  ]);
}
