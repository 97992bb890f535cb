import type { Operations } from "../../../contract/operations.ts";
import type { AreaHandlers } from "../../http/handlers.ts";
import * as commands from "./commands.ts";
import { upsertOptionValues } from "./options.ts";
import * as queries from "./queries.ts";

export const attributes: AreaHandlers<Operations["attributes"]> = { ...queries, ...commands, upsertOptionValues };
