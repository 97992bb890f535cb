import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { add, assignColumns, remove, run, update } from "./commands.ts";
import { columns, get, list } from "./queries.ts";

export const stockFeeds: AreaHandlers<Operations["stockFeeds"]> = {
  list,
  get,
  columns,
  add,
  update,
  remove,
  run,
  assignColumns,
};
