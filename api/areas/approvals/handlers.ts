import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import * as commands from "./commands.ts";
import { changeMany } from "./many.ts";
import { countUncategorised, get, list } from "./queries.ts";

export const approvals: AreaHandlers<Operations["approvals"]> = {
  list,
  get,
  countUncategorised,
  ...commands,
  changeMany,
};
