import type { AreaHandlers } from "#api/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { removeCarrierKey, setCarrierKey } from "./carrier.ts";
import * as commands from "./commands.ts";
import * as financialDetails from "./financial-details.ts";
import { checkGst } from "./gst.ts";
import * as marketplaces from "./marketplaces.ts";
import * as queries from "./queries.ts";
import * as staff from "./staff.ts";

export const suppliers: AreaHandlers<Operations["suppliers"]> = {
  ...queries,
  ...commands,
  ...financialDetails,
  checkGst,
  setCarrierKey,
  removeCarrierKey,
  ...staff,
  ...marketplaces,
};
