/** A stock feed in the fields of the command that changes it. Its password is never shown. */
import type { StockFeed } from "./schema.ts";

type Details = Pick<StockFeed, "name" | "address" | "userName" | "every" | "isPaused">;

export const stockFeedDetails = (feed: Details) => ({
  Name: feed.name,
  Address: feed.address,
  UserName: feed.userName,
  Password: "",
  Every: feed.every,
  IsPaused: feed.isPaused,
});
