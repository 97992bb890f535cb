import type { Operations } from "../../../contract/operations.ts";
import type { Handler } from "../../http/handlers.ts";

type Products = Operations["products"];

export const add: Handler<Products["add"]> = async () => {
  throw new Error("not built yet");
};

export const updateDetails: Handler<Products["updateDetails"]> = async () => {
  throw new Error("not built yet");
};

export const deactivate: Handler<Products["deactivate"]> = async () => {
  throw new Error("not built yet");
};

export const activate: Handler<Products["activate"]> = async () => {
  throw new Error("not built yet");
};

export const updateShippingMethod: Handler<Products["updateShippingMethod"]> = async () => {
  throw new Error("not built yet");
};
