import type { Operations } from "../../../contract/operations.ts";
import type { Handler } from "../../http/handlers.ts";

type Products = Operations["products"];

export const upsertVariant: Handler<Products["upsertVariant"]> = async () => {
  throw new Error("not built yet");
};

export const deleteVariant: Handler<Products["deleteVariant"]> = async () => {
  throw new Error("not built yet");
};
