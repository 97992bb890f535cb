/** The couriers. Never reuse a number: shipments store it. */

export interface Courier {
  readonly id: number;
  readonly name: string;
  /** URL of the tracking page, with `{trackingNumber}` if the courier accepts it in the URL. */
  readonly trackingUrl: string | null;
}

const place = "{trackingNumber}";

export const couriers: readonly Courier[] = [
  { id: 1, name: "Australia Post", trackingUrl: `https://auspost.com.au/mypost/track/details/${place}` },
  { id: 2, name: "StarTrack", trackingUrl: `https://startrack.com.au/track/details/${place}` },
  { id: 3, name: "Sendle", trackingUrl: `https://track.sendle.com/tracking?ref=${place}` },
  { id: 4, name: "Aramex", trackingUrl: `https://www.aramex.com.au/tools/track?l=${place}` },
  { id: 5, name: "CouriersPlease", trackingUrl: `https://www.couriersplease.com.au/tools-track/no/${place}` },
  {
    id: 6,
    name: "TNT",
    trackingUrl: `https://www.tnt.com/express/en_au/site/tracking.html?searchType=con&cons=${place}`,
  },
  {
    id: 7,
    name: "DHL Express",
    trackingUrl: `https://www.dhl.com/au-en/home/tracking/tracking-express.html?submit=1&tracking-id=${place}`,
  },
  { id: 8, name: "Direct Freight Express", trackingUrl: "https://www.directfreight.com.au/ConsignmentStatus.aspx" },
  { id: 9, name: "Other", trackingUrl: null },
];

export const courierOf = (id: number | null): Courier | undefined => couriers.find((courier) => courier.id === id);

/** Returns the tracking page of a parcel; null without a number or without such a page. */
export function trackingPage(courier: Courier | undefined, trackingNumber: string): string | null {
  if (!courier?.trackingUrl || trackingNumber === "") return null;
  return courier.trackingUrl.replace(place, () => encodeURIComponent(trackingNumber));
}
