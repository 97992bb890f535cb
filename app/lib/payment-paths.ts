import { paths } from "./paths.ts";

/** Paths below a payment, apart from those that every page loads. */
export const paymentPaths = {
  returned: (id: number | string, supplierId: number | string) => `${paths.payment(id)}/returned/${supplierId}`,
};
