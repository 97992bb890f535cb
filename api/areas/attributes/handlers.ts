import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import * as commands from "./commands.ts";
import { upsertOptionValues } from "./options.ts";
import * as queries from "./queries.ts";

export const attributes: AreaHandlers<Operations["attributes"]> = { ...queries, ...commands, upsertOptionValues };
