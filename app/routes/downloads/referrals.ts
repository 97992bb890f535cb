import { exportReferrals } from "~/services/referrals.server";
import { downloadRoute } from "~/services/route.server";

/** The clicks on referral products, as a workbook. */
export const loader = downloadRoute(exportReferrals);
