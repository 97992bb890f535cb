import { exportReferrals } from "~/services/referrals.server";
import { resource, screen } from "~/services/route.server";

/** The clicks on referral products, as a workbook. */
export const loader = resource(screen(exportReferrals));
