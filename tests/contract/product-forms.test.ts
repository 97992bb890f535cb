import { describe, expect, test } from "vitest";
import type { z } from "zod";
import {
  addProductForm,
  combinationsForm,
  productDetailsForm,
  productImageForm,
  productVariantForm,
  shippingMethodForm,
} from "#contract/products/forms.ts";

const required = "This is a required field";

/** The messages by field; empty if the input is valid. */
function messages(form: z.ZodType, values: object): Record<string, string> {
  const issues = form.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
}

describe("adding all combinations of options", () => {
  const typed = {
    Attributes: [
      { AttributeId: "3", OptionIds: ["31", "32"] },
      { AttributeId: "4", OptionIds: ["41"] },
    ],
    SkuStart: " TEE ",
  };

  test("parses the ticked options of each attribute", () => {
    expect(combinationsForm.parse(typed)).toMatchObject({
      Attributes: [{ OptionIds: [31, 32] }, { OptionIds: [41] }],
      SkuStart: "TEE",
      ManageStock: false,
    });
  });

  test("names each attribute without a ticked option, together with all other errors", () => {
    expect(
      messages(combinationsForm, {
        Attributes: [{ AttributeId: "3" }, { AttributeId: "4", OptionIds: ["41"] }],
        SkuStart: "",
        OverridePrice: "true",
        RecommendedRetailPrice: "10",
        SalePrice: "10",
        ManageStock: "true",
        StockQuantity: "",
        NeedsDimensions: "true",
        ShippingPackageWeight: "1",
        ShippingPackageHeight: "1",
        ShippingPackageWidth: "1",
      }),
    ).toEqual({
      "Attributes.0.OptionIds": "Please tick at least one option of each attribute.",
      SkuStart: required,
      SalePrice: "If provided, the sale price must be less than the recommended retail price.",
      StockQuantity: "Please provide the available stock",
      ShippingPackageDepth: required,
    });
  });
});

describe("adding a product", () => {
  const typed = {
    Name: " Tray ",
    ProductTypeId: "3",
    SupplierId: "7",
    RecommendedRetailPrice: "$1,009.95",
    ExternalSku: " T-1 ",
    HasVariants: "false",
  };

  test("parses the input of the form", () => {
    expect(addProductForm.parse(typed)).toEqual({
      Name: "Tray",
      ProductTypeId: 3,
      SupplierId: 7,
      RecommendedRetailPrice: 1009.95,
      ExternalSku: "T-1",
      SkuIsShared: [],
      HasVariants: false,
    });
  });

  test("reports all missing fields", () => {
    expect(
      messages(addProductForm, { Name: " ", ProductTypeId: "", SupplierId: "", RecommendedRetailPrice: "" }),
    ).toMatchObject({
      Name: required,
      ProductTypeId: "Please select the type of this product",
      SupplierId: "Please select the supplier for this product",
      RecommendedRetailPrice: "Please enter a recommended retail price of at least $1.00.",
    });
  });

  test("requires a SKU of at most 50 characters, but none with variants", () => {
    expect(messages(addProductForm, { ...typed, ExternalSku: "" })).toEqual({ ExternalSku: required });
    expect(messages(addProductForm, { ...typed, ExternalSku: "", HasVariants: "true" })).toEqual({});
    expect(messages(addProductForm, { ...typed, ExternalSku: "x".repeat(51) })).toEqual({
      ExternalSku: "Please use no more than 50 characters.",
    });
  });

  test("refuses a price above a million with a message", () => {
    expect(messages(addProductForm, { ...typed, RecommendedRetailPrice: "1000001" })).toEqual({
      RecommendedRetailPrice: "Please enter at most 1,000,000.",
    });
  });

  test("reports a missing SKU together with all other errors", () => {
    expect(
      Object.keys(
        messages(addProductForm, {
          Name: "",
          ProductTypeId: "",
          SupplierId: "",
          RecommendedRetailPrice: "",
          ExternalSku: "",
        }),
      ).sort(),
    ).toEqual(["ExternalSku", "Name", "ProductTypeId", "RecommendedRetailPrice", "SupplierId"]);
  });

  const tooLow = "Please enter a recommended retail price of at least $1.00.";
  const unread = "Please enter an amount in dollars and cents, for example 9.95.";
  test.each([
    ["0.99", tooLow],
    ["-5", tooLow],
    ["", tooLow],
    ["ten", unread],
    ["9.999", unread],
  ])("refuses a price of %j", (RecommendedRetailPrice, message) => {
    expect(messages(addProductForm, { ...typed, RecommendedRetailPrice })).toEqual({ RecommendedRetailPrice: message });
  });
});

describe("a product's details", () => {
  const typed = {
    Name: "Tray",
    Description: "<p>For tea.</p>",
    ExternalSku: "T-1",
    ProductTypeId: "3",
    HasVariants: "false",
    RecommendedRetailPrice: "9.95",
    SalePrice: "",
  };
  const said = (traits: object) => messages(productDetailsForm, { ...typed, ...traits });

  test("are parsed without a sale price, and without dimensions that do not apply", () => {
    expect(productDetailsForm.parse(typed)).toMatchObject({
      RecommendedRetailPrice: 9.95,
      SalePrice: null,
      ManageStock: false,
      IsReferralProduct: false,
    });
    expect(productDetailsForm.parse(typed)).not.toHaveProperty("ShippingPackageWeight");
    const sizes = {
      ShippingPackageWeight: "0.25",
      ShippingPackageHeight: "10",
      ShippingPackageWidth: "",
      ShippingPackageDepth: "1,200",
    };
    expect(productDetailsForm.parse({ ...typed, ...sizes })).toMatchObject({
      ShippingPackageWeight: 0.25,
      ShippingPackageHeight: 10,
      ShippingPackageWidth: null,
      ShippingPackageDepth: 1200,
    });
  });

  test.each([
    [{ Name: "" }, { Name: required }],
    [{ Description: "<p>&nbsp;</p>" }, { Description: required }],
    [{ ExternalSku: "" }, { ExternalSku: required }],
    [{ ExternalSku: "", HasVariants: "true" }, {}],
    [
      { RecommendedRetailPrice: "0.99" },
      { RecommendedRetailPrice: "Please enter a recommended retail price of at least $1.00." },
    ],
    [
      { RecommendedRetailPrice: "1.005" },
      { RecommendedRetailPrice: "Please enter an amount in dollars and cents, for example 9.95." },
    ],
    [
      { RecommendedRetailPrice: "1,00" },
      { RecommendedRetailPrice: "Please enter an amount in dollars and cents, for example 9.95." },
    ],
    [
      { RecommendedRetailPrice: " " },
      { RecommendedRetailPrice: "Please enter a recommended retail price of at least $1.00." },
    ],
    [{ SalePrice: "9.95" }, {}],
    [{ SalePrice: "0" }, {}],
    [{ SalePrice: "9.96" }, { SalePrice: "The sale price must not be more than the recommended retail price." }],
    [{ SalePrice: "cheap" }, { SalePrice: "Please enter an amount of 0 or more, for example 9.95." }],
    [{ SalePrice: "-1" }, { SalePrice: "Please enter an amount of 0 or more, for example 9.95." }],
    [{ ManageStock: "true" }, { StockQuantity: "Please provide the available stock" }],
    [{ ManageStock: "true", StockQuantity: "1.5" }, { StockQuantity: "Please enter a whole number of 0 or more." }],
    [{ ManageStock: "true", StockQuantity: "0" }, {}],
    [{ ManageStock: "false", StockQuantity: "a few" }, {}],
    [{ ManageStock: "true", StockQuantity: "a few", HasVariants: "true" }, {}],
    [{ ShippingPackageWeight: "0.001" }, { ShippingPackageWeight: "Please enter kilograms, at least 0.01." }],
    [{ ShippingPackageHeight: "0.5" }, { ShippingPackageHeight: "Please enter whole millimetres, at least 1." }],
    [{ IsReferralProduct: "true" }, { ReferralProductUrl: required, ReferralProductCallToAction: required }],
    [
      { IsReferralProduct: "true", ReferralProductUrl: "javascript:x()", ReferralProductCallToAction: "x".repeat(31) },
      {
        ReferralProductUrl: "Please enter a web address that begins with https:// or http://.",
        ReferralProductCallToAction: "Please use no more than 30 characters.",
      },
    ],
    [
      {
        IsReferralProduct: "true",
        ReferralProductUrl: "https://acacia.example/tray",
        ReferralProductCallToAction: "Buy it there",
      },
      {},
    ],
    [{ IsReferralProduct: "false", ReferralProductUrl: "nowhere" }, {}],
  ])("with %j report %j", (traits, expected) => {
    expect(said(traits)).toEqual(expected);
  });

  test("report all errors at once, one per field", () => {
    expect(
      said({ Name: "", SalePrice: "10", ManageStock: "true", ShippingPackageWeight: "light", NeedsDimensions: "true" }),
    ).toEqual({
      Name: required,
      SalePrice: "The sale price must not be more than the recommended retail price.",
      StockQuantity: "Please provide the available stock",
      ShippingPackageWeight: "Please enter kilograms, at least 0.01.",
      ShippingPackageHeight: required,
      ShippingPackageWidth: required,
      ShippingPackageDepth: required,
    });
    expect(said({ RecommendedRetailPrice: "dear", SalePrice: "10" })).toEqual({
      RecommendedRetailPrice: "Please enter an amount in dollars and cents, for example 9.95.",
    });
  });

  test("require dimensions if a carrier ships the product itself", () => {
    const sizes = {
      ShippingPackageWeight: required,
      ShippingPackageHeight: required,
      ShippingPackageWidth: required,
      ShippingPackageDepth: required,
    };
    const referral = {
      IsReferralProduct: "true",
      ReferralProductUrl: "https://acacia.example/",
      ReferralProductCallToAction: "Buy",
    };
    expect(said({ NeedsDimensions: "true" })).toEqual(sizes);
    expect(said({ NeedsDimensions: "true", HasVariants: "true" })).toEqual({});
    expect(said({ NeedsDimensions: "true", ...referral })).toEqual({});
  });
});

describe("a variant", () => {
  const typed = { AttributeOptionIds: ["4"], ExternalSku: "T-1-RED" };
  const said = (traits: object) => messages(productVariantForm, { ...typed, ...traits });
  const priced = { OverridePrice: "true", RecommendedRetailPrice: "10" };

  test.each([
    [{}, {}],
    [{ AttributeOptionIds: ["4", ""] }, { "AttributeOptionIds.1": "Please select an option for each attribute." }],
    [{ ExternalSku: " " }, { ExternalSku: required }],
    [{ OverrideName: "true", Name: " " }, { Name: "Please enter the name for this product" }],
    [
      { ExternalSku: "", OverrideName: "true", ...priced, SalePrice: "10" },
      {
        ExternalSku: required,
        Name: "Please enter the name for this product",
        SalePrice: "If provided, the sale price must be less than the recommended retail price.",
      },
    ],
    [{ OverrideName: "false", Name: "" }, {}],
    [
      { ...priced, RecommendedRetailPrice: "" },
      { RecommendedRetailPrice: "Please enter an amount of 0 or more, for example 9.95." },
    ],
    [{ ...priced, RecommendedRetailPrice: "0" }, {}],
    [{ ...priced, SalePrice: "9.99" }, {}],
    [
      { ...priced, SalePrice: "10.00" },
      { SalePrice: "If provided, the sale price must be less than the recommended retail price." },
    ],
    [{ RecommendedRetailPrice: "dear", SalePrice: "dearer" }, {}],
    [{ ManageStock: "true", StockQuantity: "" }, { StockQuantity: "Please provide the available stock" }],
    [
      { NeedsDimensions: "true", ShippingPackageWeight: "1", ShippingPackageHeight: "1", ShippingPackageWidth: "1" },
      { ShippingPackageDepth: required },
    ],
  ])("with %j reports %j", (traits, expected) => {
    expect(said(traits)).toEqual(expected);
  });
});

describe("the shipping method", () => {
  const notes = { ShippingNotes: "Leaves within two days." };
  const domestic = "Please enter the default shipping rate for Australian orders";
  const rule = "Please select a shipping rule or create a new one here.";

  test.each([
    [{ ...notes, ShippingMethod: "0", DomesticFlatRate: "9.95" }, {}],
    [{ ...notes, ShippingMethod: "0", DomesticFlatRate: "0" }, {}],
    [{ ...notes, ShippingMethod: "0", DomesticFlatRate: "" }, { DomesticFlatRate: domestic }],
    [
      { ...notes, ShippingMethod: "0", DomesticFlatRate: "1", AllowShippingInternationally: "true" },
      { InternationalFlatRate: required },
    ],
    [{ ...notes, ShippingMethod: "0", DomesticFlatRate: "1", InternationalFlatRate: "far" }, {}],
    ...[
      ["abc", "Please enter an amount of 0 or more, for example 9.95."],
      ["-1", "Please enter an amount of 0 or more, for example 9.95."],
      ["2000000", "Please enter at most 1,000,000."],
    ].map(([InternationalFlatRate, message]): [object, object] => [
      {
        ...notes,
        ShippingMethod: "0",
        DomesticFlatRate: "1",
        AllowShippingInternationally: "true",
        InternationalFlatRate,
      },
      { InternationalFlatRate: message },
    ]),
    [{ ...notes, ShippingMethod: "1" }, {}],
    [{ ...notes, ShippingMethod: "1", DomesticFlatRate: "dear", ShippingRuleId: "none" }, {}],
    [{ ...notes, ShippingMethod: "2", ShippingRuleId: "" }, { ShippingRuleId: rule }],
    [{ ...notes, ShippingMethod: "2", ShippingRuleId: "5" }, {}],
    [{ ...notes, ShippingMethod: "" }, { ShippingMethod: required }],
    [{ ...notes, ShippingMethod: "3" }, { ShippingMethod: required }],
    [
      { ShippingMethod: "1", ShippingNotes: " " },
      {
        ShippingNotes:
          "Please enter information about how long it takes to ship the product once an order is received and any other special delivery instructions.",
      },
    ],
  ])("with %j reports %j", (values, expected) => {
    expect(messages(shippingMethodForm, values)).toEqual(expected);
  });
});

test.each([
  [{ Label: "Front" }, {}],
  [{ Label: "Front", AvailableFrom: "2026-03-01T09:00" }, {}],
  [{ Label: " " }, { Label: "Please enter the label for this image." }],
  [{ Label: "x".repeat(101) }, { Label: "Please use no more than 100 characters." }],
  [{ Label: "Front", AvailableFrom: "tomorrow" }, { AvailableFrom: "Please enter a date and a time." }],
])("an image with %j reports %j", (values, expected) => {
  expect(messages(productImageForm, values)).toEqual(expected);
});
