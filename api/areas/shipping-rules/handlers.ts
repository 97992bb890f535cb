import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import { upsertRates } from "./rates.ts";

export const shippingRules: AreaHandlers<Operations["shippingRules"]> = { ...queries, ...commands, upsertRates };
