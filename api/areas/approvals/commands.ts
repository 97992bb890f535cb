import { endBeforeBeginning } from "../../../contract/approvals/schema.ts";
import type { Operations } from "../../../contract/operations.ts";
import type { Handler } from "../../http/handlers.ts";
import { invalid } from "../../http/refusal.ts";
import { chooseCategories } from "./categories.ts";
import * as changes from "./changes.ts";
import { tellSupplier } from "./notice.ts";
import { listingToChange } from "./policy.ts";

type Approvals = Operations["approvals"];

export const approve: Handler<Approvals["approve"]> = async (input, context) => {
  const listing = await listingToChange(context, input);
  const from = input.AvailableFromDate ? new Date(input.AvailableFromDate) : context.now;
  const to = input.AvailableToDate ? new Date(input.AvailableToDate) : null;
  if (to && to <= from) throw invalid({ AvailableToDate: [endBeforeBeginning] });
  await changes.approve(context, listing, { from, to });
  await chooseCategories(context.db, listing, input.CategoryGroups);
  return null;
};

export const disable: Handler<Approvals["disable"]> = async (input, context) => {
  const listing = await listingToChange(context, input);
  const isChanged = await changes.disable(context, listing, input.Reason);
  if (isChanged && input.Reason) await tellSupplier(context, [listing], input.Reason);
  return null;
};

export const markAsReviewed: Handler<Approvals["markAsReviewed"]> = async (input, context) => {
  await changes.markAsReviewed(context, await listingToChange(context, input));
  return null;
};
