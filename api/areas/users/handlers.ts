import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import * as commands from "./commands.ts";
import { changeMany, previewMany } from "./many.ts";
import * as queries from "./queries.ts";

export const users: AreaHandlers<Operations["users"]> = {
  ...queries,
  register: commands.register,
  update: commands.update,
  deactivate: commands.deactivate,
  activate: commands.activate,
  resendRegistrationEmail: commands.resendRegistrationEmail,
  resetSecondFactor: commands.resetSecondFactor,
  signOut: commands.signOut,
  previewMany,
  changeMany,
};
