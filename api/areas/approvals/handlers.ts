import type { AreaHandlers } from "#api/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import * as commands from "./commands.ts";
import { changeMany } from "./many.ts";
import * as queries from "./queries.ts";

export const approvals: AreaHandlers<Operations["approvals"]> = {
  ...queries,
  ...commands,
  changeMany,
};
