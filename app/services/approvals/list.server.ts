/** The approvals list with the details of its open row. */

import { redirect } from "@remix-run/node";
import { expandedRow, placeOfExpanded } from "#app/lib/list-state.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { newCommandId } from "#app/services/forms/command-form.server.ts";
import { marketplaceFilter, productTypeFilter, supplierFilter } from "#app/services/forms/pickers.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { momentFields, operatorZone } from "#app/services/pages/time-zone.server.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { approvalEdit, chosenByGroup } from "#contract/approvals/edits.ts";
import { approvals } from "#contract/approvals/operations.ts";
import { type Approval, type ApprovalRow, approvalsPageSize } from "#contract/approvals/schema.ts";
import { MarketplaceProductStatus, marketplaceStatuses } from "#contract/enumerations.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { shownText } from "#contract/rules/edits.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { choicesOf, mostSent } from "./categories.server.ts";
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
  const [list, opened, { cdnBaseUrl, gstRate }, timeZone] = await Promise.all([
    loadList(context, approvals.list, {
      views: "approvals",
      buttons: { canChange: approvals.approve, canChangeMany: approvals.changeMany },
      ...approvalFilterRules,
      options: options(context),
      pageSize: approvalsPageSize,
    }),
    openedRow(context),
    configuration(),
    operatorZone(),
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
            changes: shownChanges(opened, timeZone),
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
