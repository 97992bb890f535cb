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
  list: query("suppliers/StockFeeds", {
    description: "Returns the stock feeds of a supplier, each with its last run.",
    ...feeds,
    input: z.object({ supplierId: recordId }),
    output: z.array(stockFeed),
  }),
  get: query("suppliers/StockFeeds/{id}", {
    description: "Returns a stock feed with its last runs.",
    ...feeds,
    input: stockFeedId,
    output: stockFeed,
  }),
  add: command("suppliers/AddStockFeed", {
    description:
      "Adds a stock feed. Its file is read within seconds, so that its columns can be assigned. Returns the feed's id.",
    ...feeds,
    effect: "work",
    input: addStockFeed,
    output: z.number().int(),
    secretFields: ["Password"],
  }),
  update: command("suppliers/UpdateStockFeed", {
    description: "Changes the name, address, schedule and credentials of a stock feed, or pauses it.",
    ...feeds,
    effect: "work",
    input: updateStockFeed.extend(edit),
    secretFields: ["Password"],
  }),
  remove: command("suppliers/RemoveStockFeed", {
    description: "Removes a stock feed. Keeps what it has imported.",
    ...feeds,
    effect: "work",
    input: stockFeedCommand,
  }),
  run: command("suppliers/RunStockFeed", {
    description:
      "Reads the file of a stock feed within seconds and imports it, even if it has not changed or the feed is paused.",
    ...feeds,
    effect: "work",
    input: stockFeedCommand,
  }),
  columns: query("suppliers/StockFeeds/{id}/Columns", {
    description: "Returns the columns of the file that a stock feed received last.",
    ...feeds,
    input: stockFeedId,
    output: sourceFile,
  }),
  assignColumns: command("suppliers/AssignStockFeedColumns", {
    description: "Sets what the columns of a stock feed mean, and reads the file within seconds.",
    ...feeds,
    effect: "work",
    input: assignStockFeedColumns.extend(edit),
  }),
};
