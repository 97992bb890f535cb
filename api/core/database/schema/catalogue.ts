import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { TaxClass } from "#contract/rules/tax-class.ts";
import { moment, momentOfInsert } from "./moment.ts";
import { shippingRules } from "./shipping.ts";
import { marketplaces, suppliers } from "./suppliers.ts";

const dimensions = () => ({
  /** Kilograms. */
  shippingPackageWeight: numeric("shipping_package_weight", { precision: 12, scale: 3, mode: "number" }),
  /** Millimetres. */
  shippingPackageHeight: integer("shipping_package_height"),
  shippingPackageWidth: integer("shipping_package_width"),
  shippingPackageDepth: integer("shipping_package_depth"),
});
/** Dollars ex GST. Four decimals restore the price inc GST that was typed exactly. */
const price = (name: string) => numeric(name, { precision: 14, scale: 4, mode: "number" });

/** The class that results, at whose rate of GST the prices are stored. Updated whenever it changes here or above. */
const appliedTaxClass = () => text("applied_tax_class").$type<TaxClass>().notNull().default("taxable");
const taxClasses = () => ({
  /** Null: that of the product type, or of the type above it. */
  taxClass: text("tax_class").$type<TaxClass>(),
  appliedTaxClass: appliedTaxClass(),
});

/** The pattern of `isBlankHtml`: tags, non-breaking spaces and JavaScript white space. */
const blankHtml = String.raw`^(?:<[^>]*>|&nbsp;|&#160;|&#xa0;|[\s\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff])*$`;

export const productTypes = pgTable("product_types", {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  name: text().notNull(),
  parentId: integer("parent_id").references((): AnyPgColumn => productTypes.id),
  /** The names from the root down, joined. Updated whenever the name of the type or of an ancestor changes. */
  path: text().notNull(),
  ...taxClasses(),
  isDisabled: boolean("is_disabled").notNull().default(false),
});

export const attributes = pgTable("attributes", {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  internalName: text("internal_name").notNull(),
  displayName: text("display_name").notNull(),
  /** `attributeSelectionTypes`. */
  selectionType: integer("selection_type").notNull(),
  optionDataType: integer("option_data_type").notNull(),
  isDisabled: boolean("is_disabled").notNull().default(false),
  /** The only product with this attribute; null for the attributes of product types. */
  productId: integer("product_id").references((): AnyPgColumn => products.id, { onDelete: "cascade" }),
});

export const attributeOptions = pgTable(
  "attribute_options",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    attributeId: integer("attribute_id")
      .notNull()
      .references(() => attributes.id, { onDelete: "cascade" }),
    code: text().notNull(),
    value: text().notNull(),
    position: integer().notNull(),
  },
  (t) => [index("attribute_options_attribute").on(t.attributeId, t.position)],
);

/** The attributes that a product type adds; those of its ancestors are inherited. */
export const productTypeAttributes = pgTable(
  "product_type_attributes",
  {
    productTypeId: integer("product_type_id")
      .notNull()
      .references(() => productTypes.id, { onDelete: "cascade" }),
    attributeId: integer("attribute_id")
      .notNull()
      .references(() => attributes.id),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.productTypeId, t.attributeId] })],
);

/**
 * The name and the SKU in lower case, one per line: searching this column takes a third of the time of `ilike` on both.
 */
const searchable = (name: string) =>
  text()
    .notNull()
    .generatedAlwaysAs(sql.raw(`lower(${name} || E'\\n' || external_sku)`));

export const products = pgTable(
  "products",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    productTypeId: integer("product_type_id")
      .notNull()
      .references(() => productTypes.id),
    name: text().notNull(),
    /** Sanitised HTML. */
    description: text().notNull().default(""),
    /**
     * The description has visible text: it is not `isBlankHtml`. Stored, because computing it is slow for many rows.
     */
    isDescribed: boolean("is_described")
      .notNull()
      .generatedAlwaysAs(sql.raw(`description !~* '${blankHtml}'`)),
    defaultImageFileId: uuid("default_image_file_id"),
    externalSku: text("external_sku").notNull().default(""),
    /** Digits; empty for none. */
    gtin: text().notNull().default(""),
    /** Empty: shops show the supplier's name. */
    brand: text().notNull().default(""),
    hasVariants: boolean("has_variants").notNull().default(false),
    ...taxClasses(),
    recommendedRetailPrice: price("recommended_retail_price").notNull(),
    salePrice: price("sale_price").notNull(),
    manageStock: boolean("manage_stock").notNull().default(false),
    stockQuantity: integer("stock_quantity"),
    ...dimensions(),
    isReferralProduct: boolean("is_referral_product").notNull().default(false),
    referralProductUrl: text("referral_product_url").notNull().default(""),
    referralProductCallToAction: text("referral_product_call_to_action").notNull().default(""),
    /** `ShippingMethod`; null until one is chosen. */
    shippingMethod: integer("shipping_method"),
    domesticFlatRate: price("domestic_flat_rate"),
    allowShippingInternationally: boolean("allow_shipping_internationally").notNull().default(false),
    internationalFlatRate: price("international_flat_rate"),
    shippingNotes: text("shipping_notes").notNull().default(""),
    /** Working days between an order and its dispatch; null for those of the supplier. */
    handlingDays: integer("handling_days"),
    shippingRuleId: integer("shipping_rule_id").references(() => shippingRules.id),
    isDisabled: boolean("is_disabled").notNull().default(false),
    createdAt: momentOfInsert("created_at"),
    searchable: searchable("name"),
  },
  (t) => [
    index("products_supplier").on(t.supplierId, t.id),
    index("products_type").on(t.productTypeId, t.id),
    index("products_gtin").on(sql`lpad(${t.gtin}, 14, '0')`).where(sql`${t.gtin} <> ''`),
    index("products_shipping_rule").on(t.shippingRuleId),
    // Includes the name and the filtered columns, so that the list can be read by an index-only scan.
    index("products_name").on(
      sql`lower(coalesce(${t.name}, '')) collate "C"`,
      t.id,
      t.name,
      t.isDisabled,
      t.supplierId,
      t.productTypeId,
    ),
    // For the search in the header: whole SKUs, where the trigrams of `SKU-1` would find every product.
    index("products_sku").on(sql`lower(${t.externalSku}) collate "C"`),
    index("products_search").using("gin", sql`${t.searchable} gin_trgm_ops`),
    // Approvals are searched by the name alone.
    index("products_search_name").using("gin", sql`${t.name} gin_trgm_ops`),
  ],
);

/** A product's settings for one of its attributes; its options are stored separately. */
export const productAttributes = pgTable(
  "product_attributes",
  {
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    attributeId: integer("attribute_id")
      .notNull()
      .references(() => attributes.id, { onDelete: "cascade" }),
    useForVariations: boolean("use_for_variations").notNull().default(false),
    /** For an attribute without options: the text, or `true` or `false`; empty for none. */
    value: text().notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.productId, t.attributeId] })],
);

/**
 * The stock set by a workbook, by row of its export, so that importing the same file again does not add its difference
 * a second time.
 */
export const importedStock = pgTable(
  "imported_stock",
  {
    /** Id of the export, which its rows contain. */
    exportId: text("export_id").notNull(),
    productId: integer("product_id").notNull(),
    /** 0 for the product itself. */
    variantId: integer("variant_id").notNull(),
    /** As in the file. */
    stock: integer().notNull(),
    importedAt: moment("imported_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.exportId, t.productId, t.variantId] }),
    index("imported_stock_age").on(t.importedAt),
  ],
);

export const productVariants = pgTable(
  "product_variants",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** Null: the product's name. */
    name: text(),
    externalSku: text("external_sku").notNull(),
    /** Digits; empty for none. */
    gtin: text().notNull().default(""),
    defaultImageFileId: uuid("default_image_file_id"),
    /** Always that of the product. */
    appliedTaxClass: appliedTaxClass(),
    /** Null: the product's price; its sale price applies too then. */
    recommendedRetailPrice: price("recommended_retail_price"),
    /** Null: the recommended retail price. */
    salePrice: price("sale_price"),
    manageStock: boolean("manage_stock").notNull().default(false),
    stockQuantity: integer("stock_quantity"),
    ...dimensions(),
    isDisabled: boolean("is_disabled").notNull().default(false),
    /** The ids of its options in ascending order, separated by commas. Unique among the variants of a product. */
    combination: text().notNull(),
    createdAt: momentOfInsert("created_at"),
    searchable: searchable("coalesce(name, '')"),
  },
  (t) => [
    uniqueIndex("product_variants_combination").on(t.productId, t.combination),
    index("product_variants_without_sku").on(t.productId).where(sql`${t.externalSku} = ''`),
    index("product_variants_sku").on(sql`lower(${t.externalSku}) collate "C"`),
    index("product_variants_gtin").on(sql`lpad(${t.gtin}, 14, '0')`).where(sql`${t.gtin} <> ''`),
    index("product_variants_search").using("gin", sql`${t.searchable} gin_trgm_ops`),
  ],
);

/** The options of a variant: one per attribute that is used for variations. */
export const productVariantOptions = pgTable(
  "product_variant_options",
  {
    variantId: integer("variant_id")
      .notNull()
      .references(() => productVariants.id, { onDelete: "cascade" }),
    optionId: integer("option_id")
      .notNull()
      .references(() => attributeOptions.id),
  },
  (t) => [primaryKey({ columns: [t.variantId, t.optionId] }), index("product_variant_options_option").on(t.optionId)],
);

export const productImages = pgTable(
  "product_images",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    imageId: uuid("image_id").notNull(),
    label: text().notNull(),
    /** From 1. */
    position: integer().notNull(),
    isDisabled: boolean("is_disabled").notNull().default(false),
    /** Null: immediately. */
    availableFrom: moment("available_from"),
  },
  (t) => [index("product_images_product").on(t.productId, t.position)],
);

/** The options of attributes that a product uses. */
export const productAttributeOptions = pgTable(
  "product_attribute_options",
  {
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    optionId: integer("option_id")
      .notNull()
      .references(() => attributeOptions.id),
  },
  (t) => [primaryKey({ columns: [t.productId, t.optionId] }), index("product_attribute_options_option").on(t.optionId)],
);

/** Stock and prices, as JSON, by the id of the variant; 0 is the product itself. */
export type ToldFigures = Record<string, { stock: number | null; prices: string }>;

/** A product on a marketplace: its approval, and its synchronisation with the marketplace. */
export const marketplaceProducts = pgTable(
  "marketplace_products",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    marketplaceId: integer("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    /** `MarketplaceProductStatus`. */
    status: integer().notNull(),
    /** `MarketplaceSyncStatus`. */
    syncStatus: integer("sync_status").notNull(),
    /**
     * When the running synchronisation began. Stays set if a change resets the status meanwhile, because the next
     * synchronisation waits for the end of this one.
     */
    syncStartedAt: moment("sync_started_at"),
    /** Why the last synchronisation failed; null if it succeeded. */
    syncError: text("sync_error"),
    marketplaceSku: text("marketplace_sku"),
    /** The stock and the prices that were published last, so that the marketplace is told when they change. */
    toldFigures: jsonb("told_figures").$type<ToldFigures>(),
    /** The marketplace has the product or may have it: it was sent there, and no withdrawal has been accepted since. */
    isPublished: boolean("is_published").notNull().default(false),
    availableFrom: moment("available_from"),
    availableTo: moment("available_to"),
    approvedBy: integer("approved_by"),
    /**
     * The reason shown to the supplier, from disabling until the next approval. While it is set, the product is off the
     * marketplace.
     */
    disableReason: text("disable_reason"),
    createdAt: momentOfInsert("created_at"),
  },
  (t) => [
    uniqueIndex("marketplace_products_pair").on(t.productId, t.marketplaceId),
    index("marketplace_products_status").on(t.marketplaceId, t.status),
    index("marketplace_products_created").on(t.createdAt, t.id),
    index("marketplace_products_sku").on(sql`lower(coalesce(${t.marketplaceSku}, '')) collate "C"`, t.id),
    index("marketplace_products_failed").on(t.productId).where(sql`${t.syncStatus} = 3`),
    // For the query that runs every second: without the very many listings that wait for their first approval.
    index("marketplace_products_due").on(t.id).where(sql`sync_status = 1 and (status in (2, 4) or is_published)`),
    index("marketplace_products_to_sync").on(t.syncStatus, t.id).where(sql`${t.syncStatus} in (1, 2)`),
  ],
);
