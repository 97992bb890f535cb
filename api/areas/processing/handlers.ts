import type { Operations } from "../../../contract/operations.ts";
import type { AreaHandlers } from "../../http/handlers.ts";

export const processing: AreaHandlers<Operations["processing"]> = {
  get: async () => {
    throw new Error("not built yet");
  },
};
