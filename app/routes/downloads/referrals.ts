import { exportReferrals } from "#app/services/products/referrals.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The clicks on referral products, as a workbook. */
export const loader = downloadRoute(exportReferrals);
