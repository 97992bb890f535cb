import type { Operations } from "../../../contract/operations.ts";
import type { Handler } from "../../http/handlers.ts";

type Products = Operations["products"];

export const syncMarketplaceProduct: Handler<Products["syncMarketplaceProduct"]> = async () => {
  throw new Error("not built yet");
};
