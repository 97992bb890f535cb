/** The couriers that parcels go with. A number stays with its courier: shipments keep it. */

export interface Courier {
  readonly id: number;
  readonly name: string;
}

export const couriers: readonly Courier[] = [
  { id: 1, name: "Australia Post" },
  { id: 2, name: "StarTrack" },
  { id: 3, name: "Sendle" },
  { id: 4, name: "Aramex" },
  { id: 5, name: "CouriersPlease" },
  { id: 6, name: "TNT" },
  { id: 7, name: "DHL Express" },
  { id: 8, name: "Direct Freight Express" },
  { id: 9, name: "Other" },
];
