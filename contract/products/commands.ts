/** The commands that change products. Prices are in dollars ex GST with up to four decimals. */
import { z } from "zod";
import { acrossFields } from "#contract/across-fields.ts";
import { shippingMethods } from "#contract/enumerations.ts";
import {
  amountExGst,
  amountMessage,
  chosenId,
  list,
  oneOf,
  optionalText,
  recordId,
  recordIdOrNone,
  requiredMessage,
  text,
  uuidOrNone,
  yesNo,
  zonedMoment,
} from "#contract/fields.ts";
import { handlingDays } from "#contract/handling-days.ts";
import { inputsOf } from "#contract/records/schemas.ts";
import { repeatedIn } from "#contract/rules/attribute-options.ts";
import { packageFields, plainProductFields, productFields, shippingFields, stockFields } from "./fields.ts";
import { maxImageLabel } from "./image-limits.ts";

export const maxProductName = productFields.name.max;
/** The longest SKU that can be entered. Longer existing ones may stay. */
export const maxSku = 50;
/** Attributes that distinguish a product's variants, and options that a product has of one attribute. */
export const maxVariationAttributes = 50;
export const maxChosenOptions = 1_000;
/** Variants that are added at once. */
export const maxAddedVariants = 200;

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-AU")} ${count === 1 ? one : many}`;

export const productMessages = {
  saved: "Product details updated successfully.",
  notSaved: "Oh dear, we could not save the product details due to an unexpected error.",
  attributeSaved: "Product attribute updated successfully",
  attributeDeleted: "Product attribute deleted successfully",
  variantSaved: "Product variation updated successfully",
  variantsAdded: ({ addedCount, existingCount }: { addedCount: number; existingCount: number }) =>
    `${counted(addedCount, "variation was", "variations were")} created.${existingCount > 0 ? ` ${counted(existingCount, "combination", "combinations")} existed already.` : ""}`,
  variantDeleted: "Product variation deleted successfully",
  shippingSaved: "Product shipping method updated successfully",
  imageSaved: "Product image updated successfully",
  imageDeleted: "Product image deleted successfully",
  imagesReordered: "Product images reordered successfully",
  heroChosen: "The main image of the product was changed.",
  copied: "Product copied successfully.",
  deactivated: "Product deactivated successfully.",
  activated: "Product activated successfully.",
  synced: "The product was synced successfully.",
  notSynced: "Oh dear, we could not save the product to the marketplace due to an unexpected error.",
  heroNotUploaded:
    "A problem occurred uploading the hero image. Please try again and make sure the image size is smaller than 2MB.",
  variantImageNotUploaded: "A problem occurred uploading the image. Please try again.",
  imageNotUploaded:
    "A problem occurred uploading the image. Please try again and make sure the image size is smaller than 2MB.",
} as const;

export const priceMessages = {
  rrpTooLow: "Please enter a recommended retail price of at least $1.00.",
  notDollars: "Please enter an amount in dollars and cents, for example 9.95.",
  notAnAmount: amountMessage,
  saleAboveRrp: "The sale price must not be more than the recommended retail price.",
  variantSaleNotBelowRrp: "If provided, the sale price must be less than the recommended retail price.",
} as const;

export const variantMessages = {
  name: "Please enter the name for this product",
  stock: "Please provide the available stock",
  option: "Please select an option for each attribute.",
  combination: "Another variant exists with the same combination of options.",
  withoutVariants: "This product is sold without variants. Turn on variants in its details, then add them.",
  noOptions: "Please tick at least one option of each attribute.",
  allExist: "All of these combinations exist already.",
  tooManyAdded: (count: number) =>
    `These options make ${count.toLocaleString("en-AU")} new variations. At most ${maxAddedVariants} can be added at once: please untick some options, and add those afterwards.`,
  skuTooLong: (sku: string) =>
    `The SKU ${sku} would have ${sku.length} characters, and the longest one allowed has ${maxSku}. Please shorten the start.`,
} as const;

export const shippingMessages = {
  domesticRate: "Please enter the default shipping rate for Australian orders",
  rule: "Please select a shipping rule or create a new one here.",
  noCarrier: "In order to use shippit, the supplier this product belongs to must have a shippit account configured.",
  /** Beside that. */
  notConnected: "No carrier is connected, so please choose another shipping method.",
  notes:
    "Please enter information about how long it takes to ship the product once an order is received and any other special delivery instructions.",
  dimensions: "To use shippit, some additional information is required: the weight and the dimensions of the package.",
} as const;

export const imageLabelMessage = "Please enter the label for this image.";

/** What forms and commands take in the same way. */
export const plainInputs = inputsOf(plainProductFields);

const { StockQuantity } = inputsOf(stockFields);
const stock = { ManageStock: yesNo.default(false), StockQuantity: StockQuantity.optional() };
const dimensions = z.object(inputsOf(packageFields)).partial().shape;

/**
 * Whether the sender knows that another product of the supplier, or a variant of one, has the same SKU: false refuses
 * such a SKU, so that a form can ask. If left out, shared SKUs are accepted. An extension of this API.
 */
const skuQuestion = { SkuIsShared: z.boolean().optional() };

export const addProduct = acrossFields(
  z.object({
    Name: text({ max: maxProductName }),
    ProductTypeId: chosenId("Please select the type of this product"),
    SupplierId: chosenId("Please select the supplier for this product"),
    RecommendedRetailPrice: amountExGst(),
    ExternalSku: optionalText({ max: maxSku }),
    HasVariants: yesNo.default(false),
    TaxClass: plainInputs.TaxClass,
    ...skuQuestion,
  }),
  requireSku,
);

/** Makes a new product of an existing one. */
export const copyProduct = z.object({
  ProductId: recordId,
  Name: text({ max: maxProductName }),
  /** Required unless the product has variants. */
  ExternalSku: optionalText({ max: maxSku }),
  /** Copies the variants too, without their SKUs. */
  WithVariants: yesNo.default(true),
  ...skuQuestion,
});

/** Only variants can have a SKU in place of their product. */
export function requireSku(
  { HasVariants, ExternalSku }: { HasVariants?: boolean; ExternalSku?: string },
  context: z.RefinementCtx,
): void {
  if (!HasVariants && ExternalSku === "")
    context.addIssue({ code: "custom", path: ["ExternalSku"], message: requiredMessage });
}

export const maxUrl = productFields.referralProductUrl.max;
export const maxCallToAction = productFields.referralProductCallToAction.max;

/** A web address to which a shop can link. */
export const webAddress = (required?: string) =>
  text({ max: maxUrl, required }).refine(
    isWebAddress,
    "Please enter a web address that begins with https:// or http://.",
  );

function isWebAddress(value: string): boolean {
  return z.url({ protocol: /^https?$/ }).safeParse(value).success;
}

export const updateProductDetails = z.object({
  ProductId: recordId,
  ...plainInputs,
  DefaultImageId: uuidOrNone,
  ProductTypeId: recordId,
  HasVariants: yesNo,
  RecommendedRetailPrice: amountExGst(),
  /** Null or 0 stores the recommended retail price. */
  SalePrice: amountExGst().nullish(),
  ...stock,
  ...dimensions,
  IsReferralProduct: yesNo.default(false),
  ReferralProductUrl: plainInputs.ReferralProductUrl.refine(
    (url) => url === "" || isWebAddress(url),
    "Please enter a web address that begins with https:// or http://.",
  ),
  ...skuQuestion,
});

/** The API cannot express "not overridden": a name or a price equal to the product's own follows the product. */
export const upsertProductVariant = z.object({
  ProductId: recordId,
  /** Null for a new variant. */
  ProductVariantId: recordIdOrNone,
  Name: text({ max: 255, required: variantMessages.name }),
  DefaultImageId: uuidOrNone,
  ExternalSku: text({ max: 255 }),
  RecommendedRetailPrice: amountExGst(),
  SalePrice: amountExGst().nullish(),
  ...stock,
  /** One option of each attribute used for variations. */
  AttributeOptionIds: list(recordId, { max: maxVariationAttributes }),
  ...dimensions,
  Gtin: plainInputs.Gtin,
  ...skuQuestion,
});

/** Adds a variant for each combination of these options that the product does not have yet. */
export const addProductVariants = z.object({
  ProductId: recordId,
  /** At least one option of each attribute used for variations. */
  AttributeOptionIds: list(recordId, { max: maxChosenOptions }),
  /** Start of each SKU; the options follow (`variantSkus`). */
  SkuStart: text({ max: maxSku }),
  RecommendedRetailPrice: amountExGst(),
  SalePrice: amountExGst().nullish(),
  ...stock,
  ...dimensions,
  ...skuQuestion,
});

export const addedProductVariants = z.object({
  addedCount: z.number().int(),
  /** Combinations of the same options that the product had before. They are left as they are. */
  existingCount: z.number().int(),
});

export const deleteProductVariant = z.object({ ProductId: recordId, ProductVariantId: recordId });

export const updateProductAttribute = z.object({
  ProductId: recordId,
  AttributeId: recordId,
  UseForVariations: yesNo.default(false),
  SelectedOptionIds: list(recordId, { max: maxChosenOptions }).default([]),
  /**
   * For an attribute without options: the text, or `true` and `false`. An extension of this API; the stored value stays
   * if it is left out.
   */
  Value: optionalText({ max: 2_000, breaks: "kept" }).optional(),
});

export const maxCustomOptions = 200;

export const customOptions = list(z.object({ Code: optionalText({ max: 50 }), Value: text({ max: 255 }) }), {
  max: maxCustomOptions,
  tooMany: `A custom attribute can have ${maxCustomOptions} options at the most.`,
}).superRefine((rows, context) => {
  const say = (path: [number, string], message: string) => context.addIssue({ code: "custom", path, message });
  for (const i of repeatedIn(rows.map(({ Code }) => Code))) say([i, "Code"], "Another option has this code.");
  for (const i of repeatedIn(rows.map(({ Value }) => Value))) say([i, "Value"], "Another option has this name.");
});

export const upsertCustomProductAttribute = z.object({
  ProductId: recordId,
  /** Null for a new attribute. */
  ProductAttributeId: recordIdOrNone,
  /** The display name. */
  AttributeName: text({ max: 255 }),
  /** All options, in their order. `matchOptions` matches them with the stored ones. */
  Options: customOptions,
});

export const deleteProductAttribute = z.object({ ProductId: recordId, ProductAttributeId: recordId });

export const maxShippingNotes = shippingFields.shippingNotes.max;

export const shippingMethodChoice = oneOf(shippingMethods, requiredMessage);

/** Fields that the chosen method does not use are not stored. */
export const updateProductShippingMethod = z.object({
  ProductId: recordId,
  ShippingMethod: shippingMethodChoice,
  DomesticFlatRate: amountExGst(shippingMessages.domesticRate).nullish(),
  AllowShippingInternationally: yesNo.default(false),
  InternationalFlatRate: amountExGst().nullish(),
  ShippingRuleId: recordIdOrNone,
  ShippingNotes: text({ max: maxShippingNotes, breaks: "kept", required: shippingMessages.notes }),
  /** Unchanged if left out. */
  HandlingDays: handlingDays.optional(),
});

export const upsertProductImage = z.object({
  ProductId: recordId,
  /** Null for a new image. */
  ProductImageId: recordIdOrNone,
  ImageId: z.guid("Please choose an image."),
  Label: text({ max: maxImageLabel, required: imageLabelMessage }),
  /** From 1; if left out, a new image goes last, and an existing one keeps its position. */
  Position: z.int().min(1).max(1_000).nullish(),
  /** UTC. */
  AvailableFrom: zonedMoment.nullish(),
});

export const deleteProductImage = z.object({ ProductId: recordId, ProductImageId: recordId });

/** An image of the gallery becomes the hero image as well: both show the same stored file. */
export const useAsHeroImage = z.object({
  ProductId: recordId,
  ProductImageId: recordId,
  /** The hero image that the sender saw; null for none. Refused if there is another one by now, unless left out. */
  ShownImageId: uuidOrNone.optional(),
});

/** All images of the product, in their new order. */
export const reorderProductImages = z.object({ ProductId: recordId, ProductImageIds: list(recordId, { max: 1_000 }) });

export const productCommand = z.object({ ProductId: recordId });

export const syncMarketplaceProduct = z.object({ ProductId: recordId, MarketplaceId: recordId });
