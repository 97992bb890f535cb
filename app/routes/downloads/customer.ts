import { exportCustomer } from "#app/services/customers/customers.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The personal data of a customer, to hand over. */
export const loader = downloadRoute(exportCustomer("customer"));
