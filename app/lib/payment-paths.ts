import { paths } from "./paths.ts";

/** Paths of payments and of holding them, apart from those that every page loads. */
export const paymentPaths = {
  hold: (invoiceId: number | string) => `${paths.invoice(invoiceId)}/hold`,
  endHold: (invoiceId: number | string) => `${paths.invoice(invoiceId)}/hold/end`,
  release: (id: number | string) => `${paths.payment(id)}/release`,
  cancel: (id: number | string) => `${paths.payment(id)}/cancel`,
  returns: () => `${paths.payments()}/returns`,
  returned: (id: number | string, supplierId: number | string) => `${paths.payment(id)}/returned/${supplierId}`,
};
