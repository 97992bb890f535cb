/** The message wherever a carrier could be expected to do something. */
export const noCarrierConnected =
  "No carrier is connected: nothing is calculated, booked or collected by one. Send parcels as usual, and enter courier and tracking number by hand.";
