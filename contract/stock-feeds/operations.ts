import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { command, edit, query } from "#contract/operation.ts";
import { sourceFile } from "#contract/products/source.ts";
import {
  addStockFeed,
  assignStockFeedColumns,
  stockFeed,
  stockFeedCommand,
  stockFeedId,
  updateStockFeed,
} from "./schema.ts";

const feeds = { permission: "products.edit", feature: "stockFeeds" } as const;

/** For those who may change the products of the supplier. Not part of other APIs. */
export const stockFeeds = {
  /** The feeds of a supplier, each with its last run. */
  list: query("suppliers/StockFeeds", {
    ...feeds,
    input: z.object({ supplierId: recordId }),
    output: z.array(stockFeed),
  }),
  /** Returns a feed with its last runs. */
  get: query("suppliers/StockFeeds/{id}", { ...feeds, input: stockFeedId, output: stockFeed }),
  /** Its file is read within seconds, so that its columns can be assigned. Returns the feed's id. */
  add: command("suppliers/AddStockFeed", {
    ...feeds,
    effect: "work",
    input: addStockFeed,
    output: z.number().int(),
    secretFields: ["Password"],
  }),
  update: command("suppliers/UpdateStockFeed", {
    ...feeds,
    effect: "work",
    input: updateStockFeed.extend(edit),
    secretFields: ["Password"],
  }),
  /** Keeps what it has imported. */
  remove: command("suppliers/RemoveStockFeed", { ...feeds, effect: "work", input: stockFeedCommand }),
  /** Reads the file within seconds and imports it, even if it has not changed or the feed is paused. */
  run: command("suppliers/RunStockFeed", { ...feeds, effect: "work", input: stockFeedCommand }),
  /** The columns of the file that was received last. */
  columns: query("suppliers/StockFeeds/{id}/Columns", { ...feeds, input: stockFeedId, output: sourceFile }),
  /** Says what the columns mean, and reads the file within seconds. */
  assignColumns: command("suppliers/AssignStockFeedColumns", {
    ...feeds,
    effect: "work",
    input: assignStockFeedColumns.extend(edit),
  }),
};
