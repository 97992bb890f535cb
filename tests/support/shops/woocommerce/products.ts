/** Products, variations and categories. */
import {
  type Answer,
  type Asked,
  checkFields,
  created,
  escaped,
  gmt,
  invalidId,
  isSince,
  type Json,
  type Keys,
  type Meta,
  ok,
  pageOf,
  type Settings,
  slugOf,
  updateMeta,
  Wrong,
} from "./parts.ts";

export interface StoredProduct extends Json {
  id: number;
  name: string;
  slug: string;
  type: string;
  status: string;
  sku: string;
  regular_price: string;
  sale_price: string;
  manage_stock: boolean;
  stock_quantity: number | null;
  stock_status: string;
  images: { id: number; src: string; alt: string }[];
  image: { id: number; src: string; alt: string } | null;
  categories: { id: number }[];
  /** Since WooCommerce 9.6. */
  brands?: { id: number }[];
  /** The GTIN, since WooCommerce 9.2. */
  global_unique_id?: string;
  attributes: Json[];
  meta_data: Meta[];
  date_created_gmt: string;
  parent_id: number;
}

export interface Category {
  id: number;
  name: string;
  parent: number;
}

const kinds = {
  name: "string",
  description: "string",
  sku: "string",
  global_unique_id: "string",
  type: "string",
  status: "string",
  regular_price: "string",
  sale_price: "string",
  weight: "string",
  external_url: "string",
  button_text: "string",
  manage_stock: "boolean",
  stock_quantity: "integer",
  stock_status: "string",
  dimensions: "object",
  images: "array",
  categories: "array",
  brands: "array",
  attributes: "array",
  meta_data: "array",
} as const;
const values = {
  type: ["simple", "grouped", "external", "variable"],
  status: ["draft", "pending", "private", "publish", "future", "auto-draft", "trash"],
  stock_status: ["instock", "outofstock", "onbackorder"],
};
const readOnly = new Set(["id", "permalink", "price", "on_sale", "purchasable", "date_modified_gmt", "parent_id"]);
const mostInBatch = 100;

export class Products {
  readonly all = new Map<number, StoredProduct>();
  readonly categories = new Map<number, Category>();
  readonly brands = new Map<number, Category>();
  /** Addresses of pictures that the shop has copied. */
  readonly uploads: string[] = [];
  /** Whether WordPress misses that another request has just made a category of the same name. */
  isRacing = false;
  /** Addresses at which there is no picture. */
  readonly brokenPictures = new Set<string>();
  readonly pictures = new Map<number, { id: number; src: string; alt: string }>();

  constructor(
    readonly keys: Keys,
    readonly settings: Settings,
  ) {}

  handle({ method, path, query, body }: Asked): Answer | undefined {
    const [, root, id, sub, last] = path.split("/");
    if (root !== "products") return undefined;
    if (id === "categories" || (id === "brands" && isSince(this.settings, 6))) {
      if (method === "DELETE") return ok(this[id].delete(Number(sub)));
      return method === "POST" ? this.createTerm(this[id], body) : ok([...this[id].values()]);
    }
    if (id === "batch") return method === "POST" ? ok(Object.keys(body).length === 0 ? [] : {}) : undefined;
    if (id === undefined) return method === "POST" ? this.create(body) : this.list(query);
    const found = this.all.get(Number(id));
    const product = found?.parent_id === 0 ? found : undefined;
    if (sub === "variations") {
      if (!product) throw invalidId("product");
      if (method === "GET") return pageOf(this.variationsOf(product.id), query);
      if (method === "POST" && last === "batch") return this.batch(product, body);
      return undefined;
    }
    if (!product) throw invalidId("product", method === "GET" ? 404 : 400);
    if (method === "PUT") {
      checkFields(body, kinds, values);
      return ok(this.save(product, body));
    }
    return method === "GET" ? ok(product) : undefined;
  }

  variationsOf = (productId: number): StoredProduct[] =>
    [...this.all.values()].filter(({ parent_id, status }) => parent_id === productId && status !== "trash");

  private list(query: URLSearchParams): Answer {
    const sku = query.get("sku");
    const skus = sku
      ?.split(",")
      .concat(sku)
      .map((each) => each.toLowerCase());
    const slug = query.get("slug");
    const words = (query.get("search") ?? "").toLowerCase().split(/\s+/);
    const found = [...this.all.values()].filter(
      (each) =>
        each.status !== "trash" &&
        (skus ? skus.includes(each.sku.toLowerCase()) : each.parent_id === 0) &&
        (slug === null || each.slug === slug) &&
        words.every((word) => each.name.toLowerCase().includes(word)),
    );
    return pageOf(query.get("order") === "desc" ? found.reverse() : found, query);
  }

  private create(body: Json): Answer {
    checkFields(body, kinds, values);
    return created(this.save(this.blank(0), body));
  }

  private blank(parentId: number): StoredProduct {
    return {
      id: 0,
      name: "Product",
      slug: "",
      type: parentId === 0 ? "simple" : "variation",
      status: "publish",
      sku: "",
      regular_price: "",
      sale_price: "",
      manage_stock: false,
      stock_quantity: null,
      stock_status: "instock",
      images: [],
      image: null,
      categories: [],
      attributes: [],
      meta_data: [],
      date_created_gmt: gmt(new Date()),
      parent_id: parentId,
    };
  }

  /** Everything is checked before anything is stored, except for pictures, which stay in the shop. */
  private save(before: StoredProduct, body: Json): StoredProduct {
    const { sku, images, image, name, meta_data, categories, brands, attributes, global_unique_id, ...rest } = body;
    if (sku !== undefined) this.checkSku(before.id, String(sku));
    const gtin = isSince(this.settings, 2) && global_unique_id !== undefined && String(global_unique_id);
    if (gtin) this.checkGtin(before.id, gtin);
    const product: StoredProduct = { ...before, meta_data: [...before.meta_data] };
    for (const [field, value] of Object.entries(rest))
      if (!readOnly.has(field) && value !== null) product[field] = value;
    if (sku !== undefined) product.sku = String(sku);
    if (name !== undefined) product.name = escaped(String(name));
    if (Array.isArray(attributes)) product.attributes = this.attributesFor(product, attributes);
    if (gtin !== false) product.global_unique_id = gtin;
    for (const [field, given] of Object.entries({ categories, ...(isSince(this.settings, 6) && { brands }) }))
      if (Array.isArray(given))
        product[field] = (given as { id: number }[])
          .filter(({ id }) => this[field as "categories" | "brands"].has(id))
          .map(({ id }) => ({ id }));
    if (Array.isArray(images)) product.images = images.map((each: Json) => this.pictureFor(each, "product"));
    if (image !== undefined) {
      const { id, src } = (image ?? {}) as Json;
      product.image = id || src ? this.pictureFor(image as Json, "variation") : null;
    }
    updateMeta(product.meta_data, meta_data, this.keys);
    if (product.type === "variable") Object.assign(product, { regular_price: "", sale_price: "" });
    if (!product.manage_stock || product.type === "external" || !this.settings.managesStock)
      Object.assign(product, { manage_stock: false, stock_quantity: null });
    else product.stock_status = Number(product.stock_quantity) > 0 ? "instock" : "outofstock";
    if (product.status === "publish" || product.status === "future")
      product.status =
        `${product.date_created_gmt}Z` > gmt(new Date()) && Date.parse(`${product.date_created_gmt}Z`) > Date.now()
          ? "future"
          : "publish";
    product.id ||= this.keys.next();
    product.slug ||= slugOf(product.name);
    this.all.set(product.id, product);
    return product;
  }

  private checkSku(id: number, sku: string): void {
    const other = [...this.all.values()].find(
      (each) => each.id !== id && each.status !== "trash" && sku !== "" && each.sku.toLowerCase() === sku.toLowerCase(),
    );
    if (other)
      throw new Wrong(400, "product_invalid_sku", "Invalid or duplicated SKU.", {
        resource_id: other.id,
        unique_sku: `${sku}-1`,
      });
  }

  private checkGtin(id: number, gtin: string): void {
    const other = [...this.all.values()].find(
      (each) => each.id !== id && each.status !== "trash" && each.global_unique_id === gtin,
    );
    if (other)
      throw new Wrong(400, "product_invalid_global_unique_id", "Invalid or duplicated GTIN, UPC, EAN or ISBN.", {
        resource_id: other.id,
      });
  }

  /** Variations can only have what their product varies in. */
  private attributesFor(product: StoredProduct, given: Json[]): Json[] {
    if (product.parent_id === 0) return given.map((each) => ({ id: 0, ...each }));
    const varying = (this.all.get(product.parent_id)?.attributes ?? []).filter(({ variation }) => variation === true);
    return given
      .filter(({ name }) => varying.some((each) => slugOf(String(each.name)) === slugOf(String(name))))
      .map(({ name, option }) => ({ id: 0, name, option }));
  }

  private pictureFor({ id, src, alt }: Json, kind: "product" | "variation") {
    if (!id && src) {
      if (!/\.(?:jpe?g|png|gif|webp)$/i.test(new URL(String(src)).pathname))
        throw new Wrong(
          400,
          `woocommerce_${kind}_image_upload_error`,
          "Error: Sorry, you are not allowed to upload this file type.",
        );
      if (this.brokenPictures.has(String(src)))
        throw new Wrong(
          400,
          `woocommerce_${kind}_image_upload_error`,
          `Error getting remote image ${src}. Error: Not Found.`,
        );
      this.uploads.push(String(src));
    }
    const key = id ? Number(id) : this.keys.next();
    const before = this.pictures.get(key);
    if (id && !before) throw new Wrong(400, `woocommerce_${kind}_invalid_image_id`, `#${id} is an invalid image ID.`);
    const picture = {
      id: key,
      src: before?.src ?? `https://shop.example/wp-content/uploads/${key}.jpg`,
      alt: String(alt ?? before?.alt ?? ""),
    };
    this.pictures.set(key, picture);
    return picture;
  }

  private createTerm(terms: Map<number, Category>, body: Json): Answer {
    if (!body.name)
      throw new Wrong(400, "rest_missing_callback_param", "Missing parameter(s): name", { params: ["name"] });
    const parent = Number(body.parent ?? 0);
    const name = escaped(String(body.name));
    const before = [...terms.values()].find((each) => each.name === name && each.parent === parent);
    if (before && !this.isRacing)
      throw new Wrong(400, "term_exists", "A term with the name provided already exists with this parent.", {
        resource_id: before.id,
      });
    const term = { id: this.keys.next(), name, parent };
    terms.set(term.id, term);
    return created(term);
  }

  /** One item does not keep the others from being saved. */
  private batch(parent: StoredProduct, body: Json): Answer {
    const list = (name: string) => (Array.isArray(body[name]) ? (body[name] as unknown[]) : []);
    const lists = { create: list("create"), update: list("update"), delete: list("delete") };
    if (lists.create.length + lists.update.length + lists.delete.length > mostInBatch)
      throw new Wrong(
        413,
        "woocommerce_rest_request_entity_too_large",
        `Unable to accept more than ${mostInBatch} items for this request.`,
      );
    const tried = (id: unknown, work: () => unknown) => {
      try {
        return work();
      } catch (error) {
        if (!(error instanceof Wrong)) throw error;
        const { code, message, data } = error.answer.body as Json;
        return { id, error: { code, message, data } };
      }
    };
    const own = (id: unknown) => {
      const found = this.all.get(Number(id));
      if (found?.parent_id !== parent.id) throw invalidId("product_variation", 400);
      return found;
    };
    return ok({
      ...(lists.create.length > 0 && {
        create: lists.create.map((item) => tried(0, () => this.save(this.blank(parent.id), item as Json))),
      }),
      ...(lists.update.length > 0 && {
        update: lists.update.map((item) =>
          tried((item as Json).id, () => this.save(own((item as Json).id), item as Json)),
        ),
      }),
      ...(lists.delete.length > 0 && {
        delete: lists.delete.map((id) =>
          tried(id, () => {
            const gone = own(id);
            this.all.delete(gone.id);
            return gone;
          }),
        ),
      }),
    });
  }
}
