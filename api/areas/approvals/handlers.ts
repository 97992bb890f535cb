import type { Operations } from "../../../contract/operations.ts";
import type { AreaHandlers } from "../../http/handlers.ts";

const todo = async (): Promise<never> => {
  throw new Error("not built yet");
};

export const approvals: AreaHandlers<Operations["approvals"]> = { list: todo, get: todo, approve: todo, disable: todo, markAsReviewed: todo, changeMany: todo };
