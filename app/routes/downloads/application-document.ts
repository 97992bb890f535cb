import { downloadDocument } from "#app/services/applications/applications.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** A document of an applicant, as it was sent. It is saved and never shown inside the site. */
export const loader = downloadRoute(downloadDocument);
