import type { Operations } from "../../../contract/operations.ts";
import type { AreaHandlers } from "../../http/handlers.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

export const invoices: AreaHandlers<Operations["invoices"]> = { ...queries, ...commands };
