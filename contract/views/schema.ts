import { z } from "zod";
import { roles } from "#contract/enumerations.ts";
import { list, recordIdOrNone, text, yesNo } from "#contract/fields.ts";

/** The users who have the view in their lists: its author, everybody with a role, or everybody. */
const audiences = ["me", "everybody", ...roles] as const;

const viewNameLength = 60;
/** Most views of one person for one list, and most shared views of one list. */
export const maxViews = 30;
/** Most characters of a view's query string, and of the headings of its columns. */
const longest = 2_000;

export const viewSchema = z.object({
  id: z.number().int(),
  list: z.string(),
  name: z.string(),
  audience: z.string(),
  /** The list opens with it: a person's own comes first, then that of a role, then that of everybody. */
  isDefault: z.boolean(),
  /** It is in the main menu, with the number of its records. */
  isPinned: z.boolean(),
  /** It is the caller's own, or shared with a role of the caller or with everybody. */
  isForMe: z.boolean(),
  /** Filters, sort order and page size, as in the address of the list; a filter without a value is off. */
  query: z.string(),
  /** Headings of the columns in their order, one on each line; empty for the columns of the list. */
  columns: z.string(),
  canEdit: z.boolean(),
});
export type View = z.output<typeof viewSchema>;

export const viewsSchema = z.object({ items: z.array(viewSchema), canShare: z.boolean() });

const optional = z.string().max(longest);

const columnsMessage = "Please choose at least one column.";

/** The fields of a view that people fill in. */
const viewDetails = z.object({
  Name: text({ max: viewNameLength }),
  Audience: z.enum(audiences, "Please choose who has this view."),
  IsDefault: yesNo,
  IsPinned: yesNo,
  Query: optional.refine((query) => !/[\u0000-\u001f]/.test(query), "Please open the list again."),
});

export const saveView = viewDetails.extend({
  /** Empty for a new view. */
  ViewId: recordIdOrNone,
  Columns: optional.refine((columns) => !/[\u0000-\u0009\u000b-\u001f]/.test(columns), "Please open the list again."),
});

/** The form of a view: its columns are ticked, one by one. */
export const viewForm = viewDetails.extend({
  Columns: list(z.string().max(100), { min: 1, max: 50, required: columnsMessage, tooMany: columnsMessage }),
});

export const viewMessages = {
  saved: "View has been saved successfully.",
  deleted: "View has been deleted successfully.",
  notSaved: "Oh dear, the view could not be saved due to an unexpected error. Please try again.",
  notDeleted: "Oh dear, the view could not be deleted due to an unexpected error. Please try again.",
};
