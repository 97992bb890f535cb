import { and, eq } from "drizzle-orm";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import { putBack } from "#api/core/history/put-back.ts";
import type { Done, Undoer } from "#api/core/history/undoers.ts";
import type { Context } from "#api/core/operations/context.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";

/** The rule comes back with its rates, under its former id. */
export const undoDelete: Undoer<Operations["shippingRules"]["delete"]> = {
  authorise,
  undo: ({ changes }, { db }) => putBack(db, changes),
};

async function authorise({ changes }: Pick<Done, "changes">, context: Context): Promise<void> {
  const { db, caller } = context;
  const rule = changes.find(({ tableName }) => tableName === "shipping_rules");
  const [supplier] = await db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(eq(suppliers.id, Number(rule?.before?.supplier_id ?? 0)), visibleTo(caller, suppliers.id)));
  if (!supplier) throw notFound("This shipping rule");
  context.authorise({ canEdit: mayManageProducts(caller, supplier.id) });
}
