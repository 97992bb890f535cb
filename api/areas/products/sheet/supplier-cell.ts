/** Reads the supplier of a row: its name, or its number. */
import { and, eq, sql } from "drizzle-orm";
import type { Work } from "#api/areas/products/policy.ts";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import { isBlank, type Problem, quoted, textIn } from "#api/core/excel/cells.ts";
import { from, wrong } from "./row-cells.ts";
import type { SheetRow } from "./rows.ts";

export async function supplierIn(
  { db, caller }: Pick<Work, "db" | "caller">,
  row: SheetRow,
): Promise<{ supplierId?: number; problem?: Problem }> {
  if (isBlank(row.cell("Supplier"))) return {};
  const problems: Problem[] = [];
  const typed = from(row, "Supplier", problems, () => textIn(row.cell("Supplier"))) ?? "";
  const isNumber = /^\d{1,9}$/.test(typed);
  const found = await db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(
      and(
        visibleTo(caller, suppliers.id),
        isNumber ? eq(suppliers.id, Number(typed)) : sql`lower(trim(${suppliers.name})) = lower(${typed})`,
      ),
    )
    .limit(2);
  const [first, second] = found;
  if (!first)
    return {
      problem: problems[0] ?? wrong(row, "Supplier", `There is no supplier ${quoted(typed)}, or you may not see it.`),
    };
  if (second)
    return {
      problem: wrong(row, "Supplier", "Several suppliers have this name. Please write the number of the one you mean."),
    };
  if (!mayManageProducts(caller, first.id))
    return { problem: wrong(row, "Supplier", "You can see this supplier, but not change its products.") };
  return { supplierId: first.id };
}
