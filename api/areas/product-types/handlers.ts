import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import * as attributes from "./attributes.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

export const productTypes: AreaHandlers<Operations["productTypes"]> = { ...queries, ...commands, ...attributes };
