import type { Channel } from "../channels/channel.ts";
import { ShopRefusal } from "./shop.ts";

/** Returns a refusal of the shop as an outcome; throws if the shop does not answer. */
export const refusalAsOutcome =
  (send: Channel["publish"]): Channel["publish"] =>
  async (listing, startedAt) => {
    try {
      return await send(listing, startedAt);
    } catch (error) {
      if (error instanceof ShopRefusal) return { isAccepted: false, reason: error.message };
      throw error;
    }
  };
