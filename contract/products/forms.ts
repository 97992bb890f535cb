/**
 * The forms of products: prices in dollars inc GST, amounts as text. Fields that a choice leaves unused are ignored.
 */
import { z } from "zod";
import { acrossFields } from "#contract/across-fields.ts";
import { ShippingMethod } from "#contract/enumerations.ts";
import {
  atMost,
  chosenId,
  dayText,
  list,
  localMoment,
  maxDollars,
  optionalText,
  recordId,
  recordIdOrNone,
  requiredMessage,
  text,
  turnOfMoment,
  typedAmount,
  yesNo,
} from "#contract/fields.ts";
import { tooManyFiles } from "#contract/files/limits.ts";
import { handlingDays } from "#contract/handling-days.ts";
import { typedOf } from "#contract/records/schemas.ts";
import {
  copyProduct,
  customOptions,
  imageLabelMessage,
  maxCallToAction,
  maxChosenOptions,
  maxShippingNotes,
  maxSku,
  maxVariationAttributes,
  plainInputs,
  priceMessages,
  requireSku,
  shippingMessages,
  shippingMethodChoice,
  updateProductAttribute,
  upsertCustomProductAttribute,
  variantMessages,
  webAddress,
} from "./commands.ts";
import { packageFields, productFields } from "./fields.ts";
import { maxImageLabel, maxImagesAtOnce } from "./image-limits.ts";

/** The lowest recommended retail price, in dollars inc GST. */
export const minRecommendedRetailPrice = 1;

const recommendedRetailPrice = typedAmount({
  min: minRecommendedRetailPrice,
  max: maxDollars,
  tooLarge: atMost(maxDollars),
  message: priceMessages.rrpTooLow,
  unread: priceMessages.notDollars,
});
/** By kind: dollars of 0 or more, whole numbers, kilograms and millimetres, all of which may be empty. */
const { SalePrice: optionalPrice, StockQuantity: wholeNumber } = typedOf(productFields);

/** Confirmation of a SKU that another product has. The checkbox is shown when needed. */
const skuQuestion = { SkuIsShared: list(z.literal("yes"), { max: 1 }).default([]) };

/** Converts the checkbox to the command's field. */
export const skuAnswer = ({ SkuIsShared }: { SkuIsShared: readonly string[] }) => ({
  SkuIsShared: SkuIsShared.length > 0,
});

export const addProductForm = acrossFields(
  z.object({
    Name: text({ max: 255 }),
    ProductTypeId: chosenId("Please select the type of this product"),
    SupplierId: chosenId("Please select the supplier for this product"),
    RecommendedRetailPrice: recommendedRetailPrice,
    ExternalSku: optionalText({ max: maxSku }),
    HasVariants: yesNo.default(false),
    TaxClass: plainInputs.TaxClass,
    ...skuQuestion,
  }),
  requireSku,
);

export const copyProductForm = acrossFields(
  z.object({
    Name: copyProduct.shape.Name,
    ExternalSku: copyProduct.shape.ExternalSku,
    WithVariants: copyProduct.shape.WithVariants,
    /** Of the original. */
    HasVariants: yesNo.default(false),
    ...skuQuestion,
  }),
  requireSku,
);

const unread = z.string().default("");
const wholeStock = z.string().trim().min(1, variantMessages.stock).pipe(wholeNumber);

/** The ticked checkboxes of a field: none are not sent at all, and a single one is not a list. */
const ticked = z.preprocess((value) => (value ? [value].flat() : []), list(recordId, { max: maxChosenOptions }));

/** Left out if not required. */
const dimensions = z.object(typedOf(packageFields)).partial().shape;

interface Conditional {
  /** A field that is parsed with its own type if this is true, and ignored if not. */
  [field: string]: { isUsed: boolean | undefined; kind: z.ZodType };
}

/** Validates fields that only count under a condition. */
function check(values: Record<string, unknown>, fields: Conditional, context: z.RefinementCtx): void {
  for (const [field, { isUsed, kind }] of Object.entries(fields)) {
    if (!isUsed) continue;
    const [issue] = kind.safeParse(values[field]).error?.issues ?? [];
    if (issue) context.addIssue({ code: "custom", path: [field], message: issue.message });
  }
}

/** The shipping method decides whether dimensions are required; the form has it as `NeedsDimensions`. */
export const productDetailsForm = acrossFields(
  z.object({
    ...plainInputs,
    DefaultImageId: z.string().default(""),
    ProductTypeId: chosenId("Please select the type of this product"),
    HasVariants: yesNo,
    RecommendedRetailPrice: recommendedRetailPrice,
    SalePrice: optionalPrice,
    ManageStock: yesNo.default(false),
    StockQuantity: unread,
    ...dimensions,
    NeedsDimensions: yesNo.default(false),
    IsReferralProduct: yesNo.default(false),
    ReferralProductUrl: unread,
    ReferralProductCallToAction: unread,
    ...skuQuestion,
  }),
  (typed, context) => {
    requireSku(typed, context);
    if ((typed.SalePrice ?? 0) > (typed.RecommendedRetailPrice ?? maxDollars))
      context.addIssue({ code: "custom", path: ["SalePrice"], message: priceMessages.saleAboveRrp });
    check(
      typed,
      {
        StockQuantity: { isUsed: typed.ManageStock && !typed.HasVariants, kind: wholeStock },
        ReferralProductUrl: { isUsed: typed.IsReferralProduct, kind: webAddress() },
        ReferralProductCallToAction: { isUsed: typed.IsReferralProduct, kind: text({ max: maxCallToAction }) },
      },
      context,
    );
    if (typed.NeedsDimensions && !typed.HasVariants && !typed.IsReferralProduct) requireDimensions(typed, context);
  },
);

function requireDimensions(typed: Record<string, unknown>, context: z.RefinementCtx): void {
  for (const { command } of Object.values(packageFields))
    if (typed[command] == null) context.addIssue({ code: "custom", path: [command], message: requiredMessage });
}

/** The values that variants have in common when they are added together. */
const variantTerms = {
  OverridePrice: yesNo.default(false),
  RecommendedRetailPrice: unread,
  SalePrice: unread,
  ManageStock: yesNo.default(false),
  StockQuantity: unread,
  ...dimensions,
  NeedsDimensions: yesNo.default(false),
  ...skuQuestion,
};
type VariantTerms = Partial<z.output<z.ZodObject<typeof variantTerms>>>;

function checkTerms(typed: VariantTerms, context: z.RefinementCtx): void {
  check(
    typed,
    {
      RecommendedRetailPrice: { isUsed: typed.OverridePrice, kind: variantPrice },
      SalePrice: { isUsed: typed.OverridePrice, kind: optionalPrice },
      StockQuantity: { isUsed: typed.ManageStock, kind: wholeStock },
    },
    context,
  );
  if (typed.NeedsDimensions) requireDimensions(typed, context);
  const [rrp, sale] = [
    variantPrice.safeParse(typed.RecommendedRetailPrice).data,
    optionalPrice.safeParse(typed.SalePrice).data,
  ];
  if (typed.OverridePrice && rrp !== undefined && sale != null && sale >= rrp)
    context.addIssue({ code: "custom", path: ["SalePrice"], message: priceMessages.variantSaleNotBelowRrp });
}

/** Value in the form of a new variant: another one comes next. */
export const thenAnother = "another";

/** `AttributeOptionIds` has one option of each attribute used for variations, in the attributes' order. */
export const productVariantForm = acrossFields(
  z.object({
    AttributeOptionIds: list(z.string(variantMessages.option).regex(/^\d{1,10}$/, variantMessages.option), {
      max: maxVariationAttributes,
    }).default([]),
    DefaultImageId: z.string().default(""),
    OverrideName: yesNo.default(false),
    Name: unread,
    ExternalSku: text({ max: 255 }),
    Gtin: plainInputs.Gtin,
    Then: z.enum(["", thenAnother]).default(""),
    ...variantTerms,
  }),
  (typed, context) => {
    const name = text({ max: 255, required: variantMessages.name });
    check(typed, { Name: { isUsed: typed.OverrideName, kind: name } }, context);
    checkTerms(typed, context);
  },
);

/** `Attributes` has a row for each attribute used for variations. */
export const combinationsForm = acrossFields(
  z.object({
    Attributes: list(z.object({ OptionIds: ticked.refine((ids) => ids.length > 0, variantMessages.noOptions) }), {
      max: maxVariationAttributes,
    }).default([]),
    SkuStart: text({ max: maxSku }),
    ...variantTerms,
  }),
  checkTerms,
);

const variantPrice = typedAmount({
  min: 0,
  max: maxDollars,
  tooLarge: atMost(maxDollars),
  message: priceMessages.notAnAmount,
});

/** Dollars inc GST. */
export const domesticRate = typedAmount({
  min: 0,
  max: maxDollars,
  tooLarge: atMost(maxDollars),
  message: shippingMessages.domesticRate,
});

/** The product decides whether the chosen method can be used at all: see `shippingMessages`. */
export const shippingMethodForm = acrossFields(
  z.object({
    ShippingMethod: shippingMethodChoice,
    DomesticFlatRate: unread,
    AllowShippingInternationally: yesNo.default(false),
    InternationalFlatRate: unread,
    ShippingRuleId: unread,
    ShippingNotes: text({ max: maxShippingNotes, breaks: "kept", required: shippingMessages.notes }),
    /** Left out if the API has no such days. */
    HandlingDays: handlingDays.optional(),
  }),
  (typed, context) => {
    const isFlat = typed.ShippingMethod === ShippingMethod.flatRate;
    check(
      typed,
      {
        DomesticFlatRate: {
          isUsed: isFlat,
          kind: domesticRate,
        },
        InternationalFlatRate: {
          isUsed: isFlat && typed.AllowShippingInternationally,
          kind: z
            .string()
            .trim()
            .min(1, requiredMessage)
            .pipe(
              typedAmount({
                min: 0,
                max: maxDollars,
                tooLarge: atMost(maxDollars),
                message: priceMessages.notAnAmount,
              }),
            ),
        },
        ShippingRuleId: { isUsed: typed.ShippingMethod === ShippingMethod.rule, kind: chosenId(shippingMessages.rule) },
      },
      context,
    );
  },
);

/** An attribute of the product's type: `OptionId` for a single choice, `SelectedOptionIds` for several. */
export const productAttributeForm = z.object({
  UseForVariations: yesNo.default(false),
  OptionId: recordIdOrNone,
  SelectedOptionIds: ticked,
  Value: updateProductAttribute.shape.Value,
});

export const customAttributeForm = z.object({
  AttributeName: upsertCustomProductAttribute.shape.AttributeName,
  Options: customOptions.default([]).refine((options) => options.length > 0, requiredMessage),
  UseForVariations: yesNo.default(false),
});

const imageLabel = text({ max: maxImageLabel, required: imageLabelMessage });
/** A local date and time, in the zone shown beside it. */
const availableFrom = {
  AvailableFrom: localMoment,
  AvailableFromTurn: turnOfMoment,
  /** An IANA zone. */
  TimeZone: z.string().default(""),
};

export const productImageForm = z.object({
  ImageId: z.string().default(""),
  Label: imageLabel,
  ...availableFrom,
});

/** Images to be added, whose files are stored already. */
export const productImagesForm = z.object({
  Images: list(z.object({ ImageId: z.guid("Please choose this image again."), Label: imageLabel }), {
    min: 1,
    max: maxImagesAtOnce,
    required: "Please choose an image.",
    tooMany: tooManyFiles(maxImagesAtOnce),
  }),
  ...availableFrom,
});

/** Days of UTC, as `2026-03-02`. */
export const referralExportForm = z
  .object({
    fromDate: dayText("Invalid from date."),
    toDate: dayText("Invalid to date."),
    supplierId: recordIdOrNone.transform((id) => id ?? undefined),
    marketplaceId: recordIdOrNone.transform((id) => id ?? undefined),
  })
  .refine(({ fromDate, toDate }) => fromDate <= toDate, { path: ["toDate"], message: "Invalid to date." });
