import { downloadAgreementPreview } from "#app/services/marketplaces/marketplaces.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The agreement with an example supplier, as PDF. */
export const loader = downloadRoute(downloadAgreementPreview);
