import { open } from "../operation.ts";

export const approvals = {
  list: open("GET", "marketplaceProducts", "approvals.view"),
  get: open("GET", "marketplaceProducts/{id}", "approvals.view"),
  approve: open("POST", "marketplaceProducts/ApproveProduct", "approvals.edit"),
  disable: open("POST", "marketplaceProducts/DisableProduct", "approvals.edit"),
  markAsReviewed: open("POST", "marketplaceProducts/MarkAsReviewed", "approvals.edit"),
};
