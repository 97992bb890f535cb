import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, invalid } from "#api/core/refusals/refusal.ts";
import { approvalEdit } from "#contract/approvals/edits.ts";
import { groupField } from "#contract/approvals/forms.ts";
import { endBeforeBeginning } from "#contract/approvals/schema.ts";
import { MarketplaceProductStatus, marketplaceStatuses } from "#contract/enumerations.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { chooseCategories, chosenCategories } from "./categories.ts";
import * as changes from "./changes.ts";
import { sendDisabledNotice } from "./notice.ts";
import { type Listing, listingToChange } from "./policy.ts";

type Approvals = Operations["approvals"];

export const approve: Handler<Approvals["approve"]> = async (sent, context) => {
  const listing = await listingToChange(context, sent);
  assertUnchanged(listing, sent.SeenStatus);
  const input = await merged(sent, listing, context.db);
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

type Approval = InputOf<Approvals["approve"]>;

/** @throws Refusal 409 if others have changed the same dates or the same group of categories */
async function merged(sent: Approval, listing: Listing, db: Db): Promise<Approval> {
  if (sent.Shown === undefined) return sent;
  const stored = {
    availableFromDate: listing.availableFrom?.toISOString(),
    availableToDate: listing.availableTo?.toISOString(),
  };
  const sentPeriod = { availableFromDate: inUtc(sent.AvailableFromDate), availableToDate: inUtc(sent.AvailableToDate) };
  const sentGroups = new Map(sent.CategoryGroups.map(({ Id, Categories }) => [Id, Categories.map((each) => each.Id)]));
  const groupIds = [...sentGroups.keys()];
  const now = approvalEdit(stored, await chosenCategories(db, listing, groupIds));
  const kept: Record<string, unknown> = edited({ ...approvalEdit(sentPeriod, sentGroups), Shown: sent.Shown }, now);
  const isStored = (field: "AvailableFromDate" | "AvailableToDate") => kept[field] === now[field];
  return {
    ...sent,
    AvailableFromDate: isStored("AvailableFromDate") ? stored.availableFromDate : sent.AvailableFromDate,
    AvailableToDate: isStored("AvailableToDate") ? stored.availableToDate : sent.AvailableToDate,
    CategoryGroups: groupIds.map((Id) => ({
      Id,
      Categories: (kept[groupField(Id)] as number[]).map((category) => ({ Id: category })),
    })),
  };
}

const inUtc = (moment: string | null | undefined) => (moment ? new Date(moment).toISOString() : null);

export const disable: Handler<Approvals["disable"]> = async (input, context) => {
  const listing = await listingToChange(context, input);
  const isChanged = await changes.disable(context, listing, input.Reason);
  if (isChanged && input.Reason) await sendDisabledNotice(context, [listing], input.Reason);
  return null;
};

export const markAsReviewed: Handler<Approvals["markAsReviewed"]> = async (input, context) => {
  await changes.markAsReviewed(context, await listingToChange(context, input));
  return null;
};
