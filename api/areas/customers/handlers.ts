import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { erase } from "./erase.ts";
import { exportOrders } from "./export.ts";
import { find } from "./find.ts";

export const customers: AreaHandlers<Operations["customers"]> = { find, export: exportOrders, erase };
