import { exportCustomer } from "#app/services/customers/customers.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** Everything that is stored about the orders of a customer, for the operator. */
export const loader = downloadRoute(exportCustomer("operator"));
