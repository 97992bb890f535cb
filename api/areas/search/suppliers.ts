import { and, asc, inArray, or, type SQL } from "drizzle-orm";
import { visibleTo } from "#api/core/access/caller.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import { byText, contains } from "#api/core/lists/page-of.ts";
import { digitsOf } from "#contract/rules/abn.ts";
import type { SearchAnswer } from "#contract/search/schema.ts";
import { suppliers as operations } from "#contract/suppliers/operations.ts";
import { beginsWith, folded, isText, type Kind, mostIds, type Searching } from "./kind.ts";

type Hit = NonNullable<SearchAnswer["suppliers"]>["items"][number];

export const supplierKind: Kind<Hit> = {
  operation: operations.list,
  exact: (searching, text) =>
    idsOf(
      searching,
      or(
        isText(folded(suppliers.name), text),
        isText(folded(suppliers.legalName), text),
        /^\d{11}$/.test(digitsOf(text)) ? isText(suppliers.abn, digitsOf(text)) : undefined,
      ),
    ),
  similar: (searching, text) =>
    idsOf(
      searching,
      or(
        contains(suppliers.name, text),
        contains(suppliers.legalName, text),
        /^\d{3,11}$/.test(digitsOf(text)) ? beginsWith(folded(suppliers.abn), digitsOf(text)) : undefined,
      ),
    ),
  read: ({ db }, ids) =>
    db
      .select({ id: suppliers.id, name: suppliers.name, abn: suppliers.abn })
      .from(suppliers)
      .where(inArray(suppliers.id, ids)),
};

/** Suppliers are some thousands at most, so they need no index. */
async function idsOf({ db, caller }: Searching, condition: SQL | undefined): Promise<number[]> {
  const rows = await db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(condition, visibleTo(caller, suppliers.id)))
    .orderBy(asc(byText(suppliers.name)), asc(suppliers.id))
    .limit(mostIds);
  return rows.map(({ id }) => id);
}
