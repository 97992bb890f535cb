import { open } from "../operation.ts";

export const attributes = {
  list: open("GET", "attributes", "attributes.view"),
  get: open("GET", "attributes/{id}", "attributes.view"),
  optionInfo: open("GET", "attributes/optionInfo", "signedIn"),
  add: open("POST", "attributes/AddAttribute", "attributes.add"),
  updateDetails: open("POST", "attributes/UpdateAttributeDetails", "attributes.edit"),
  upsertOptionValues: open("POST", "attributes/UpsertAttributeOptionValues", "attributes.edit"),
  deactivate: open("POST", "attributes/Deactivate", "attributes.edit"),
  activate: open("POST", "attributes/Activate", "attributes.edit"),
};
