import { paths } from "./paths.ts";

type Id = number | string;

/** Paths of single commission rules, and of why an item has its commission, apart from those that every page loads. */
export const commissionPaths = {
  new: () => `${paths.commissionRules()}/new`,
  rule: (id: Id) => `${paths.commissionRules()}/${id}`,
  delete: (id: Id) => `${paths.commissionRules()}/${id}/delete`,
  why: (orderId: Id, lineItemId: Id) => `${paths.order(orderId)}/commission/${lineItemId}`,
};
