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
    description: "Lists products on marketplaces with their status there, a page at a time.",
    permission: "approvals.view",
    input: approvalFilters.extend(paging(approvalSortFields, { maxPageSize: approvalsPageSize }).shape),
    output: paged(approvalRow),
  }),
  get: query("marketplaceProducts/{id}", {
    description: "Returns a product on a marketplace with its status, dates and categories.",
    permission: "approvals.view",
    input: z.object({ id: recordId }).extend({ ...categoryLimits.shape, ...approvalExtras.shape }),
    output: approvalSchema,
  }),
  /** Not part of other APIs. */
  countUncategorised: query("marketplaceProducts/CountUncategorised", {
    description:
      "Counts the listings among these that are not approved yet and have no category, although their marketplace has categories.",
    permission: "approvals.edit",
    input: uncategorisedAmong,
    output: z.object({ count: z.number().int() }),
  }),
  approve: command("marketplaceProducts/ApproveProduct", {
    description: "Approves a product for a marketplace, or changes the dates and categories of an approved one.",
    permission: "approvals.edit",
    effect: "work",
    input: approveProduct,
  }),
  disable: command("marketplaceProducts/DisableProduct", {
    description:
      "Disables a product on a marketplace. The supplier's contacts for orders are emailed the reason, and any later edit asks for another approval.",
    permission: "approvals.edit",
    effect: "work",
    canBeUndone: true,
    input: disableProduct,
  }),
  markAsReviewed: command("marketplaceProducts/MarkAsReviewed", {
    description: "Marks a product on a marketplace as internally reviewed.",
    permission: "approvals.edit",
    effect: "work",
    input: markAsReviewed,
  }),
  /** Not part of other APIs. */
  changeMany: command("marketplaceProducts/ChangeMany", {
    description: "Applies a decision to many listings in the background. Returns the id for `processing`.",
    permission: "approvals.edit",
    effect: "work",
    input: changeMany,
    output: z.guid(),
  }),
};
