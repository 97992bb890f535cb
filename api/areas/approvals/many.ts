/** Decisions about many products on marketplaces, as a background process. */
import { and, asc, eq, inArray } from "drizzle-orm";
import { visibleTo } from "#api/core/access/caller.ts";
import { marketplaceProducts, marketplaces, products } from "#api/core/database/schema/index.ts";
import { byText } from "#api/core/lists/page-of.ts";
import { sendInTurn } from "#api/core/mail/limited.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { type Begun, beginProcess, type Ending, type ProcessKind, type Work } from "#api/core/processing/process.ts";
import { invalid, notFound } from "#api/core/refusals/refusal.ts";
import type { BulkAction } from "#contract/approvals/schema.ts";
import { MarketplaceProductStatus } from "#contract/enumerations.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import * as changes from "./changes.ts";
import { type Notice, sendDisabledNotice } from "./notice.ts";
import { type Listing, listingToChange } from "./policy.ts";
import { filtersOf } from "./search.ts";
import { undoOne } from "./undo-one.ts";

type ChangeMany = Operations["approvals"]["changeMany"];

const mostAtOnce = 20_000;

export const changeMany: Handler<ChangeMany> = async (input, context) => {
  const rows = await rowsOf(input, context);
  return beginProcess(context, approvalChanges, { action: input.Action, reason: input.Reason }, rows);
};

/** The rows are fixed at this moment: listings that match the filter later are not changed. */
async function rowsOf({ Ids, Filter }: InputOf<ChangeMany>, { db, caller }: Context): Promise<Notice[]> {
  const ids = [...new Set(Ids)];
  const which = ids.length > 0 ? inArray(marketplaceProducts.id, ids) : and(...(Filter ? filtersOf(Filter) : []));
  const rows = await db
    .select({
      productId: products.id,
      productName: products.name,
      supplierId: products.supplierId,
      marketplaceId: marketplaces.id,
      marketplaceName: marketplaces.name,
    })
    .from(marketplaceProducts)
    .innerJoin(products, eq(products.id, marketplaceProducts.productId))
    .innerJoin(marketplaces, eq(marketplaces.id, marketplaceProducts.marketplaceId))
    .where(and(visibleTo(caller, products.supplierId), which))
    .orderBy(asc(byText(products.name)), asc(marketplaceProducts.id))
    .limit(mostAtOnce + 1);
  if (ids.length > rows.length) throw notFound("One of these products on its marketplace");
  if (rows.length === 0) throw invalid({ Filter: ["Nothing matches this search now."] });
  if (rows.length > mostAtOnce)
    throw invalid({ Filter: [`That is more than ${mostAtOnce.toLocaleString("en-AU")}. Please narrow your search.`] });
  return rows;
}

export interface ManyInput {
  action: BulkAction | "undo";
  /** Shown to the suppliers of disabled products; empty for none. */
  reason: string;
  /** The process that is undone. */
  undoes?: string;
}

/** The result of a row is the changed listing, or null if it was left unchanged. */
export const approvalChanges: ProcessKind<ManyInput, Notice, Notice | null> = {
  name: "approvals",
  noticeOf: (id, { action }) => ({
    name: action === "undo" ? "Undoing the change of many approvals" : "Changing many approvals",
    path: `/product-approvals/progress/${id}`,
  }),
  isAllowed: ({ permissions }) => permissions.approvals.edit,
  nameOf: ({ productName, marketplaceName }) => `${productName} on ${marketplaceName}`,
  productOf: ({ productId }) => productId,
  async doRow(work, row, { action, reason, undoes = "" }) {
    const { productId, marketplaceId } = row;
    const listing = await listingToChange(work, { ProductId: productId, MarketplaceId: marketplaceId });
    if (action === "undo") {
      await undoOne(work, listing, undoes);
      return { refused: [], result: row };
    }
    const isChanged = await actions[action](work, listing, reason);
    return { refused: [], result: isChanged ? row : null };
  },
  async end(work, allDone, { action, reason }, results) {
    const changed = results.filter((row) => row !== null);
    if (action === "undo") return `${counted(changed.length)} put back.`;
    if (action === "disable" && reason) await sendDisabledNotices(work, changed, reason);
    const unchanged = (await allDone()).length - changed.length;
    const sentences = [`${counted(changed.length)} ${doneTo[action]}.`];
    if (unchanged > 0)
      sentences.push(
        `${counted(unchanged)} left as ${unchanged === 1 ? "it is" : "they are"}: ${whyUnchanged[action]}.`,
      );
    return sentences.join(" ");
  },
};

/**
 * Each returns whether anything was changed: a listing is left unchanged if it is in that state already, or its status
 * does not allow the action.
 */
const actions: Record<BulkAction, (work: Work, listing: Listing, reason: string) => Promise<boolean>> = {
  approve: approveAsPlanned,
  review: reviewWaiting,
  disable: changes.disable,
};

/** Keeps a start date in the future; otherwise the product is on sale at once. */
async function approveAsPlanned(work: Work, listing: Listing): Promise<boolean> {
  if (listing.status === MarketplaceProductStatus.approved) return false;
  const isToCome = (date: Date | null): date is Date => date !== null && date > work.now;
  const { availableFrom, availableTo } = listing;
  await changes.approve(work, listing, {
    from: isToCome(availableFrom) ? availableFrom : work.now,
    to: isToCome(availableTo) ? availableTo : null,
  });
  return true;
}

async function reviewWaiting(work: Work, listing: Listing): Promise<boolean> {
  if (!changes.isWaiting(listing)) return false;
  await changes.markAsReviewed(work, listing);
  return true;
}

/** Sends one email per supplier, about all of its products. */
async function sendDisabledNotices(work: Ending & Begun, listings: readonly Notice[], reason: string): Promise<void> {
  for (const supplierId of new Set(listings.map((listing) => listing.supplierId))) {
    await sendDisabledNotice(
      work,
      listings.filter((listing) => listing.supplierId === supplierId),
      reason,
      sendInTurn,
    );
  }
}

const doneTo: Record<BulkAction, string> = {
  approve: "approved",
  review: "marked as internally reviewed",
  disable: "disabled",
};

/** Messages for listings that were left unchanged. */
const whyUnchanged: Record<BulkAction, string> = {
  approve: "already approved",
  review: "not waiting for approval",
  disable: "already disabled",
};

function counted(count: number): string {
  if (count === 0) return "No product was";
  return count === 1 ? "1 product was" : `${count.toLocaleString("en-AU")} products were`;
}
