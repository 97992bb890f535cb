import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import * as commands from "./commands.ts";
import * as payer from "./payer.ts";
import * as queries from "./queries.ts";

export const settings: AreaHandlers<Operations["settings"]> = { ...queries, ...commands, ...payer };
