import { exportCustomer } from "#app/services/customers/customers.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** What is known about a customer. */
export const loader = downloadRoute(exportCustomer);
