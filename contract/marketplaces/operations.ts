import { z } from "zod";
import { query } from "#contract/operation.ts";
import { paged, paging, pickerPageSize } from "#contract/paging.ts";

export const marketplaceSchema = z.object({ id: z.number().int(), name: z.string() });

export const marketplaces = {
  list: query("Marketplaces", {
    permission: "signedIn",
    input: paging(["name"], { maxPageSize: pickerPageSize }),
    output: paged(marketplaceSchema),
  }),
};
