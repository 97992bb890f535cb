import { paths } from "./paths.ts";

/** Paths below a payment, apart from those that every page loads. */
export const paymentPaths = {
  release: (id: number | string) => `${paths.payment(id)}/release`,
  cancel: (id: number | string) => `${paths.payment(id)}/cancel`,
  returned: (id: number | string, supplierId: number | string) => `${paths.payment(id)}/returned/${supplierId}`,
};
