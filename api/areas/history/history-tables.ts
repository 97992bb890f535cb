/** The names of tables and columns in the history, which are those of the screens. */
import { countries } from "#api/areas/shared/countries.ts";
import type { HistoryRecord } from "#contract/areas.ts";
import {
  answerKindNames,
  attributeDataTypes,
  attributeSelectionTypes,
  type Choice,
  marketplaceStatuses,
  orderLineItemStatuses,
  shipmentStatuses,
  shippingMethods,
  supplierMarketplaceStatuses,
  supplierPermissions,
  transactionTypes,
} from "#contract/enumerations.ts";
import { keyScopeNames } from "#contract/keys/scopes.ts";
import { shopKindNames } from "#contract/marketplaces/shops.ts";
import { couriers } from "#contract/shipments/couriers.ts";
import { orderEmailsLabels } from "#contract/suppliers/order-emails.ts";

/** Records that a column may refer to, whose names are shown. */
export type Reference =
  | "supplier"
  | "marketplace"
  | "productType"
  | "product"
  | "variant"
  | "shippingRule"
  | "user"
  | "address"
  | "attribute"
  | "option"
  | "category"
  | "lineItem"
  | "file";

export type Kind =
  | "text"
  | "html"
  | "yesNo"
  | "number"
  /** Dollars ex GST, which the screens show inc GST. */
  | "priceExGst"
  | "dollars"
  | "fraction"
  | "day"
  | "moment"
  | "list"
  /** Names with values, such as the options of a line item. */
  | "options"
  /** An object, with the labels of its fields. */
  | { object: Readonly<Record<string, string>> }
  /** A sum of bits. */
  | { bits: readonly Choice<number>[] }
  /** One of these, or a list of them. */
  | { choice: readonly { value: unknown; displayName: string }[] }
  | { ref: Reference };

/** Limits a part of a supplier to callers who may see its bank details, its users or its feeds, or to operators. */
export type Seers = "bank" | "users" | "feeds" | "operators";

export interface Field {
  label: string;
  kind: Kind;
  /** If undefined, everybody who sees the record. */
  seenBy?: Seers;
}

export interface Table {
  /** The part of the record that a row is, such as a variant; empty for the record itself. */
  part: string;
  /** The column that names the part, and what it refers to: of the key, or of the row. */
  namedBy?: { column: string; ref?: Reference };
  /** Only for these. */
  seenBy?: Seers;
  fields: Readonly<Record<string, Field>>;
}

const field = (label: string, kind: Kind = "text"): Field => ({ label, kind });
const ref = (label: string, to: Reference): Field => ({ label, kind: { ref: to } });
const choice = (label: string, from: readonly { value: unknown; displayName: string }[]): Field => ({
  label,
  kind: { choice: from },
});
const bank = (label: string, kind: Kind = "text"): Field => ({ label, kind, seenBy: "bank" });

const dimensions = {
  shipping_package_weight: field("Weight (kg)", "number"),
  shipping_package_height: field("Height (mm)", "number"),
  shipping_package_width: field("Width (mm)", "number"),
  shipping_package_depth: field("Depth (mm)", "number"),
};

const namedIn = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, displayName]) => ({ value, displayName }));

const courierChoices = couriers.map(({ id, name }) => ({ value: id, displayName: name }));
const countryChoices = countries.map(({ code, name }) => ({ value: code, displayName: name }));

const account = {
  object: {
    bankCode: "Bank",
    userId: "User id at the bank",
    userName: "Account name",
    bsb: "BSB",
    accountNumber: "Account number",
  },
};

/** Every table with a history, and every column that is part of it. */
export const historyTables: Readonly<Record<string, Table>> = {
  suppliers: {
    part: "",
    fields: {
      name: field("Name"),
      legal_name: field("Legal name"),
      logo_id: ref("Logo", "file"),
      description: field("Description", "html"),
      order_contact_emails: field("Order contact emails"),
      order_emails: choice("Emails about orders", namedIn(orderEmailsLabels)),
      notes: { ...field("Notes"), seenBy: "operators" },
      business_phone_number: field("Business phone number"),
      handling_days: field("Handling days", "number"),
      abn: field("ABN"),
      gst_registered: field("Registered for GST", "yesNo"),
      gst_registered_from: field("Registered from", "day"),
      gst_checked_at: field("GST registration checked", "moment"),
      gst_checked_by: ref("GST registration checked by", "user"),
      bsb: bank("BSB"),
      account_name: bank("Account name"),
      account_number: bank("Account number"),
      bank_details_verified_at: bank("Bank details verified", "moment"),
      bank_details_verified_by: bank("Bank details verified by", { ref: "user" }),
      billing_contact_emails: bank("Billing contact emails"),
      billing_address_id: ref("Billing address", "address"),
      carrier_key_ending: field("Shippit key ends with"),
    },
  },
  supplier_marketplaces: {
    part: "Marketplace",
    namedBy: { column: "marketplace_id", ref: "marketplace" },
    fields: {
      status: choice("Status", supplierMarketplaceStatuses),
      commission_rate: field("Commission", "fraction"),
      referral_cost_per_click: field("Referral cost per click", "priceExGst"),
      agreed_at: field("Agreed", "moment"),
      agreed_by: ref("Agreed by", "user"),
      agreement_file_id: ref("Agreement", "file"),
    },
  },
  supplier_users: {
    part: "Person",
    namedBy: { column: "user_id", ref: "user" },
    seenBy: "users",
    fields: { permissions: field("Permissions", { bits: supplierPermissions }) },
  },
  supplier_invitations: {
    part: "Invitation",
    namedBy: { column: "email" },
    seenBy: "users",
    fields: { email: field("Email"), permissions: field("Permissions", { bits: supplierPermissions }) },
  },
  stock_feeds: {
    part: "Feed",
    namedBy: { column: "name" },
    seenBy: "feeds",
    fields: {
      name: field("Name"),
      address: field("Address"),
      user_name: field("User name"),
      host_key: field("Key of the server"),
      every: field("Every (minutes)", "number"),
      is_paused: field("Paused", "yesNo"),
    },
  },
  keys: {
    part: "",
    fields: {
      name: field("Name"),
      scopes: choice("Scopes", namedIn(keyScopeNames)),
      marketplace_id: ref("Marketplace", "marketplace"),
      supplier_id: ref("Supplier", "supplier"),
      ends_at: field("Ends", "moment"),
      revoked_at: field("Revoked", "moment"),
    },
  },
  products: {
    part: "",
    fields: {
      supplier_id: ref("Supplier", "supplier"),
      product_type_id: ref("Product type", "productType"),
      name: field("Name"),
      description: field("Description", "html"),
      default_image_file_id: ref("Hero image", "file"),
      external_sku: field("SKU"),
      gtin: field("GTIN"),
      brand: field("Brand"),
      has_variants: field("Has variations", "yesNo"),
      recommended_retail_price: field("Recommended retail price", "priceExGst"),
      sale_price: field("Sale price", "priceExGst"),
      manage_stock: field("Manage stock", "yesNo"),
      stock_quantity: field("Stock", "number"),
      ...dimensions,
      is_referral_product: field("Referral product", "yesNo"),
      referral_product_url: field("Referral URL"),
      referral_product_call_to_action: field("Call to action"),
      shipping_method: choice("Shipping method", shippingMethods),
      domestic_flat_rate: field("Domestic flat rate", "priceExGst"),
      allow_shipping_internationally: field("Allow shipping internationally", "yesNo"),
      international_flat_rate: field("International flat rate", "priceExGst"),
      shipping_notes: field("Shipping notes"),
      handling_days: field("Handling days", "number"),
      shipping_rule_id: ref("Shipping rule", "shippingRule"),
      is_disabled: field("Deactivated", "yesNo"),
    },
  },
  product_attributes: {
    part: "Attribute",
    namedBy: { column: "attribute_id", ref: "attribute" },
    fields: { use_for_variations: field("Used for variations", "yesNo"), value: field("Value") },
  },
  product_attribute_options: {
    part: "Option",
    namedBy: { column: "option_id", ref: "option" },
    fields: {},
  },
  product_variants: {
    part: "Variant",
    namedBy: { column: "id", ref: "variant" },
    fields: {
      name: field("Name"),
      external_sku: field("SKU"),
      gtin: field("GTIN"),
      default_image_file_id: ref("Image", "file"),
      recommended_retail_price: field("Recommended retail price", "priceExGst"),
      sale_price: field("Sale price", "priceExGst"),
      manage_stock: field("Manage stock", "yesNo"),
      stock_quantity: field("Stock", "number"),
      ...dimensions,
      is_disabled: field("Deactivated", "yesNo"),
    },
  },
  product_variant_options: {
    part: "Option of a variant",
    namedBy: { column: "option_id", ref: "option" },
    fields: { variant_id: ref("Variant", "variant") },
  },
  product_images: {
    part: "Image",
    namedBy: { column: "label" },
    fields: {
      image_id: ref("File", "file"),
      label: field("Label"),
      position: field("Position", "number"),
      is_disabled: field("Hidden", "yesNo"),
      available_from: field("Available from", "moment"),
    },
  },
  marketplace_products: {
    part: "Marketplace",
    namedBy: { column: "marketplace_id", ref: "marketplace" },
    fields: {
      marketplace_id: ref("Marketplace", "marketplace"),
      status: choice("Status", marketplaceStatuses),
      marketplace_sku: field("Marketplace SKU"),
      available_from: field("Available from", "moment"),
      available_to: field("Available until", "moment"),
      approved_by: ref("Approved by", "user"),
      disable_reason: field("Reason"),
    },
  },
  listing_categories: {
    part: "Category",
    namedBy: { column: "category_id", ref: "category" },
    fields: {},
  },
  product_types: {
    part: "",
    fields: {
      name: field("Name"),
      parent_id: ref("Parent", "productType"),
      is_disabled: field("Deactivated", "yesNo"),
    },
  },
  product_type_attributes: {
    part: "Attribute",
    namedBy: { column: "attribute_id", ref: "attribute" },
    fields: { position: field("Position", "number") },
  },
  attributes: {
    part: "Attribute",
    namedBy: { column: "display_name" },
    fields: {
      internal_name: field("Internal name"),
      display_name: field("Display name"),
      selection_type: choice("Selection type", attributeSelectionTypes),
      option_data_type: choice("Data type", attributeDataTypes),
      is_disabled: field("Deactivated", "yesNo"),
    },
  },
  attribute_options: {
    part: "Option",
    namedBy: { column: "id", ref: "option" },
    fields: { code: field("Code"), value: field("Value"), position: field("Position", "number") },
  },
  orders: {
    part: "",
    fields: {
      name: field("Name"),
      marketplace_order_id: field("Order number"),
      ordered_at: field("Ordered", "moment"),
      erased_at: field("Customer’s details erased", "moment"),
      // A supplier does not learn who had the order before.
      supplier_id: { ...ref("Supplier", "supplier"), seenBy: "operators" },
      marketplace_id: ref("Marketplace", "marketplace"),
      customer_first_name: field("First name"),
      customer_surname: field("Surname"),
      customer_email: field("Email"),
      customer_phone_number: field("Phone number"),
      company_name: field("Company"),
      order_notes: field("Order notes"),
      shipping_address_id: ref("Shipping address", "address"),
      ship_by: field("Ship by", "day"),
      ship_by_is_given: field("Ship-by day was given", "yesNo"),
      supplier_notified_at: field("Supplier notified", "moment"),
    },
  },
  order_line_items: {
    part: "Line item",
    namedBy: { column: "id", ref: "lineItem" },
    fields: {
      product_id: ref("Product in the catalogue", "product"),
      variant_id: ref("Variant in the catalogue", "variant"),
      product_name: field("Product"),
      product_sku: field("SKU"),
      options: field("Options", "options"),
      purchase_price_ex_tax: field("Price ex GST", "dollars"),
      purchase_price_tax: field("GST of the price", "dollars"),
      commission_rate: field("Commission", "fraction"),
      status: choice("Status", orderLineItemStatuses),
      expected_in_stock_date: field("Expected in stock", "day"),
      order_notes: field("Order notes"),
      supplier_notes: field("Supplier notes"),
      deleted_at: field("Deleted", "moment"),
    },
  },
  order_transactions: {
    part: "Transaction of",
    namedBy: { column: "line_item_id", ref: "lineItem" },
    fields: {
      line_item_id: ref("Line item", "lineItem"),
      type: choice("Type", transactionTypes),
      quantity: field("Quantity", "number"),
      purchase_ex_tax: field("Purchase ex GST", "dollars"),
      purchase_tax: field("GST of the purchase", "dollars"),
      commission_ex_tax: field("Commission ex GST", "dollars"),
      commission_tax: field("GST of the commission", "dollars"),
      shipping_ex_tax: field("Shipping ex GST", "dollars"),
      shipping_tax: field("GST of the shipping", "dollars"),
      comment: field("Comment"),
    },
  },
  shipments: {
    part: "",
    fields: {
      status: choice("Status", shipmentStatuses),
      courier_id: choice("Courier", courierChoices),
      tracking_number: field("Tracking number"),
      cancelled_at: field("Cancelled", "moment"),
      slip_printed_at: field("Packaging slip printed", "moment"),
      slip_printed_by: ref("Packaging slip printed by", "user"),
    },
  },
  shipment_items: {
    part: "Line item",
    namedBy: { column: "line_item_id", ref: "lineItem" },
    fields: { quantity: field("Quantity", "number") },
  },
  invoices: {
    part: "",
    fields: {
      is_adjustment: field("Adjustment note", "yesNo"),
      invoiced_at: field("Invoice date", "moment"),
      notified_at: field("Notified", "moment"),
      notified_by: ref("Notified by", "user"),
      voided_at: field("Voided", "moment"),
      voided_by: ref("Voided by", "user"),
      expected_payment_date: field("Expected payment", "day"),
      payment_run_id: field("Payment run", "number"),
    },
  },
  invoice_answers: {
    part: "Item",
    namedBy: { column: "line_item_id", ref: "lineItem" },
    fields: {
      line_item_id: ref("Line item", "lineItem"),
      kind: choice("Answer", namedIn(answerKindNames)),
      note: field("Note"),
    },
  },
  supplier_payments: {
    part: "Payment",
    seenBy: "bank",
    fields: { amount: field("Amount", "dollars"), reference: field("Reference") },
  },
  shipping_rules: {
    part: "",
    fields: {
      supplier_id: ref("Supplier", "supplier"),
      name: field("Name"),
      sell_anywhere_domestically: field("Sell anywhere domestically", "yesNo"),
      default_domestic_rate: field("Default domestic rate", "priceExGst"),
      sell_anywhere_internationally: field("Sell anywhere internationally", "yesNo"),
      default_international_rate: field("Default international rate", "priceExGst"),
      is_disabled: field("Deactivated", "yesNo"),
    },
  },
  shipping_rates: {
    part: "Rate",
    fields: {
      country_code: choice("Country", countryChoices),
      state: field("State"),
      quantity_from: field("Quantity from", "number"),
      quantity_to: field("Quantity to", "number"),
      rate_per_item: field("Rate per item", "priceExGst"),
    },
  },
  users: {
    part: "",
    fields: {
      email: field("Email"),
      given_name: field("Given name"),
      surname: field("Surname"),
      is_active: field("Active", "yesNo"),
      roles: field("Roles", "list"),
    },
  },
  marketplaces: {
    part: "",
    fields: {
      name: field("Name"),
      legal_name: field("Legal name"),
      abn: field("ABN"),
      order_number_prefix: field("Prefix of order numbers"),
      terms: field("Terms"),
      logo_id: ref("Logo", "file"),
      business_address_id: ref("Business address", "address"),
      is_disabled: field("Deactivated", "yesNo"),
      takes_applications: field("Takes applications", "yesNo"),
      webhook_url: field("Webhook"),
      webhook_secret_set_at: field("Secret of the webhook set", "moment"),
      feed_product_link: field("Address of a product in the shop"),
    },
  },
  shops: {
    part: "Shop",
    namedBy: { column: "url" },
    fields: {
      kind: choice("Kind", namedIn(shopKindNames)),
      url: field("Address"),
      secrets_set_at: field("Keys set", "moment"),
      connected_at: field("Connected", "moment"),
    },
  },
  category_groups: { part: "Group of categories", namedBy: { column: "name" }, fields: { name: field("Name") } },
  categories: {
    part: "Category",
    namedBy: { column: "id", ref: "category" },
    fields: { name: field("Name"), external_id: field("External id") },
  },
  settings: {
    part: "",
    fields: {
      setup_dismissed_at: field("Setup dismissed", "moment"),
      organisation_name: field("Organisation"),
      logo_id: ref("Logo", "file"),
      time_zone: field("Time zone"),
      mail_from: field("Sender of emails"),
      history_months: field("Months of history"),
      customer_months: field("Months of customer details"),
      mail_server_set_at: field("Mail server set", "moment"),
      mail_server_set_by: ref("Mail server set by", "user"),
      payer: bank("Paying account", account),
      payer_confirmed_by: ref("Paying account confirmed by", "user"),
      proposed_payer: bank("Proposed paying account", account),
    },
  },
};

/** The record of a table that is a part of several kinds: attributes are of a product, or records themselves. */
export const partOf = (tableName: string, record: HistoryRecord): string =>
  tableName === "attributes" && record === "attribute" ? "" : (historyTables[tableName]?.part ?? "");
