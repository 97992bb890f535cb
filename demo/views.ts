import type { Db } from "#api/core/database/connection.ts";
import { views } from "#api/core/database/schema/index.ts";

/** Views that an administrator has shared: one in the menu of operators, and one for everybody. */
export async function seedViews(db: Db): Promise<void> {
  await db.insert(views).values([
    {
      list: "orders",
      name: "Late to ship",
      audience: "Operator",
      isDefault: false,
      isPinned: true,
      query: "outstandingOrdersOnly=true&shipBy=late&sort=shipBy&direction=asc",
      columns: "Order number\nShip by\nStatus\nSupplier",
    },
    {
      list: "products",
      name: "Products with problems",
      audience: "everybody",
      isDefault: false,
      isPinned: false,
      query: "hideVariants=true&showActiveOnly=true&showProblemProductsOnly=true&sort=name&direction=asc",
      columns: "",
    },
  ]);
}
