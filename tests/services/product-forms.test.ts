import { randomUUID } from "node:crypto";
import { v5 as derivedId } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import type { FormAnswer } from "#app/lib/form-answer.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { attributeForms, loadAttributes } from "#app/services/products/attributes.server.ts";
import { generalForms, loadGeneral } from "#app/services/products/general.server.ts";
import { imageForms, loadImages } from "#app/services/products/images.server.ts";
import { addForms } from "#app/services/products/list.server.ts";
import { manyProducts } from "#app/services/products/many.server.ts";
import { loadVariations, variationForms } from "#app/services/products/variations.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import type { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json } from "#tests/support/services/stub-server.ts";
import { send, visit } from "#tests/support/services/visitor.ts";
import { api } from "#tests/support/services/world.ts";

const option = (optionId: number, optionValue: string, isUsed = true) => ({
  optionId,
  attributeId: 3,
  optionCode: optionValue.toLowerCase(),
  optionValue,
  isUsed,
});

const colour = {
  id: 3,
  attributeId: 3,
  attributeName: "colour-internal",
  attributeDisplayName: "Colour",
  useForVariations: true,
  attributeSelectionType: 1,
  attributeOptions: [option(31, "Red"), option(32, "Blue"), option(33, "Green", false)],
};

const finish = {
  id: 9,
  attributeId: 9,
  attributeName: "Finish",
  attributeDisplayName: "Finish",
  isProductSpecific: true,
  useForVariations: false,
  attributeSelectionType: 1,
  attributeOptions: [option(91, "Matt")],
};

/** Rounds to $10.00 inc GST, but cannot be calculated from $10.00. */
const ownPrice = 9.0912;

const red = {
  id: 71,
  name: "Tray",
  externalSku: "RED",
  recommendedRetailPrice: ownPrice,
  salePrice: ownPrice,
  attributeOptions: [{ attributeId: 3, optionId: 31 }],
};

const blue = {
  ...red,
  id: 72,
  name: "The blue one",
  overrideName: true,
  overridePrice: true,
  recommendedRetailPrice: 20,
  salePrice: 15,
  attributeOptions: [{ attributeId: 3, optionId: 32 }],
};

const front = {
  id: 81,
  imageId: "11111111-1111-4111-8111-111111111111",
  label: "Front",
  position: 1,
  availableFrom: "2027-01-14T22:30:15.000Z",
};

const product = {
  id: 7,
  name: "Tray",
  productTypeId: 1,
  productTypeName: "Trays",
  supplierId: 1,
  supplierName: "Acacia",
  hasVariants: true,
  recommendedRetailPrice: ownPrice,
  salePrice: ownPrice,
  canEdit: true,
  canEditImageAvailableDate: true,
  attributes: [colour, finish],
  productVariants: [red, blue],
  images: [front],
};

const productPath = "GET /api/v1/products/7";
const params = { id: "7" };

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
  has({});
});

/** Sets the product that the API returns from now on. */
function has(traits: Record<string, unknown>): void {
  api.usually(productPath, json({ ...product, ...traits }));
}

const sent = (command: string) =>
  api.received(`POST /api/v1/products/${command}`).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe("a product that is added", () => {
  it("reports each missing selection once, with the name of its field", async () => {
    const typed = {
      Name: "Tray",
      ProductTypeId: "",
      SupplierId: "",
      RecommendedRetailPrice: "9.95",
      ExternalSku: "TRAY",
      HasVariants: "false",
    };
    const { status, body } = await send(
      commandForms(addForms),
      "/products/new",
      { intent: "add", Id: randomUUID(), ...typed },
      jar,
    );
    expect([status, Object.keys((body as { errors: object }).errors)]).toEqual([422, ["ProductTypeId", "SupplierId"]]);
  });
});

describe("a variant that is saved", () => {
  const action = commandForms(variationForms);
  const typed = { ExternalSku: " RED-2 ", "AttributeOptionIds.0": "31", NeedsDimensions: "false" };
  const save = (fields: Record<string, string>, edit = "71") => {
    api.usually("POST /api/v1/products/UpsertProductVariant", json(71));
    return send(
      action,
      `/products/7/variations?edit=${edit}&from=name%3Dtray`,
      { intent: "variant", Id: randomUUID(), ...typed, ...fields },
      jar,
      params,
    );
  };

  it("has the product's exact name and prices if they are not overridden, whatever its fields contain", async () => {
    const { headers } = await save({
      OverrideName: "false",
      Name: "Ignored",
      OverridePrice: "false",
      RecommendedRetailPrice: "1",
      SalePrice: "nonsense",
    });
    expect(headers.get("location")).toBe("/products/7/variations?from=name%3Dtray#variant-71");
    expect(sent("UpsertProductVariant")).toMatchObject([
      {
        ProductId: 7,
        ProductVariantId: "71",
        Name: "Tray",
        ExternalSku: "RED-2",
        RecommendedRetailPrice: ownPrice,
        SalePrice: null,
        AttributeOptionIds: [31],
      },
    ]);
  });

  it("has the sale price of a product that is on sale", async () => {
    has({ salePrice: 8 });
    await save({ OverridePrice: "false" });
    expect(sent("UpsertProductVariant")).toMatchObject([{ RecommendedRetailPrice: ownPrice, SalePrice: 8 }]);
  });

  it("has the entered name and prices if they are overridden, ex GST", async () => {
    await save({
      OverrideName: "true",
      Name: " Own ",
      OverridePrice: "true",
      RecommendedRetailPrice: "$1,009.95",
      SalePrice: "9.95",
    });
    expect(sent("UpsertProductVariant")).toMatchObject([
      { Name: "Own", RecommendedRetailPrice: 918.1364, SalePrice: 9.0455 },
    ]);
  });

  it("has no sale price if none was entered, and no stock if it is not managed", async () => {
    await save({
      OverridePrice: "true",
      RecommendedRetailPrice: "5",
      SalePrice: " ",
      ManageStock: "false",
      StockQuantity: "12",
    });
    expect(sent("UpsertProductVariant")).toMatchObject([{ SalePrice: null, ManageStock: false, StockQuantity: null }]);
  });

  it("has its stock and dimensions as numbers, and is created if it is new", async () => {
    const measures = {
      ShippingPackageWeight: "1.25",
      ShippingPackageHeight: "1,030",
      ShippingPackageWidth: "",
      ShippingPackageDepth: "5",
    };
    await save({ ManageStock: "true", StockQuantity: "1,200", ...measures }, "new");
    expect(sent("UpsertProductVariant")).toMatchObject([
      {
        ProductVariantId: null,
        StockQuantity: 1200,
        ShippingPackageWeight: 1.25,
        ShippingPackageHeight: 1030,
        ShippingPackageWidth: null,
        ShippingPackageDepth: 5,
      },
    ]);
  });

  it("is not sent without an id in the URL", async () => {
    expect((await save({}, "")).status).toBe(404);
    expect(sent("UpsertProductVariant")).toEqual([]);
  });

  it.each([
    ["Name", { OverrideName: "true", Name: " " }, "Please enter the name for this product"],
    [
      "RecommendedRetailPrice",
      { OverridePrice: "true", RecommendedRetailPrice: "" },
      "Please enter an amount of 0 or more, for example 9.95.",
    ],
    [
      "SalePrice",
      { OverridePrice: "true", RecommendedRetailPrice: "5", SalePrice: "5.00" },
      "If provided, the sale price must be less than the recommended retail price.",
    ],
    ["StockQuantity", { ManageStock: "true", StockQuantity: "1.5" }, "Please enter a whole number of 0 or more."],
    ["AttributeOptionIds.0", { "AttributeOptionIds.0": "" }, "Please select an option for each attribute."],
  ])("shows a message for an invalid %s", async (field, fields, message) => {
    expect(await save(fields)).toMatchObject({ status: 422, body: { errors: { [field]: { message } } } });
  });
});

describe("a new variant that is saved to add another", () => {
  it("leads to an empty form that proposes its prices, stock rule and dimensions", async () => {
    api.usually("POST /api/v1/products/UpsertProductVariant", json(72));
    const { headers } = await send(
      commandForms(variationForms),
      "/products/7/variations?edit=new&like=71&back=shipping",
      { intent: "variant", Id: randomUUID(), ExternalSku: "BLUE", "AttributeOptionIds.0": "32", Then: "another" },
      jar,
      params,
    );
    expect(headers.get("location")).toBe("/products/7/variations?edit=new&like=72&back=shipping#form-variant");
    has({ productVariants: [red, { ...blue, manageStock: true, stockQuantity: 5, shippingPackageWeight: 0.5 }] });
    const { body } = await visit(screen(loadVariations), "/products/7/variations?edit=new&like=72", jar, params);
    expect(body).toMatchObject({
      form: {
        name: "Tray",
        overrideName: false,
        overridePrice: true,
        recommendedRetailPrice: 22,
        salePrice: 16.5,
        sku: "",
        manageStock: true,
        stockQuantity: null,
        measures: { shippingPackageWeight: 0.5 },
        pickers: [{ chosen: "" }],
      },
    });
  });

  it("leads to the list without that button", async () => {
    api.usually("POST /api/v1/products/UpsertProductVariant", json(72));
    const { headers } = await send(
      commandForms(variationForms),
      "/products/7/variations?edit=new&like=71",
      { intent: "variant", Id: randomUUID(), ExternalSku: "BLUE", "AttributeOptionIds.0": "32" },
      jar,
      params,
    );
    expect(headers.get("location")).toBe("/products/7/variations#variant-72");
  });
});

describe("all combinations that are added", () => {
  const add = (fields: Record<string, string>) => {
    api.usually("POST /api/v1/products/AddProductVariants", json({ addedCount: 1, existingCount: 2 }));
    return send(
      commandForms(variationForms),
      "/products/7/variations?edit=combinations&from=name%3Dtray",
      {
        intent: "combinations",
        Id: randomUUID(),
        "Attributes.0.AttributeId": "3",
        "Attributes.0.OptionIds[]": "31",
        SkuStart: "TRAY",
        ...fields,
      },
      jar,
      params,
    );
  };

  it("have the product's exact prices if they are not overridden", async () => {
    const { headers } = await add({ RecommendedRetailPrice: "1", SalePrice: "nonsense" });
    expect(headers.get("location")).toBe("/products/7/variations?from=name%3Dtray");
    expect(sent("AddProductVariants")).toMatchObject([
      { ProductId: 7, AttributeOptionIds: [31], SkuStart: "TRAY", RecommendedRetailPrice: ownPrice, SalePrice: null },
    ]);
  });

  it("have the typed prices, converted to amounts ex GST", async () => {
    await add({ OverridePrice: "true", RecommendedRetailPrice: "24.95", SalePrice: "$11" });
    expect(sent("AddProductVariants")).toMatchObject([{ RecommendedRetailPrice: 22.6818, SalePrice: 10 }]);
  });

  it("are not offered with an API that lacks them", async () => {
    const { body } = await visit(screen(loadVariations), "/products/7/variations?edit=combinations", jar, params);
    expect(body).toMatchObject({ canAdd: true, canCombine: false, combinations: undefined });
  });
});

describe("the variations on the page", () => {
  const open = async (search = "") =>
    (await visit(screen(loadVariations), `/products/7/variations${search}`, jar, params)).body;

  it("have prices inc GST and the names of their options", async () => {
    expect(await open()).toMatchObject({
      canAdd: true,
      isMeasured: false,
      variants: [
        { name: "Tray", recommendedRetailPrice: 10, options: [{ name: "Colour", value: "Red" }] },
        {
          name: "The blue one",
          recommendedRetailPrice: 22,
          salePrice: 16.5,
          options: [{ name: "Colour", value: "Blue" }],
        },
      ],
    });
  });

  it("offer the options of the product and the one that the variant has", async () => {
    expect(await open("?edit=72")).toMatchObject({
      form: { pickers: [{ chosen: "32", options: [{ label: "Red" }, { label: "Blue" }] }], salePrice: 16.5 },
    });
    has({ productVariants: [{ ...red, attributeOptions: [{ attributeId: 3, optionId: 33 }] }] });
    expect(await open("?edit=71")).toMatchObject({
      form: { pickers: [{ chosen: "33", options: [{ label: "Red" }, { label: "Blue" }, { label: "Green" }] }] },
    });
  });

  it("open no form for a missing variant or a user without permission", async () => {
    expect(await open("?edit=99")).toMatchObject({ form: undefined });
    has({ canEdit: false });
    expect(await open("?edit=71")).toMatchObject({ form: undefined, canAdd: false });
  });
});

describe("an attribute that is saved", () => {
  const action = commandForms(attributeForms);
  const save = (fields: Record<string, string>) => {
    api.usually("POST /api/v1/products/UpdateProductAttribute", json(null));
    return send(
      action,
      "/products/7/attributes?edit=3",
      { intent: "attribute", Id: randomUUID(), ...fields },
      jar,
      params,
    );
  };

  it("has one option, or the ticked options if it is used for variations", async () => {
    const both = { OptionId: "31", "SelectedOptionIds[]": "32" };
    await save({ ...both, UseForVariations: "false" });
    await save({ ...both, UseForVariations: "true" });
    await save({ OptionId: "" });
    expect(
      sent("UpdateProductAttribute").map(({ AttributeId, SelectedOptionIds }) => ({ AttributeId, SelectedOptionIds })),
    ).toEqual([
      { AttributeId: 3, SelectedOptionIds: [31] },
      { AttributeId: 3, SelectedOptionIds: [32] },
      { AttributeId: 3, SelectedOptionIds: [] },
    ]);
  });

  it("is shown with the names of its options", async () => {
    const { body } = await visit(screen(loadAttributes), "/products/7/attributes", jar, params);
    expect(body).toMatchObject({
      attributes: [
        { name: "Colour", values: "Red, Blue", useForVariations: true },
        { name: "Finish", values: "Matt" },
      ],
    });
  });
});

describe("a custom attribute that is saved", () => {
  const action = commandForms(attributeForms);
  const id = randomUUID();
  const save = (UseForVariations: "true" | "false", edit = "9") => {
    api
      .usually("POST /api/v1/products/UpsertCustomProductAttribute", json(9))
      .usually("POST /api/v1/products/UpdateProductAttribute", json(null));
    const fields = {
      AttributeName: "Finish",
      "Options.0.Code": "",
      "Options.0.Value": "Matt",
      "Options.1.Code": "",
      "Options.1.Value": "High gloss",
    };
    return send(
      action,
      `/products/7/attributes?edit=${edit}`,
      { intent: "customAttribute", Id: id, ...fields, UseForVariations },
      jar,
      params,
    );
  };

  it("keeps the codes of its options, and generates codes for new ones", async () => {
    await save("false");
    expect(sent("UpsertCustomProductAttribute")).toMatchObject([
      {
        ProductAttributeId: "9",
        Options: [
          { Code: "matt", Value: "Matt" },
          { Code: "high-gloss", Value: "High gloss" },
        ],
      },
    ]);
    expect(sent("UpdateProductAttribute")).toEqual([]);
  });

  it("is then used for variations, with the same command Id on every retry", async () => {
    await save("true", "new");
    await save("true", "new");
    expect(sent("UpsertCustomProductAttribute")).toMatchObject([
      { ProductAttributeId: null },
      { ProductAttributeId: null },
    ]);
    const update = { Id: derivedId("variations", id), AttributeId: 9, UseForVariations: true, SelectedOptionIds: [91] };
    expect(sent("UpdateProductAttribute")).toMatchObject([update, update]);
  });
});

describe("images that are added", () => {
  const action = commandForms(imageForms);
  const [one, two] = [randomUUID(), randomUUID()];
  const typed = {
    intent: "images",
    Id: randomUUID(),
    "Images.0.ImageId": one,
    "Images.0.Label": " Front ",
    "Images.1.ImageId": two,
    "Images.1.Label": "Back",
  };
  const add = (fields: Record<string, string> = {}) =>
    send(action, "/products/7/images?edit=new", { ...typed, ...fields }, jar, params);

  it("are sent one by one, with the same command Ids on every retry", async () => {
    api.usually("POST /api/v1/products/UpsertProductImage", json(81));
    await add();
    await add();
    const [first, second, ...again] = sent("UpsertProductImage");
    expect(first).toMatchObject({ ProductImageId: null, ImageId: one, Label: "Front" });
    expect(second).toMatchObject({ ImageId: two, Label: "Back" });
    expect(again).toEqual([first, second]);
    expect(first?.Id).not.toBe(second?.Id);
  });

  it("stay in the form where they are refused, and the form is another one for those that are left", async () => {
    const full = "A product can have 50 images at the most. Delete one first.";
    api.on("POST /api/v1/products/UpsertProductImage", (received, response) =>
      (received.body.includes(one) ? json(81) : json({ status: 409, message: full }, 409))(received, response),
    );
    const { status, body } = await add();
    const answer = body as FormAnswer;
    expect([status, answer.failure]).toEqual([409, "1 image was added, 1 was not."]);
    expect(answer.errors).toEqual({ "Images.0.Label": { type: "server", message: full } });
    expect(answer.defaultValues).toMatchObject({ "Images.0.ImageId": two, "Images.0.Label": "Back" });
    expect(Object.keys(answer.defaultValues)).not.toContain("Images.1.Label");
    expect(answer.defaultValues.Id).not.toBe(typed.Id);
  });

  it("are sent only if all labels can be saved", async () => {
    const { status, body } = await add({ "Images.1.Label": " " });
    const answer = body as FormAnswer;
    expect([status, answer.errors]).toMatchObject([
      422,
      { "Images.1.Label": { message: "Please enter the label for this image." } },
    ]);
    expect(answer.defaultValues["Images.0.Label"]).toBe(" Front ");
    expect(sent("UpsertProductImage")).toEqual([]);
  });
});

describe("an image that is saved", () => {
  const action = commandForms(imageForms);
  const save = (fields: Record<string, string>, edit = "81") => {
    api.usually("POST /api/v1/products/UpsertProductImage", json(81));
    const typed = { ImageId: front.imageId, Label: " Front " };
    return send(
      action,
      `/products/7/images?edit=${edit}`,
      { intent: "image", Id: randomUUID(), ...typed, ...fields },
      jar,
      params,
    );
  };
  const times = () => sent("UpsertProductImage").map(({ AvailableFrom }) => AvailableFrom);

  it("is available from the entered time in the time zone shown next to it", async () => {
    await save({ AvailableFrom: "2027-07-01T09:30", TimeZone: "Australia/Perth" });
    await save({ AvailableFrom: "2027-07-01T09:30", TimeZone: "Australia/Sydney" }, "new");
    await save({ AvailableFrom: "", TimeZone: "Australia/Sydney" });
    expect(times()).toEqual(["2027-07-01T01:30:00Z", "2027-06-30T23:30:00Z", null]);
    expect(sent("UpsertProductImage")[1]).toMatchObject({ ProductImageId: null, Label: "Front" });
  });

  it("keeps a time that is unchanged or that the user may not change", async () => {
    await save({ AvailableFrom: "2027-01-15T09:30", TimeZone: "Australia/Sydney" });
    has({ canEditImageAvailableDate: false });
    await save({});
    expect(times()).toEqual([front.availableFrom, front.availableFrom]);
  });

  it("refuses an invalid date", async () => {
    expect(await save({ AvailableFrom: "tomorrow" })).toMatchObject({
      status: 422,
      body: { errors: { AvailableFrom: { message: "Please enter a date and a time." } } },
    });
  });

  it("is shown in the configured time zone until the browser's is known", async () => {
    const { body } = await visit(screen(loadImages), "/products/7/images?edit=81", jar, params);
    expect(body).toMatchObject({
      timeZone: "Australia/Sydney",
      images: [{ availableFrom: "15 Jan 2027, 9:30 am" }],
      form: { availableFrom: { AvailableFrom: "2027-01-15T09:30", AvailableFromTurn: "" } },
    });
  });
});

describe("changing many products", () => {
  const offered = async (search: string) => {
    const { body } = await visit(screen(manyProducts.load), `/products/many?All=true${search}`, jar);
    return (body as { kinds: { value: string }[] }).kinds.map(({ value }) => value);
  };

  it("offers the carrier only for products of a supplier with an account of it", async () => {
    api.usually("GET /api/v1/suppliers/5", json({ id: 5, name: "Acacia", shippitApiKey: true }));
    api.usually("GET /api/v1/suppliers/6", json({ id: 6, name: "Banksia", shippitApiKey: false }));
    expect(await offered("&supplierId=5")).toContain("carrier");
    expect(await offered("&supplierId=6")).not.toContain("carrier");
    expect(await offered("")).not.toContain("carrier");
    expect(await offered("")).toContain("flatRate");
  });
});

describe("the tax class", () => {
  const action = commandForms(generalForms);
  const typed = {
    intent: "general",
    Name: "Tray",
    ProductTypeId: "1",
    HasVariants: "true",
    ExternalSku: "TRAY",
    RecommendedRetailPrice: "11.00",
    SalePrice: "5.50",
    Description: "<p>A tray</p>",
  };
  const save = (fields: Record<string, string>) =>
    send(action, "/products/7", { ...typed, Id: randomUUID(), ...fields }, jar, params);
  beforeEach(() => {
    api.usually(
      "GET /api/v1/producttypes/GetProductTypeHierarchy",
      json([{ id: 5, name: "Home", children: [{ id: 1, name: "Trays", appliedTaxClass: "gstFree", children: [] }] }]),
    );
    api.usually("POST /api/v1/products/UpdateProductDetails", json(null));
  });

  it("decides how the typed prices are sent ex GST: the product's own, or else that of the type", async () => {
    await save({ TaxClass: "taxable" });
    await save({ TaxClass: "" });
    await save({ TaxClass: "inputTaxed", ProductTypeId: "5" });
    expect(sent("UpdateProductDetails")).toMatchObject([
      { TaxClass: "taxable", RecommendedRetailPrice: 10, SalePrice: 5 },
      { TaxClass: null, RecommendedRetailPrice: 11, SalePrice: 5.5 },
      { TaxClass: "inputTaxed", RecommendedRetailPrice: 11, SalePrice: 5.5 },
    ]);
  });

  it("decides how much GST the prices of the page include", async () => {
    has({ appliedTaxClass: "gstFree", taxClass: null, recommendedRetailPrice: 11 });
    const { body } = await visit(screen(loadGeneral), "/products/7", jar, params);
    expect((body as Awaited<ReturnType<typeof loadGeneral>>).product.recommendedRetailPrice).toBe(11);
  });

  it("of prices of variants is that of their product", async () => {
    has({ appliedTaxClass: "gstFree" });
    const { body } = await visit(screen(loadVariations), "/products/7/variations", jar, params);
    const { variants } = body as Awaited<ReturnType<typeof loadVariations>>;
    expect(variants.map(({ recommendedRetailPrice }) => recommendedRetailPrice)).toEqual([9.09, 20]);
  });
});
