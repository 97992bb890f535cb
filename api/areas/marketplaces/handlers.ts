import type { Operations } from "../../../contract/operations.ts";
import { marketplaces as table } from "../../database/schema/index.ts";
import type { AreaHandlers } from "../../http/handlers.ts";
import { byText, pageOf } from "../../http/lists.ts";

export const marketplaces: AreaHandlers<Operations["marketplaces"]> = {
  // Marketplaces are known to everybody who signs in; what is private is who trades on them.
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
