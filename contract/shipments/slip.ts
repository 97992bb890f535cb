/** The contents of a packaging slip, the same in the PDF and on the printed page. */
import type { Address } from "#contract/locations/schema.ts";
import { addressLines } from "#contract/rules/address.ts";
import { formatDay } from "#contract/rules/dates.ts";
import type { Shipment } from "./schema.ts";

/** A6, in millimetres. */
export const slipPaper = { width: 105, height: 148, margin: 5 } as const;

/** Value in forms and URLs: the slip comes next. */
export const thenSlip = "slip";

export interface PackagingSlip {
  /** The shipment's name. */
  name: string;
  marketplaceName: string;
  marketplaceLogoId: string | null | undefined;
  courierName: string;
  trackingNumber: string;
  notes: string;
  /** Recipient and address; the first line is the person. */
  recipient: [person: string, ...lines: string[]];
  phone: string;
  items: Shipment["lineItems"];
  /** The day on which the shipment was created, as `02 Mar 2026`. */
  day: string;
  /** The supplier and its address: the actual sender. */
  careOf: string[];
}

/** Returns the display name of a shipment. */
export const shipmentName = ({ marketplaceOrderId, id }: Pick<Shipment, "marketplaceOrderId" | "id">) =>
  `${marketplaceOrderId}-${id}`;

/** Returns why the shipment has no slip; undefined if it has one. */
export function whyNoSlip({
  cancelledDate,
  courierId,
  trackingNumber,
}: Pick<Shipment, "cancelledDate" | "courierId" | "trackingNumber">): string | undefined {
  if (cancelledDate) return "It was cancelled.";
  if (!courierId && !trackingNumber) return "Its courier and its tracking number are missing.";
  if (!courierId) return "Its courier is missing.";
  if (!trackingNumber) return "Its tracking number is missing.";
  return undefined;
}

/** @param zone IANA time zone of the day */
export function slipOf(shipment: Shipment, zone: string): PackagingSlip {
  const { marketplaceName, companyName, supplierName } = shipment;
  const person = `${shipment.customerFirstName} ${shipment.customerSurname}`;
  return {
    name: shipmentName(shipment),
    marketplaceName,
    marketplaceLogoId: shipment.marketplaceLogoId,
    courierName: shipment.courierName ?? "",
    trackingNumber: shipment.trackingNumber ?? "",
    notes: shipment.orderNotes ?? "",
    recipient: [
      companyName ? `Attn: ${person}` : person,
      ...(companyName ? [companyName] : []),
      ...lines(shipment.shippingAddress),
    ],
    phone: shipment.customerPhoneNumber ?? "",
    items: shipment.lineItems,
    day: formatDay(shipment.createdDate, zone),
    careOf: [...(supplierName ? [`C/O ${supplierName}`] : []), ...lines(shipment.supplierAddress)],
  };
}

const lines = (address: Address | null | undefined) => (address ? addressLines(address) : []);
