/** Test data for the screens of the catalogue. */
import { FileLocation } from "#contract/enumerations.ts";
import { sampleImageFile } from "#tests/support/images.ts";
import { aName, command, storedProduct, uploaded } from "./api.ts";

export interface TestRecord {
  id: number;
  name: string;
  path: string;
}

/** Creates a product type, at the root unless a parent is given, with attributes of these ids. */
export async function aProductType({
  parent,
  attributes = [],
}: {
  parent?: TestRecord;
  attributes?: number[];
} = {}): Promise<TestRecord> {
  const name = aName("Type");
  const id = await command<number>("producttypes/AddProductType", {
    Name: name,
    ParentProductTypeId: parent?.id ?? null,
  });
  for (const AttributeId of attributes) await command("producttypes/AddAttribute", { ProductTypeId: id, AttributeId });
  return { id, name, path: `/producttypes/${id}` };
}

interface AttributeTraits {
  options?: string[];
  shownAs?: string;
  /** `attributeSelectionTypes`; a single choice by default. */
  selectionType?: 0 | 1 | 2 | 3;
}

/** Creates an attribute; the codes of its options are their names in lower case. */
export async function anAttribute({
  options = [],
  shownAs = "Shown",
  selectionType = 1,
}: AttributeTraits = {}): Promise<TestRecord> {
  const name = aName("Attribute");
  const fields = { InternalName: name, DisplayName: shownAs, SelectionType: selectionType, OptionDataType: 0 };
  const id = await command<number>("attributes/AddAttribute", fields);
  const Values = options.map((value) => ({ code: value.toLowerCase(), value }));
  if (Values.length > 0) await command("attributes/UpsertAttributeOptionValues", { AttributeId: id, Values });
  return { id, name, path: `/attributes/${id}` };
}

interface ProductTraits {
  supplierId?: number;
  productTypeId?: number;
  hasVariants?: boolean;
  /** Dollars ex GST. */
  price?: number;
}

/** Creates a product for $11.00 inc GST, of Acacia Homewares unless a supplier is given. */
export async function aProduct({
  supplierId = 1,
  productTypeId,
  hasVariants = false,
  price = 10,
}: ProductTraits = {}): Promise<TestRecord> {
  const name = aName("Product");
  const id = await command<number>("products/AddProduct", {
    Name: name,
    SupplierId: supplierId,
    ProductTypeId: productTypeId ?? (await aProductType()).id,
    HasVariants: hasVariants,
    ExternalSku: hasVariants ? "" : `SKU-${name.split(" ")[1]}`,
    RecommendedRetailPrice: price,
  });
  return { id, name, path: `/products/${id}` };
}

interface VariantTraits {
  /** One option of each attribute, by name. */
  options: string[];
  [field: string]: unknown;
}

/**
 * Creates a product with variants that differ by product-specific attributes of these names and options. Variants have
 * the product's name and prices unless specified.
 */
export async function aProductInVariants(
  attributes: Record<string, string[]>,
  variants: VariantTraits[] = [],
): Promise<TestRecord> {
  const product = await aProduct({ hasVariants: true });
  for (const [name, options] of Object.entries(attributes)) await aCustomAttribute(product, name, options);
  const stored = (await storedProduct(product.id)) as {
    attributes: { attributeOptions: { optionId: number; optionValue: string }[] }[];
  };
  const idOf = (option: string) =>
    stored.attributes.flatMap(({ attributeOptions }) => attributeOptions).find((each) => each.optionValue === option)
      ?.optionId;
  for (const { options, ...fields } of variants) {
    await command("products/UpsertProductVariant", {
      ProductId: product.id,
      ProductVariantId: null,
      Name: product.name,
      DefaultImageId: null,
      ExternalSku: options.join("-"),
      RecommendedRetailPrice: 10,
      SalePrice: null,
      ManageStock: false,
      StockQuantity: null,
      AttributeOptionIds: options.map(idOf),
      ...fields,
    });
  }
  return product;
}

/** Creates a product-specific attribute. @returns its id */
export async function aCustomAttribute({ id }: TestRecord, name: string, options: string[]): Promise<number> {
  const Options = options.map((Value) => ({ Code: Value.toLowerCase(), Value }));
  return command<number>("products/UpsertCustomProductAttribute", {
    ProductId: id,
    ProductAttributeId: null,
    AttributeName: name,
    Options,
  });
}

/** Adds an image to the gallery of a product. @returns its id */
export async function anImage(
  { id }: TestRecord,
  Label: string,
  { AvailableFrom = null }: { AvailableFrom?: string | null } = {},
): Promise<number> {
  const ImageId = await uploaded(await sampleImageFile("image.png"), FileLocation.productImage);
  return command<number>("products/UpsertProductImage", {
    ProductId: id,
    ProductImageId: null,
    ImageId,
    Label,
    Position: null,
    AvailableFrom,
  });
}
