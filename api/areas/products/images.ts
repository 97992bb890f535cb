import type { Operations } from "../../../contract/operations.ts";
import type { Handler } from "../../http/handlers.ts";

type Products = Operations["products"];

export const upsertImage: Handler<Products["upsertImage"]> = async () => {
  throw new Error("not built yet");
};

export const deleteImage: Handler<Products["deleteImage"]> = async () => {
  throw new Error("not built yet");
};

export const reorderImages: Handler<Products["reorderImages"]> = async () => {
  throw new Error("not built yet");
};
