import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { command, edit, query } from "#contract/operation.ts";
import { saveView, viewsSchema } from "./schema.ts";

const feature = "savedViews";

/** Saved views of lists: a name for filters, a sort order and columns. Not part of other APIs. */
export const views = {
  /** The caller's own views and those that are shared with them, of all lists. */
  list: query("views", { permission: "signedIn", feature, input: z.object({}), output: viewsSchema }),
  /**
   * Returns the id. Users who may change the organisation's settings may share views, and change shared ones. Read Only
   * uses shared views alone, because it changes nothing.
   */
  save: command("views/SaveView", {
    permission: "mayWrite",
    effect: "own",
    feature,
    input: saveView.extend(edit),
    output: z.number().int(),
  }),
  /** Deleting a view that no longer exists succeeds. */
  remove: command("views/DeleteView", {
    permission: "mayWrite",
    effect: "own",
    feature,
    input: z.object({ ViewId: recordId }),
  }),
};
