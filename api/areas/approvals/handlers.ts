import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import type { Told } from "./changes-since.ts";
import * as commands from "./commands.ts";
import { changeMany } from "./many.ts";
import { countUncategorised, getWith, list } from "./queries.ts";

/** @param told of the area of the history: areas do not import each other */
export const approvalsWith = (told: Told): AreaHandlers<Operations["approvals"]> => ({
  list,
  get: getWith(told),
  countUncategorised,
  ...commands,
  changeMany,
});
