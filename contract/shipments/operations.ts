import { open } from "../operation.ts";

export const shipments = {
  list: open("GET", "Shipments", "shipments.view"),
  get: open("GET", "shipments/{id}", "shipments.view"),
  couriers: open("GET", "shipments/couriers", "signedIn"),
  add: open("POST", "shipments/AddShipment", "canUpdateLineItemStatus"),
  update: open("POST", "shipments/UpdateShipment", "canEdit"),
  cancel: open("POST", "shipments/CancelShipment", "canEdit"),
};
