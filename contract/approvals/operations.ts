import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { command, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import {
  approvalExtras,
  approvalFilters,
  approvalRow,
  approvalSchema,
  approvalSortFields,
  approvalsPageSize,
  approveProduct,
  categoryLimits,
  changeMany,
  disableProduct,
  markAsReviewed,
  uncategorisedAmong,
} from "./schema.ts";

export const approvals = {
  list: query("marketplaceProducts", {
    permission: "approvals.view",
    input: approvalFilters.extend(paging(approvalSortFields, { maxPageSize: approvalsPageSize }).shape),
    output: paged(approvalRow),
  }),
  get: query("marketplaceProducts/{id}", {
    permission: "approvals.view",
    input: z.object({ id: recordId }).extend({ ...categoryLimits.shape, ...approvalExtras.shape }),
    output: approvalSchema,
  }),
  /**
   * Counts the listings among these that are not approved yet and have no category, although their marketplace has
   * categories. Not part of other APIs.
   */
  countUncategorised: query("marketplaceProducts/CountUncategorised", {
    permission: "approvals.edit",
    input: uncategorisedAmong,
    output: z.object({ count: z.number().int() }),
  }),
  approve: command("marketplaceProducts/ApproveProduct", {
    permission: "approvals.edit",
    effect: "work",
    input: approveProduct,
  }),
  disable: command("marketplaceProducts/DisableProduct", {
    permission: "approvals.edit",
    effect: "work",
    canBeUndone: true,
    input: disableProduct,
  }),
  markAsReviewed: command("marketplaceProducts/MarkAsReviewed", {
    permission: "approvals.edit",
    effect: "work",
    input: markAsReviewed,
  }),
  /** Applies a decision to many rows in the background. Returns the id for `processing`. Not part of other APIs. */
  changeMany: command("marketplaceProducts/ChangeMany", {
    permission: "approvals.edit",
    effect: "work",
    input: changeMany,
    output: z.guid(),
  }),
};
