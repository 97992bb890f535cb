import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import * as commands from "./commands.ts";
import { excelExport } from "./excel-export.ts";
import * as imports from "./import/handlers.ts";
import * as queries from "./queries.ts";

export const categories: AreaHandlers<Operations["categories"]> = { ...queries, ...commands, ...imports, excelExport };
