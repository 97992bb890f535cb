import { sql } from "drizzle-orm";
import { visibleTo } from "#api/core/access/caller.ts";
import {
  listingCategories,
  marketplaceProducts,
  productAttributeOptions,
  productAttributes,
  productImages,
  products,
  productVariantOptions,
  productVariants,
} from "#api/core/database/schema/index.ts";
import { marketplaceStatuses } from "#contract/enumerations.ts";
import { productFields, shippingFields, variantFields } from "#contract/products/fields.ts";
import { taxClassNames } from "#contract/rules/tax-class.ts";
import { choice, field, namedIn, recordedFields, ref } from "../fields.ts";
import { type RecordWithHistory, recorded } from "../recorded.ts";

export const productHistory = {
  table: products,
  id: products.id,
  name: sql`${products.name}`,
  permission: "products.view",
  visible: (caller) => visibleTo(caller, products.supplierId),
  tables: {
    products: recorded(products, {
      record: "product",
      id: products.id,
      fields: {
        supplierId: ref("Supplier", "supplier"),
        ...recordedFields(productFields),
        appliedTaxClass: choice("Tax class that applies", namedIn(taxClassNames)),
        ...recordedFields(shippingFields),
        isDisabled: field("Deactivated", "yesNo"),
      },
    }),
    productAttributes: recorded(productAttributes, {
      record: "product",
      id: productAttributes.productId,
      part: "Attribute",
      namedBy: { column: "attributeId", ref: "attribute" },
      fields: { useForVariations: field("Used for variations", "yesNo"), value: field("Value") },
    }),
    productAttributeOptions: recorded(productAttributeOptions, {
      record: "product",
      id: productAttributeOptions.productId,
      part: "Option",
      namedBy: { column: "optionId", ref: "option" },
      fields: {},
    }),
    productVariants: recorded(productVariants, {
      record: "product",
      id: productVariants.productId,
      omits: { "says what the options say": ["combination"] },
      canBeAddedAgain: true,
      part: "Variant",
      namedBy: { column: "id", ref: "variant" },
      fields: {
        ...recordedFields(variantFields),
        appliedTaxClass: choice("Tax class that applies", namedIn(taxClassNames)),
        defaultImageFileId: ref("Image", "file"),
        isDisabled: field("Deactivated", "yesNo"),
      },
    }),
    productVariantOptions: recorded(productVariantOptions, {
      record: "product",
      id: productVariants.productId,
      through: "variantId",
      recordsThrough: true,
      part: "Option of a variant",
      namedBy: { column: "optionId", ref: "option" },
      fields: { variantId: ref("Variant", "variant") },
    }),
    productImages: recorded(productImages, {
      record: "product",
      id: productImages.productId,
      canBeAddedAgain: true,
      part: "Image",
      namedBy: { column: "label" },
      fields: {
        imageId: ref("File", "file"),
        label: field("Label"),
        position: field("Position", "number"),
        isDisabled: field("Hidden", "yesNo"),
        availableFrom: field("Available from", "moment"),
      },
    }),
    marketplaceProducts: recorded(marketplaceProducts, {
      record: "product",
      id: marketplaceProducts.productId,
      omits: {
        "are states of background work": ["syncStatus", "syncStartedAt", "syncError", "toldFigures", "isPublished"],
      },
      part: "Marketplace",
      namedBy: { column: "marketplaceId", ref: "marketplace" },
      fields: {
        marketplaceId: ref("Marketplace", "marketplace"),
        status: choice("Status", marketplaceStatuses),
        marketplaceSku: field("Marketplace SKU"),
        availableFrom: field("Available from", "moment"),
        availableTo: field("Available until", "moment"),
        approvedBy: ref("Approved by", "user"),
        disableReason: field("Reason"),
      },
    }),
    listingCategories: recorded(listingCategories, {
      record: "product",
      id: marketplaceProducts.productId,
      through: "listingId",
      part: "Category",
      namedBy: { column: "categoryId", ref: "category" },
      fields: {},
    }),
  },
} satisfies RecordWithHistory;
