import { z } from "zod";
import { lists } from "#contract/areas.ts";
import { recordId } from "#contract/fields.ts";
import { command, edit, query } from "#contract/operation.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { saveView, viewsSchema } from "./schema.ts";

const feature = "savedViews";

/** Saved views of lists: a name for filters, a sort order and columns. Not part of other APIs. */
export const views = {
  list: query("views", {
    description: "Returns the caller's own views and those that are shared with them, of all lists.",
    permission: "signedIn",
    feature,
    input: z.object({}),
    output: viewsSchema,
  }),
  save: command("views/SaveView", {
    description:
      "Saves a view of a list. Users who may change the organisation's settings may share views, and change shared ones. Read Only uses shared views alone, because it changes nothing. Returns the id.",
    permission: "mayWrite",
    effect: "own",
    feature,
    input: saveView.extend({ List: z.enum(keysOf(lists)), ...edit }),
    output: z.number().int(),
  }),
  remove: command("views/DeleteView", {
    description: "Deletes a view. Deleting one that no longer exists succeeds.",
    permission: "mayWrite",
    effect: "own",
    feature,
    input: z.object({ ViewId: recordId }),
  }),
};
