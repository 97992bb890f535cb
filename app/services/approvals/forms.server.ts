/** The forms in the open row of the approvals list. */

import type { z } from "zod";
import { detailsId, expandedRow, placeOfExpanded } from "#app/lib/list-state.ts";
import { withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm } from "#app/services/forms/command-form.server.ts";
import type { ConflictField } from "#app/services/forms/edit-conflicts.server.ts";
import { knownZone, momentIn, operatorZone } from "#app/services/pages/time-zone.server.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { approveForm, disableForm, groupField, isGroupField, reviewForm } from "#contract/approvals/forms.ts";
import { approvals } from "#contract/approvals/operations.ts";
import { type Approval, approvalMessages } from "#contract/approvals/schema.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { categoriesConflict, chosenIn, idsIn, sentFor, withFound } from "./categories.server.ts";

const keysOf = ({ productId, marketplaceId }: Approval) => ({ ProductId: productId, MarketplaceId: marketplaceId });

async function approveInput(typed: z.output<typeof approveForm>, context: RequestContext) {
  const chosen = Object.entries(typed).flatMap(([field, value]) => (isGroupField(field) ? [value].flat() : []));
  const [approval, ownZone] = await Promise.all([
    sentFor(context, { mostCategories: 0, categoryIds: idsIn(chosen) }),
    operatorZone(),
  ]);
  const zone = knownZone(typed.TimeZone) ?? ownZone;
  return {
    ...keysOf(approval),
    SeenStatus: Number(typed.SeenStatus) || null,
    AvailableFromDate: momentIn(
      "AvailableFrom",
      typed.AvailableFrom,
      zone,
      approval.availableFromDate,
      typed.AvailableFromTurn,
    ),
    AvailableToDate: momentIn("AvailableTo", typed.AvailableTo, zone, approval.availableToDate, typed.AvailableToTurn),
    CategoryGroups: approval.categoryGroups.flatMap((group) => chosenIn(group, typed[groupField(group.id)])),
  };
}

const { notSaved } = approvalMessages;
const keyInput = async (_: unknown, context: RequestContext) => keysOf(await sentFor(context));

interface Sent {
  Place: string;
  Next: string;
}

/** Returns to the list as it is, with the row still open in its place. */
const staysOnRow = (context: RequestContext, _: unknown, { Place }: Sent) =>
  withParams(requestedPath(context), { [placeOfExpanded]: Place });

/** Opens the next row, where the decided one was. */
const opensNext = (context: RequestContext, answer: unknown, sent: Sent) => {
  const { Place, Next } = sent;
  if (!Next) return staysOnRow(context, answer, sent);
  const list = withParams(requestedPath(context), { [expandedRow]: Next, [placeOfExpanded]: Place });
  return `${list}#${detailsId(Next)}`;
};

const dateConflict = (field: string): ConflictField => ({
  field,
  display: async (moment) => (typeof moment === "string" ? formatMoment(moment, await operatorZone()) : "no date"),
});
const dateConflicts: Record<string, ConflictField> = {
  AvailableFromDate: dateConflict("AvailableFrom"),
  AvailableToDate: dateConflict("AvailableTo"),
};

const names = { AvailableFromDate: "AvailableFrom", AvailableToDate: "AvailableTo" };
const approveWith = (saved: string, next: typeof opensNext) =>
  commandForm({
    operation: approvals.approve,
    schema: approveForm,
    input: approveInput,
    refresh: withFound,
    names,
    conflictFields: (field) => (isGroupField(field) ? categoriesConflict : dateConflicts[field]),
    saved,
    notSaved,
    next,
  });

export const approvalForms: Record<string, CommandForm> = {
  approve: approveWith(approvalMessages.approved, opensNext),
  update: approveWith(approvalMessages.updated, staysOnRow),
  review: commandForm({
    operation: approvals.markAsReviewed,
    schema: reviewForm,
    input: keyInput,
    saved: approvalMessages.reviewed,
    notSaved,
    next: opensNext,
  }),
  disable: commandForm({
    operation: approvals.disable,
    schema: disableForm,
    input: async ({ Reason }, context) => ({ ...keysOf(await sentFor(context)), Reason }),
    saved: approvalMessages.disabled,
    notSaved,
    next: opensNext,
  }),
};
