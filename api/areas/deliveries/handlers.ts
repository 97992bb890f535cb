import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { sendAgain, sendFailed } from "./commands.ts";
import { get, list } from "./queries.ts";

export const deliveries: AreaHandlers<Operations["deliveries"]> = { list, get, sendAgain, sendFailed };
