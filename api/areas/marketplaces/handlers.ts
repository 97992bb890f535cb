import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { previewAgreement } from "./agreement-preview.ts";
import * as channel from "./channel.ts";
import * as commands from "./commands.ts";
import * as feeds from "./feed.ts";
import * as queries from "./queries.ts";
import * as shop from "./shop.ts";

export const marketplaces: AreaHandlers<Operations["marketplaces"]> = {
  ...queries,
  ...commands,
  updateChannel: channel.updateChannel,
  testWebhook: channel.testWebhook,
  shopOrders: shop.orders,
  readShopOrders: shop.readAll,
  readShopOrder: shop.readOne,
  leaveOutShopOrder: shop.leaveOut,
  feed: feeds.feed,
  updateFeed: feeds.updateFeed,
  renewFeedAddress: feeds.renewFeedAddress,
  previewAgreement,
};
