import { downloadRoute } from "#app/services/request/route.server.ts";
import { downloadAgreement } from "#app/services/suppliers/marketplaces.server.ts";

/** The agreement of a supplier with a marketplace, as the PDF that it is. */
export const loader = downloadRoute(downloadAgreement);
