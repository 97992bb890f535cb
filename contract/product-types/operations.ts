import { open } from "../operation.ts";

export const productTypes = {
  hierarchy: open("GET", "producttypes/GetProductTypeHierarchy", "signedIn"),
  list: open("GET", "producttypes", "productTypes.view"),
  get: open("GET", "producttypes/{id}", "productTypes.view"),
  add: open("POST", "producttypes/AddProductType", "productTypes.add"),
  updateDetails: open("POST", "producttypes/UpdateProductTypeDetails", "productTypes.edit"),
  deactivate: open("POST", "producttypes/Deactivate", "productTypes.edit"),
  activate: open("POST", "producttypes/Activate", "productTypes.edit"),
  addAttribute: open("POST", "producttypes/AddAttribute", "productTypes.edit"),
  removeAttribute: open("POST", "producttypes/RemoveAttribute", "productTypes.edit"),
  reorderAttributes: open("POST", "producttypes/ReOrderAttributes", "productTypes.edit"),
};
