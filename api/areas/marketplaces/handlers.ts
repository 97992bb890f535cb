import { marketplaces as table } from "#api/database/schema/index.ts";
import { byText, pageOf } from "#api/lists/page-of.ts";
import type { AreaHandlers } from "#api/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";

export const marketplaces: AreaHandlers<Operations["marketplaces"]> = {
  // All signed-in users may see the marketplaces; only the suppliers on them are private.
  list: (input, { db }) =>
    pageOf(
      db,
      {
        rows: db.select({ id: table.id, name: table.name }).from(table).$dynamic(),
        visible: undefined,
        filters: [],
        sort: { name: byText(table.name) },
        uniqueKey: table.id,
      },
      input,
    ),
};
