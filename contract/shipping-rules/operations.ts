import { open } from "../operation.ts";

export const shippingRules = {
  list: open("GET", "shippingRules", "shippingRules.view"),
  get: open("GET", "shippingrules/{id}", "shippingRules.view"),
  add: open("POST", "shippingRules/AddShippingRule", "shippingRules.add"),
  updateDetails: open("POST", "shippingRules/UpdateShippingRuleDetails", "canEdit"),
  delete: open("POST", "shippingRules/DeleteShippingRule", "canEdit"),
  upsertRates: open("POST", "shippingRules/UpsertShippingRuleRates", "canEdit"),
};
