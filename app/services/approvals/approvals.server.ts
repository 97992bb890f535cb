/** Loaders of the approvals list, and the forms in its open row. */

import { redirect } from "@remix-run/node";
import type { z } from "zod";
import type { FormValues } from "#app/lib/form-answer.ts";
import { detailsId, expandedRow, placeOfExpanded } from "#app/lib/list-state.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { ConflictField } from "#app/services/forms/edit-conflicts.server.ts";
import { asOption, marketplaceFilter, productTypeFilter, supplierFilter } from "#app/services/forms/pickers.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { knownZone, momentFields, momentIn, timeZoneOf } from "#app/services/pages/time-zone.server.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { approvalEdit, chosenByGroup } from "#contract/approvals/edits.ts";
import {
  approveForm,
  countField,
  disableForm,
  findField,
  foundField,
  groupField,
  isGroupField,
  reviewForm,
} from "#contract/approvals/forms.ts";
import { approvals } from "#contract/approvals/operations.ts";
import {
  type Approval,
  type ApprovalRow,
  approvalMessages,
  approvalsPageSize,
  type CategoryGroup,
  type categoryLimits,
  maxCategoryWords,
  mostFound,
} from "#contract/approvals/schema.ts";
import { MarketplaceProductStatus, marketplaceStatuses } from "#contract/enumerations.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { shownText } from "#contract/rules/edits.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { shownChanges, shownProduct } from "./shown.server.ts";

const { pendingApproval, pendingReApproval, internallyReviewed } = MarketplaceProductStatus;

const options = (context: RequestContext) => ({
  productTypeId: () => productTypeFilter(context),
  supplierId: () => supplierFilter(context, paths.approvals()),
  marketplaceId: () => marketplaceFilter(context),
  // Every product in this list is registered.
  status: async () =>
    marketplaceStatuses
      .filter(({ value }) => value !== null)
      .map(({ value, displayName }) => ({ value: String(value), label: displayName })),
});

/** Filter rules of the list: by default it shows what waits for approval. */
export const approvalFilterRules = {
  defaults: { showActiveOnly: "true", status: String(pendingApproval) },
  needs: { status: "marketplaceId" },
};

/** Loads a page of the list, with the details of the open row. */
export async function loadApprovals(context: RequestContext) {
  const [list, opened, { cdnBaseUrl, gstRate, defaultTimeZone }, timeZone] = await Promise.all([
    loadList(context, approvals.list, {
      views: "approvals",
      buttons: { canChange: approvals.approve, canChangeMany: approvals.changeMany },
      ...approvalFilterRules,
      options: options(context),
      pageSize: approvalsPageSize,
    }),
    openedRow(context),
    configuration(),
    timeZoneOf(context),
  ]);
  leavesEmptyPage(context, list.data);
  const all = withOpened(list.data.rows, opened, context);
  const rows = all.map((row, place) => ({
    ...shown(row, timeZone),
    details:
      row.id === opened?.id
        ? {
            ...detailsOf(opened, { place, timeZone, mayChange: list.data.may.canChange === true }),
            next: String(nextOf(all, place) ?? ""),
            product: shownProduct(opened, { cdnBaseUrl, gstRate }),
            changes: shownChanges(opened, { timeZone, filterZone: defaultTimeZone }),
          }
        : undefined,
  }));
  return { ...list, data: { ...list.data, rows, cdnBaseUrl } };
}

/** A row of the list. `created` is a calendar day. */
export type ListedApproval = Awaited<ReturnType<typeof loadApprovals>>["data"]["rows"][number];
export type ApprovalDetails = NonNullable<ListedApproval["details"]>;

function shown(row: ApprovalRow, timeZone: string) {
  const {
    id,
    productId,
    productName,
    marketplaceName,
    supplierName,
    status,
    created,
    approvedByUserFullName,
    marketplaceSKU,
    productImageFileId,
  } = row;
  const day = created ? formatDay(created, timeZone) : undefined;
  return {
    id,
    productId,
    productName,
    marketplaceName,
    supplierName,
    status,
    created: day,
    approvedByUserFullName,
    marketplaceSKU,
    productImageFileId,
  };
}

/** Returns the row that the query string opens; undefined if it can no longer be read. */
async function openedRow({ api, url }: RequestContext): Promise<Approval | undefined> {
  const id = url.searchParams.get(expandedRow);
  if (!id) return undefined;
  return api(approvals.get, { id, mostCategories: mostSent, forDecision: true }).catch((error: unknown) => {
    if (error instanceof ApiRefusal) return undefined;
    throw error;
  });
}

/** Statuses that wait for the same: the first decision about a product, or the last. */
const undecided: readonly number[][] = [[pendingApproval, pendingReApproval], [internallyReviewed]];

/** Returns the id of the next row on the page that waits for the same as this one; undefined if there is none. */
function nextOf(rows: readonly ApprovalRow[], place: number): number | undefined {
  const alike = undecided.find((statuses) => statuses.includes(rows[place]?.status ?? 0)) ?? [];
  return rows.slice(place + 1).find(({ status }) => alike.includes(status))?.id;
}

/**
 * The open row keeps its place even if it no longer matches the filters; otherwise the input in its forms would be
 * lost.
 */
function withOpened(rows: ApprovalRow[], opened: Approval | undefined, { url }: RequestContext): ApprovalRow[] {
  if (!opened || rows.some(({ id }) => id === opened.id)) return rows;
  return rows.toSpliced(Number(url.searchParams.get(placeOfExpanded)) || 0, 0, opened);
}

/** Decisions remove rows from the list. If the page has become empty, redirects to the last page. */
function leavesEmptyPage(
  context: RequestContext,
  {
    rows,
    failed,
    page,
    pageSize,
    totalCount,
  }: { rows: unknown[]; failed: boolean; page: number; pageSize: number; totalCount: number },
) {
  if (failed || rows.length > 0 || page === 1) return;
  const last = Math.ceil(totalCount / pageSize);
  throw redirect(withParams(requestedPath(context), { page: last > 1 ? last : null }));
}

interface Surroundings {
  place: number;
  timeZone: string;
  mayChange: boolean;
}

function detailsOf(approval: Approval, { place, timeZone, mayChange }: Surroundings) {
  const { id, status, disableReason, availableFromDate, availableToDate, categoryGroups } = approval;
  const moment = (at: string | null | undefined) => (at ? formatMoment(at, timeZone) : undefined);
  return {
    id,
    place,
    timeZone,
    disableReason,
    status,
    isDisabled: status === MarketplaceProductStatus.disabled,
    isApproved: status === MarketplaceProductStatus.approved,
    canReview: status === pendingApproval || status === pendingReApproval,
    availableFrom: moment(availableFromDate),
    availableTo: moment(availableToDate),
    groups: categoryGroups.map(({ name, categories }) => ({
      name,
      chosen: categories.filter(({ selected }) => selected).map((category) => category.name),
    })),
    form: mayChange
      ? {
          commandIds: { approve: newCommandId(), review: newCommandId(), disable: newCommandId() },
          times: {
            ...momentFields("AvailableFrom", availableFromDate, timeZone),
            ...momentFields("AvailableTo", availableToDate, timeZone),
          },
          groups: categoryGroups.map(choicesOf),
          shown: shownText(approvalEdit(approval, chosenByGroup(approval))),
        }
      : undefined,
  };
}

/** A group with more categories is searched instead of being sent whole: ten thousand would be a megabyte. */
const mostSent = 200;

/** Returns the group's categories, chosen ones first; of a group that is searched, only the chosen ones. */
function choicesOf({ id, name, categories, categoryCount = categories.length }: CategoryGroup) {
  const chosen = categories.filter(({ selected }) => selected);
  const isSearched = categoryCount > mostSent;
  const others = isSearched ? [] : categories.filter(({ selected }) => !selected);
  return {
    field: groupField(id),
    name,
    isSearched,
    options: [...chosen, ...others].map(asOption),
    chosen: chosen.map((category) => String(category.id)),
  };
}

/**
 * Searches a group for the words in its field. Returns the form's values with the categories to offer: the ticked ones
 * and the first matches.
 */
async function withFound(typed: FormValues, field: string, context: RequestContext): Promise<FormValues> {
  const text = String(typed[findField(field)] ?? "").slice(0, maxCategoryWords);
  const ticked = new Set([typed[field] ?? []].flat());
  const limits = { mostCategories: mostSent, categoryIds: idsIn(ticked), categoryWords: text };
  const group = (await sentFor(context, limits)).categoryGroups.find(({ id }) => groupField(id) === field);
  if (!group) return typed;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = group.categories.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const offered = [
    ...group.categories.filter(({ id }) => ticked.has(String(id))),
    ...matches.filter(({ id }) => !ticked.has(String(id))).slice(0, mostFound),
  ];
  const { foundCount = matches.length } = group;
  const count = foundCount.toLocaleString("en-AU");
  return {
    ...typed,
    [foundField(field)]: offered.map(({ id, name }) => `${id} ${name}`),
    [countField(field)]:
      foundCount > mostFound ? `${count} found. The first ${mostFound} are shown.` : `${count} found.`,
  };
}

/** Returns the row whose form was submitted. */
async function sentFor(
  { api, url }: RequestContext,
  limits: z.input<typeof categoryLimits> = { mostCategories: 0 },
): Promise<Approval> {
  const id = url.searchParams.get(expandedRow);
  if (!id) throw missing();
  return api(approvals.get, { id, ...limits });
}

/** Returns the ids in the form that queries take them; undefined if there are none. */
function idsIn(values: Iterable<unknown>): string | undefined {
  const ids = [...values].map(String).filter((value) => /^\d{1,9}$/.test(value));
  return ids.length > 0 ? ids.slice(0, mostChosen).join() : undefined;
}

const mostChosen = 1_000;

const keysOf = ({ productId, marketplaceId }: Approval) => ({ ProductId: productId, MarketplaceId: marketplaceId });

async function approveInput(typed: z.output<typeof approveForm>, context: RequestContext) {
  const chosen = Object.entries(typed).flatMap(([field, value]) => (isGroupField(field) ? [value].flat() : []));
  const [approval, ownZone] = await Promise.all([
    sentFor(context, { mostCategories: 0, categoryIds: idsIn(chosen) }),
    timeZoneOf(context),
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

/**
 * Returns the group with its chosen categories; nothing if the group was not in the form, which leaves it unchanged.
 */
function chosenIn({ id, name, categories }: CategoryGroup, typed: unknown) {
  if (typed === undefined) return [];
  const chosen = new Set([typed].flat());
  const sent = categories.filter((category) => chosen.has(String(category.id)));
  return [
    {
      Id: id,
      Name: name,
      Categories: sent.map((category) => ({ Id: category.id, Name: category.name, ExternalId: category.externalId })),
    },
  ];
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
  display: async (moment, context) =>
    typeof moment === "string" ? formatMoment(moment, await timeZoneOf(context)) : "no date",
});
const dateConflicts: Record<string, ConflictField> = {
  AvailableFromDate: dateConflict("AvailableFrom"),
  AvailableToDate: dateConflict("AvailableTo"),
};

const categoriesConflict: ConflictField = {
  message: async (theirs, context) => {
    const ids = new Set(theirs as number[]);
    const { categoryGroups } = await sentFor(context, { mostCategories: 0, categoryIds: idsIn(ids) });
    const named = categoryGroups.flatMap(({ categories }) => categories.filter(({ id }) => ids.has(id)));
    const list = named.map(({ name }) => name).join(", ") || "none";
    return `Somebody else changed these while you had the form open. Theirs: ${list}. Press the button again to keep what is ticked here.`;
  },
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
