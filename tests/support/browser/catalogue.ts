/** What tests of the catalogue's screens put into the product before they open one. */
import { aName, command } from "./api.ts";

export interface TestRecord {
  id: number;
  name: string;
  path: string;
}

/** A product type of the test's own, at the root when no parent is given, with attributes of these ids. */
export async function aProductType({ parent, attributes = [] }: { parent?: TestRecord; attributes?: number[] } = {}): Promise<TestRecord> {
  const name = aName("Type");
  const id = await command<number>("producttypes/AddProductType", { Name: name, ParentProductTypeId: parent?.id ?? null });
  for (const AttributeId of attributes) await command("producttypes/AddAttribute", { ProductTypeId: id, AttributeId });
  return { id, name, path: `/producttypes/${id}` };
}

/** An attribute of the test's own; its options have their names, in small letters, as codes. */
export async function anAttribute({ options = [] }: { options?: string[] } = {}): Promise<TestRecord> {
  const name = aName("Attribute");
  const id = await command<number>("attributes/AddAttribute", { InternalName: name, DisplayName: "Shown", SelectionType: 1, OptionDataType: 0 });
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

/** A product of the test's own, of Acacia Homewares when no supplier is given, for $11.00 inc GST. */
export async function aProduct({ supplierId = 1, productTypeId, hasVariants = false, price = 10 }: ProductTraits = {}): Promise<TestRecord> {
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
