/** Value of `?edit=` on the shipment page. */
export const trackingCard = "tracking";
