import type { Operations } from "../../../contract/operations.ts";
import type { Handler } from "../../http/handlers.ts";

type Products = Operations["products"];

export const deleteAttribute: Handler<Products["deleteAttribute"]> = async () => {
  throw new Error("not built yet");
};

export const upsertCustomAttribute: Handler<Products["upsertCustomAttribute"]> = async () => {
  throw new Error("not built yet");
};

export const updateAttribute: Handler<Products["updateAttribute"]> = async () => {
  throw new Error("not built yet");
};
