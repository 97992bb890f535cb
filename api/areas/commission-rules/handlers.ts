import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import { tryRule } from "./trial.ts";
import { why } from "./why.ts";

export const commissionRules: AreaHandlers<Operations["commissionRules"]> = {
  ...queries,
  ...commands,
  why,
  try: tryRule,
};
