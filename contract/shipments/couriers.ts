/** The couriers that parcels go with. A number stays with its courier: shipments keep it. */

export interface Courier {
  readonly id: number;
  readonly name: string;
  /** The page on which a parcel is followed, with `{trackingNumber}` where the courier takes it in the address. */
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

/** Where this parcel is followed; null without a number, and with a courier who has no such page. */
export function trackingPage(courier: Courier | undefined, trackingNumber: string): string | null {
  if (!courier?.trackingUrl || trackingNumber === "") return null;
  return courier.trackingUrl.replace(place, () => encodeURIComponent(trackingNumber));
}
