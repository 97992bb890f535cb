import { sql } from "drizzle-orm";
import { visibleTo } from "#api/core/access/caller.ts";
import { shippingRates, shippingRules } from "#api/core/database/schema/index.ts";
import { countries } from "#contract/locations/countries.ts";
import { choice, field, ref } from "../fields.ts";
import { type RecordWithHistory, recorded } from "../recorded.ts";

const countryChoices = countries.map(({ code, name }) => ({ value: code, displayName: name }));

export const shippingRuleHistory = {
  table: shippingRules,
  id: shippingRules.id,
  name: sql`${shippingRules.name}`,
  permission: "shippingRules.view",
  visible: (caller) => visibleTo(caller, shippingRules.supplierId),
  tables: {
    shippingRules: recorded(shippingRules, {
      record: "shippingRule",
      id: shippingRules.id,
      canBeAddedAgain: true,
      fields: {
        supplierId: ref("Supplier", "supplier"),
        name: field("Name"),
        sellAnywhereDomestically: field("Sell anywhere domestically", "yesNo"),
        defaultDomesticRate: field("Default domestic rate", "priceExGst"),
        sellAnywhereInternationally: field("Sell anywhere internationally", "yesNo"),
        defaultInternationalRate: field("Default international rate", "priceExGst"),
        isDisabled: field("Deactivated", "yesNo"),
      },
    }),
    shippingRates: recorded(shippingRates, {
      record: "shippingRule",
      id: shippingRates.shippingRuleId,
      canBeAddedAgain: true,
      part: "Rate",
      fields: {
        countryCode: choice("Country", countryChoices),
        state: field("State"),
        quantityFrom: field("Quantity from", "number"),
        quantityTo: field("Quantity to", "number"),
        ratePerItem: field("Rate per item", "priceExGst"),
      },
    }),
  },
} satisfies RecordWithHistory;
