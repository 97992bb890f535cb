import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { removeCarrierKey, setCarrierKey } from "./carrier.ts";
import * as commands from "./commands.ts";
import * as financialDetails from "./financial-details.ts";
import { checkGst } from "./gst.ts";
import { changeMany, previewMany } from "./many.ts";
import {
  agreeToMarketplaceAgreement,
  disableMarketplace,
  enableMarketplace,
  upsertMarketplace,
} from "./marketplaces.ts";
import * as queries from "./queries.ts";
import { addUser, removeUser, updateUser } from "./staff.ts";
import { excelExport } from "./workbook/excel-export.ts";
import * as imports from "./workbook/handlers.ts";

export const suppliers: AreaHandlers<Operations["suppliers"]> = {
  ...queries,
  ...commands,
  ...financialDetails,
  checkGst,
  setCarrierKey,
  removeCarrierKey,
  addUser,
  updateUser,
  removeUser,
  upsertMarketplace,
  agreeToMarketplaceAgreement,
  disableMarketplace,
  enableMarketplace,
  previewMany,
  changeMany,
  excelExport,
  ...imports,
};
