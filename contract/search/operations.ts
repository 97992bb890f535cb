import { query } from "#contract/operation.ts";
import { searchInput, searchSchema } from "./schema.ts";

/** Records of every kind by number, SKU, ABN, email address or name. Not part of other APIs. */
export const search = {
  find: query("search", {
    description: "Finds records of every kind by number, SKU, ABN, email address or name.",
    permission: "signedIn",
    feature: "search",
    input: searchInput,
    output: searchSchema,
  }),
};
