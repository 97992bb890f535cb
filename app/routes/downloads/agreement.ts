import { resource, screen } from "~/services/route.server";
import { downloadAgreement } from "~/services/supplier-marketplaces.server";

/** The agreement of a supplier with a marketplace, as the PDF that it is. */
export const loader = resource(screen(downloadAgreement));
