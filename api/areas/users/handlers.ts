import type { Operations } from "../../../contract/operations.ts";
import type { AreaHandlers } from "../../http/handlers.ts";

export const users: AreaHandlers<Operations["users"]> = {
  permissions: async (_input, { caller }) => caller.permissions,
};
