import { downloadRoute } from "~/services/route.server";
import { downloadAgreement } from "~/services/supplier-marketplaces.server";

/** The agreement of a supplier with a marketplace, as the PDF that it is. */
export const loader = downloadRoute(downloadAgreement);
