/** A stock feed in the fields of the command that changes it. Its password is never shown. */
import type { SourceFile } from "#contract/products/source.ts";
import type { StockFeed } from "./schema.ts";

type Details = Pick<StockFeed, "name" | "address" | "userName" | "publicKey" | "every" | "isPaused">;

export const stockFeedDetails = (feed: Details) => ({
  Name: feed.name,
  Address: feed.address,
  UserName: feed.userName,
  SignIn: feed.publicKey === null ? ("password" as const) : ("key" as const),
  Password: "",
  Every: feed.every,
  IsPaused: feed.isPaused,
});

type Columns = Pick<
  SourceFile,
  | "columns"
  | "productTypeId"
  | "pricesIncludeGst"
  | "makesUnknown"
  | "shippingMethod"
  | "domesticFlatRate"
  | "shippingRuleId"
  | "shippingNotes"
>;

/** `AssignStockFeedColumns` */
export const stockFeedColumns = (file: Columns) => ({
  ProductTypeId: file.productTypeId,
  PricesIncludeGst: file.pricesIncludeGst,
  MakesUnknown: file.makesUnknown,
  ShippingMethod: file.shippingMethod,
  DomesticFlatRate: file.domesticFlatRate,
  ShippingRuleId: file.shippingRuleId,
  ShippingNotes: file.shippingNotes,
  Columns: file.columns.flatMap(({ column, field }) => (field === null ? [] : [{ Column: column, Field: field }])),
});
