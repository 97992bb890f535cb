import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { add, cancel, markDispatched, markSlipsPrinted, update } from "./commands.ts";
import { dispatch } from "./dispatch.ts";
import { changeMany, previewMany } from "./many.ts";
import { couriers, get, list, packagingSlips } from "./queries.ts";

export const shipments: AreaHandlers<Operations["shipments"]> = {
  list,
  get,
  couriers,
  add,
  update,
  markDispatched,
  dispatch,
  previewMany,
  changeMany,
  cancel,
  packagingSlips,
  markSlipsPrinted,
};
