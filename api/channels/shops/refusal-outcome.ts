import type { Channel } from "../channel.ts";
import { ShopRefusal } from "./shop.ts";

/** What a shop refuses is an outcome; what it does not answer is thrown. */
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
