import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { movements } from "./movements.ts";
import { waiting } from "./waiting.ts";

export const home: AreaHandlers<Operations["home"]> = { waiting, movements };
