import type { Operations } from "../../../contract/operations.ts";
import type { AreaHandlers } from "../../http/handlers.ts";
import * as attributes from "./attributes.ts";
import * as commands from "./commands.ts";
import { updateDetails } from "./details.ts";
import * as excelExport from "./excel-export.ts";
import * as images from "./images.ts";
import * as queries from "./queries.ts";
import { excelReferralsExport } from "./referrals-export.ts";
import { updateShippingMethod } from "./shipping.ts";
import * as sync from "./sync.ts";
import * as variants from "./variants.ts";

export const products: AreaHandlers<Operations["products"]> = {
  ...queries,
  ...commands,
  ...excelExport,
  excelReferralsExport,
  updateDetails,
  updateShippingMethod,
  ...variants,
  ...attributes,
  ...images,
  ...sync,
};
