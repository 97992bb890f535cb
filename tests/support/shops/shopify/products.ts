/** Products of the shop. */
import type { Args } from "./graphql.ts";
import { connection } from "./graphql.ts";
import { type Ids, locationId, onlineStoreId, refused } from "./parts.ts";
import { type FileInput, type ProductInput, problemOf, type VariantInput } from "./product-input.ts";

export interface StoredVariant {
  id: string;
  sku: string;
  barcode: string;
  price: string;
  taxable: boolean;
  compareAtPrice: string | null;
  /** In the order of the product's options. */
  options: string[];
  tracked: boolean;
  weight: { unit: string; value: number } | undefined;
  inventoryItemId: string;
  /** Available pieces by location. */
  stock: Map<string, number>;
  mediaId: string | undefined;
}

export interface StoredProduct {
  id: string;
  handle: string;
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  status: string;
  optionNames: string[];
  variants: StoredVariant[];
  media: { id: string; status: string; source: string; alt: string }[];
  /** Moments of publication; in the future if it is planned. */
  publications: Map<string, string>;
}

export class Products {
  readonly all = new Map<string, StoredProduct>();
  /** Addresses of the pictures that were loaded, in order. */
  readonly loaded: string[] = [];
  constructor(private readonly ids: Ids) {}

  withSku(sku: string): { product: StoredProduct; variant: StoredVariant } | undefined {
    for (const product of this.all.values())
      for (const variant of product.variants) if (variant.sku === sku) return { product, variant };
    return undefined;
  }

  /** Customers can buy it. */
  isVisible({ status, publications }: StoredProduct): boolean {
    const from = publications.get(onlineStoreId);
    return status === "ACTIVE" && from !== undefined && Date.parse(from) <= Date.now();
  }

  byIdentifier({ id, handle }: { id?: string; handle?: string }): StoredProduct | undefined {
    return id === undefined ? [...this.all.values()].find((each) => each.handle === handle) : this.all.get(id);
  }

  set(identifier: { id?: string; handle?: string } | undefined, input: ProductInput) {
    const found = identifier && this.byIdentifier(identifier);
    if (identifier?.id !== undefined && !found) return refused("Product does not exist", "PRODUCT_DOES_NOT_EXIST");
    if (identifier?.handle !== undefined && input.handle !== identifier.handle)
      return refused(
        "The identifier value does not match the value of the corresponding field in the input.",
        "INPUT_MISMATCH",
      );
    const wrong = problemOf(input, found);
    if (wrong) return refused(wrong, "INVALID_INPUT");
    const product = found ?? this.made();
    const { title, descriptionHtml, vendor, productType, status, handle } = input;
    for (const [field, value] of Object.entries({ title, descriptionHtml, vendor, productType, status, handle }))
      if (value !== undefined) Object.assign(product, { [field]: value });
    if (product.handle === "") product.handle = product.title.toLowerCase().replaceAll(/\W+/g, "-");
    if (input.files) product.media = input.files.map((file) => this.mediaOf(product, file));
    if (input.variants) {
      product.optionNames = input.productOptions?.map(({ name }) => name) ?? product.optionNames;
      product.variants = input.variants.map((variant) => this.variantOf(product, variant));
    }
    this.all.set(product.id, product);
    return { product: this.shown(product), userErrors: [] };
  }

  private made(): StoredProduct {
    return {
      id: this.ids.next("Product"),
      handle: "",
      title: "",
      descriptionHtml: "",
      vendor: "",
      productType: "",
      status: "ACTIVE",
      optionNames: [],
      variants: [],
      media: [],
      publications: new Map(),
    };
  }

  private mediaOf(product: StoredProduct, { id, originalSource = "", alt }: FileInput) {
    const known = product.media.find((media) => media.id === id);
    if (known) return { ...known, alt: alt ?? known.alt };
    this.loaded.push(originalSource);
    return { id: this.ids.next("MediaImage"), status: "READY", source: originalSource, alt: alt ?? "" };
  }

  private variantOf(product: StoredProduct, input: VariantInput): StoredVariant {
    const before = product.variants.find(({ id }) => id === input.id);
    const stock = before?.stock ?? new Map([[locationId, 0]]);
    for (const { locationId: at, quantity } of input.inventoryQuantities ?? []) stock.set(at, quantity);
    const { file } = input;
    const media = product.media.find(({ id, source }) => id === file?.id || source === file?.originalSource);
    return {
      id: before?.id ?? this.ids.next("ProductVariant"),
      sku: input.sku ?? before?.sku ?? "",
      barcode: input.barcode ?? before?.barcode ?? "",
      price: input.price ?? before?.price ?? "0.00",
      taxable: input.taxable ?? before?.taxable ?? true,
      compareAtPrice: input.compareAtPrice === undefined ? (before?.compareAtPrice ?? null) : input.compareAtPrice,
      options: product.optionNames.map(
        (name) => input.optionValues.find(({ optionName }) => optionName === name)?.name ?? "",
      ),
      tracked: input.inventoryItem?.tracked ?? before?.tracked ?? false,
      weight: input.inventoryItem?.measurement?.weight ?? before?.weight,
      inventoryItemId: before?.inventoryItemId ?? this.ids.next("InventoryItem"),
      stock,
      mediaId: file ? media?.id : before?.mediaId,
    };
  }

  update({ id, status }: { id: string; status?: string }) {
    const product = this.all.get(id);
    if (!product) return refused("Product does not exist");
    if (status !== undefined) product.status = status;
    return { userErrors: [] };
  }

  publish(id: string, input: { publicationId: string; publishDate?: string }[]) {
    const product = this.all.get(id);
    if (!product) return refused("Resource does not exist");
    for (const { publicationId, publishDate } of input)
      product.publications.set(publicationId, publishDate ?? new Date().toISOString());
    return { userErrors: [] };
  }

  activate(inventoryItemId: string, at: string) {
    const variants = [...this.all.values()].flatMap((product) => product.variants);
    const variant = variants.find((each) => each.inventoryItemId === inventoryItemId);
    if (!variant) return refused("The product couldn't be stocked because it wasn't found.");
    if (!variant.stock.has(at)) variant.stock.set(at, 0);
    return { userErrors: [] };
  }

  /** Of several SKUs; like the real one, it does not mind capital letters. */
  search(query: string) {
    const wanted = [...query.matchAll(/sku:"((?:[^"\\]|\\.)*)"/g)].map(([, sku]) => sku?.replaceAll(/\\(.)/g, "$1"));
    return [...this.all.values()].flatMap((product) =>
      product.variants
        .filter(({ sku }) => wanted.some((each) => each?.toLowerCase() === sku.toLowerCase()))
        .map((variant) => this.shownVariant(product, variant)),
    );
  }

  shown(product: StoredProduct): object {
    const variants = product.variants.map((variant) => this.shownVariant(product, variant));
    return {
      ...product,
      media: (args: Args) => connection(product.media, args),
      variants: (args: Args) => connection(variants, args),
    };
  }

  shownVariant(product: StoredProduct, variant: StoredVariant): object {
    const { id, sku, options, inventoryItemId, stock } = variant;
    return {
      id,
      sku,
      product: { id: product.id },
      selectedOptions: options.map((value, i) => ({ name: product.optionNames[i], value })),
      inventoryItem: {
        id: inventoryItemId,
        inventoryLevel: ({ locationId: at }: Args) =>
          stock.has(String(at)) ? { id: `${inventoryItemId}?at=${at}` } : null,
      },
    };
  }
}
