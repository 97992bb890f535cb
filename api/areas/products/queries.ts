import type { Operations } from "../../../contract/operations.ts";
import type { Handler } from "../../http/handlers.ts";

type Products = Operations["products"];

export const list: Handler<Products["list"]> = async () => {
  throw new Error("not built yet");
};

export const get: Handler<Products["get"]> = async () => {
  throw new Error("not built yet");
};

export const shippingMethodOptions: Handler<Products["shippingMethodOptions"]> = async () => {
  throw new Error("not built yet");
};

export const marketplaceStatusOptions: Handler<Products["marketplaceStatusOptions"]> = async () => {
  throw new Error("not built yet");
};
