import type { AreaHandlers } from "#api/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

export const categories: AreaHandlers<Operations["categories"]> = { ...queries, ...commands };
