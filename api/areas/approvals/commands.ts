import type { Handler } from "#api/operations/handlers.ts";
import { conflict, invalid } from "#api/refusals/refusal.ts";
import { endBeforeBeginning } from "#contract/approvals/schema.ts";
import { MarketplaceProductStatus, marketplaceStatuses } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { chooseCategories } from "./categories.ts";
import * as changes from "./changes.ts";
import { notifySupplier } from "./notice.ts";
import { type Listing, listingToChange } from "./policy.ts";

type Approvals = Operations["approvals"];

export const approve: Handler<Approvals["approve"]> = async (input, context) => {
  const listing = await listingToChange(context, input);
  assertUnchanged(listing, input.SeenStatus);
  const from = input.AvailableFromDate ? new Date(input.AvailableFromDate) : context.now;
  const to = input.AvailableToDate ? new Date(input.AvailableToDate) : null;
  if (to && to <= from)
    throw invalid({
      AvailableToDate: [input.AvailableFromDate ? endBeforeBeginning : "The end must be in the future."],
    });
  await changes.approve(context, listing, { from, to });
  await chooseCategories(context.db, listing, input.CategoryGroups);
  return null;
};

/** Refuses if somebody else has decided since the page was opened, so that their decision is not overwritten unseen. */
function assertUnchanged({ status, disableReason }: Listing, seen: number | null | undefined): void {
  if (seen == null || seen === status) return;
  const now = marketplaceStatuses.find(({ value }) => value === status)?.displayName;
  const why = status === MarketplaceProductStatus.disabled && disableReason ? `, because: ${disableReason}` : "";
  throw conflict(
    `This has changed since you opened it: it is now “${now}”${why}. Please check it, then press the button again to approve it.`,
  );
}

export const disable: Handler<Approvals["disable"]> = async (input, context) => {
  const listing = await listingToChange(context, input);
  const isChanged = await changes.disable(context, listing, input.Reason);
  if (isChanged && input.Reason) await notifySupplier(context, [listing], input.Reason);
  return null;
};

export const markAsReviewed: Handler<Approvals["markAsReviewed"]> = async (input, context) => {
  await changes.markAsReviewed(context, await listingToChange(context, input));
  return null;
};
