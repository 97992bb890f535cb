/** What `?edit=` says on the page of a shipment. */
export const trackingCard = "tracking";
