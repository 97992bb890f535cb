import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attributeOptions, marketplaceProducts } from "#api/core/database/schema/index.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { missingParts } from "#contract/rules/product-problems.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { products } = operations;

type Filters = SentInput<typeof products.list>;
type Traits = Parameters<typeof api.aProduct>[1];

let manager: TestUser;
/** Each test uses its own supplier, so that products of other tests do not matter. */
let supplier: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia" });
});

const list = (input: Filters = {}, user = manager) => api.ok(user, products.list, { supplierId: supplier, ...input });
const names = async (input: Filters = {}, user = manager) => (await list(input, user)).items.map(({ name }) => name);
const aProduct = (name: string, traits: Traits = {}) => api.aProduct(supplier, { name, ...traits });

test("a row shows the product, its supplier and its price", async () => {
  const productTypeId = await api.aProductType({ name: "Trays" });
  const defaultImageFileId = randomUUID();
  const id = await aProduct("Linen tray", {
    productTypeId,
    defaultImageFileId,
    externalSku: "T-1",
    recommendedRetailPrice: 9.0455,
    salePrice: 8.1818,
  });
  expect(await list()).toEqual({
    items: [
      {
        id,
        name: "Linen tray",
        defaultImageFileId,
        externalSku: "T-1",
        supplierId: supplier,
        supplierName: "Acacia",
        productTypeId,
        productTypeName: "Trays",
        appliedTaxClass: "taxable",
        recommendedRetailPrice: 9.0455,
        salePrice: 8.1818,
        hasVariants: false,
        isDisabled: false,
        productVariants: [],
      },
    ],
    totalCount: 1,
  });
});

test("supplier staff see only products of their own suppliers", async () => {
  await aProduct("Ours");
  await api.aProduct(await api.aSupplier(), { name: "Theirs" });
  const user = await api.aUser({ links: [{ supplier, bits: 0 }] });
  expect((await api.ok(user, products.list, {})).items.map(({ name }) => name)).toEqual(["Ours"]);
  expect(await api.ok(await api.aUser({}), products.list, {})).toEqual({ items: [], totalCount: 0 });
});

describe("sorting", () => {
  test("is by name unless requested, and works by every column in both directions, ignoring case", async () => {
    const [a, b] = [await api.aProductType({ name: "a" }), await api.aProductType({ name: "B" })];
    await aProduct("b", { productTypeId: a, recommendedRetailPrice: 1, salePrice: 1, isDisabled: false });
    await aProduct("A", { productTypeId: b, recommendedRetailPrice: 10, salePrice: 9, isDisabled: true });
    expect(await names()).toEqual(["A", "b"]);
    for (const sortFieldName of [
      "id",
      "productTypeName",
      "isDisabled",
      "recommendedRetailPrice",
      "salePrice",
    ] as const) {
      expect(await names({ sortFieldName }), sortFieldName).toEqual(["b", "A"]);
      expect(await names({ sortFieldName, sortDirection: "Descending" }), sortFieldName).toEqual(["A", "b"]);
    }
  });

  test("works by supplier", async () => {
    const word = `w${randomUUID()}`;
    for (const name of ["z", "B", "a"]) await api.aProduct(await api.aSupplier({ name }), { name: word });
    const { items } = await api.ok(manager, products.list, { name: word, sortFieldName: "supplierName" });
    expect(items.map(({ supplierName }) => supplierName)).toEqual(["a", "B", "z"]);
  });

  test("pages equal names without repeating any product", async () => {
    const ids = [await aProduct("Same"), await aProduct("Same"), await aProduct("Same")];
    const page = async (pageNumber: number) => (await list({ pageSize: 2, pageNumber })).items.map(({ id }) => id);
    expect([await page(1), await page(2), await page(3)]).toEqual([ids.slice(0, 2), ids.slice(2), []]);
    expect((await list({ pageSize: 2, pageNumber: 3 })).totalCount).toBe(3);
  });
});

describe("full-text search", () => {
  beforeEach(async () => {
    await aProduct("Linen tray", { externalSku: "LT-100%" });
    const vase = await aProduct("Vase", { hasVariants: true });
    await api.aVariant(vase, { name: "Tall and slim", externalSku: "V_TALL" });
    await api.aVariant(vase, { externalSku: "VXTALL", combination: "2" });
  });

  test.each([
    ["tray", ["Linen tray"]],
    ["LINEN", ["Linen tray"]],
    ["en tr", ["Linen tray"]],
    ["lt-1", ["Linen tray"]],
    ["0%", ["Linen tray"]],
    ["slim", ["Vase"]],
    ["v_t", ["Vase"]],
    ["tall", ["Vase"]],
    ["a", ["Linen tray", "Vase"]],
    ["va", ["Vase"]],
    ["%", ["Linen tray"]],
    ["sofa", []],
    ["", ["Linen tray", "Vase"]],
  ])("finds %j in the name or the SKU of the product or a variant", async (name, found) => {
    expect(await names({ name })).toEqual(found);
    expect((await list({ name })).totalCount).toBe(found.length);
  });
});

test("the list can be filtered to active products", async () => {
  await aProduct("On");
  await aProduct("Off", { isDisabled: true });
  expect([await names(), await names({ showActiveOnly: true })]).toEqual([["Off", "On"], ["On"]]);
});

test("the list can be filtered by a type, including its descendants", async () => {
  const top = await api.aProductType();
  const below = await api.aProductType({ parentId: top });
  await aProduct("At the top", { productTypeId: top });
  await aProduct("Below", { productTypeId: below });
  await aProduct("Far below", { productTypeId: await api.aProductType({ parentId: below }) });
  await aProduct("Beside");
  expect(await names({ productTypeId: top })).toEqual(["At the top", "Below", "Far below"]);
  expect(await names({ productTypeId: below })).toEqual(["Below", "Far below"]);
});

describe("filtering by marketplace", () => {
  test("finds products with any status, with one status, or not listed there", async () => {
    const [marketplaceId, other] = [await api.aMarketplace(), await api.aMarketplace()];
    await aProduct("Approved", { on: [{ marketplaceId, status: 2 }] });
    await aProduct("Waiting", { on: [{ marketplaceId, status: 1 }] });
    await aProduct("Elsewhere", { on: [{ marketplaceId: other, status: 2 }] });
    await aProduct("Nowhere");
    expect(await names({ marketplaceId })).toEqual(["Approved", "Waiting"]);
    expect(await names({ marketplaceId, marketplaceStatus: 2 })).toEqual(["Approved"]);
    expect(await names({ marketplaceId, marketplaceStatus: "null" })).toEqual(["Elsewhere", "Nowhere"]);
    expect(await names({ marketplaceStatus: 2 })).toHaveLength(4);
  });
});

describe("the list with variants", () => {
  test("includes each product's own variants, and none when they are hidden", async () => {
    const colour = await api.anAttribute({ displayName: "Colour", options: ["Red", "Blue"] });
    const [red = 0, blue = 0] = (
      await db
        .select()
        .from(attributeOptions)
        .where(eq(attributeOptions.attributeId, colour))
        .orderBy(asc(attributeOptions.position))
    ).map(({ id }) => id);
    const [tray, vase] = [
      await aProduct("Tray", { hasVariants: true }),
      await aProduct("Vase", { hasVariants: true, salePrice: 8 }),
    ];
    await aProduct("Plain");
    const blueTray = await api.aVariant(tray, { options: [blue], name: "Blue tray" });
    const redVase = await api.aVariant(vase, { options: [red] });
    const blueVase = await api.aVariant(vase, { options: [blue], isDisabled: true });
    const shown = (await list({ hideVariants: false })).items.map(({ name, productVariants }) => [
      name,
      productVariants,
    ]);
    expect(shown).toMatchObject([
      ["Plain", []],
      [
        "Tray",
        [{ id: blueTray, name: "Blue tray", attributeOptions: [{ attributeName: "Colour", optionValue: "Blue" }] }],
      ],
      [
        "Vase",
        [
          {
            id: redVase,
            name: "Vase",
            isDefaultVariant: true,
            salePrice: 8,
            isDisabled: false,
            attributeOptions: [{ optionId: red, optionValue: "Red" }],
          },
          { id: blueVase, isDefaultVariant: false, isDisabled: true },
        ],
      ],
    ]);
    expect((await list()).items.flatMap(({ productVariants }) => productVariants)).toEqual([]);
  });
});

test("a brand is found by a part of it, and a GTIN in any of its lengths, also that of a variant", async () => {
  const own = await aProduct("Lamp", { brand: "Lumen & Söhne", gtin: "0614141999996" });
  const varying = await aProduct("Shade", { hasVariants: true });
  await api.aVariant(varying, { combination: "1", gtin: "96385074" });
  const ids = async (filters: object) => (await list(filters)).items.map(({ id }) => id);
  expect(await ids({ brand: "lumen" })).toEqual([own]);
  expect(await ids({ gtin: "6 14141 99999 6" })).toEqual([own]);
  expect(await ids({ gtin: "00000096385074" })).toEqual([varying]);
  expect(await ids({ gtin: "96385075" })).toEqual([]);
  expect(await ids({ gtin: "none" })).toEqual([]);
});

describe("problem products", () => {
  const size = {
    shippingPackageWeight: 0.5,
    shippingPackageHeight: 1,
    shippingPackageWidth: 1,
    shippingPackageDepth: 1,
  };
  const complete: Traits = {
    description: "<p>a</p>",
    defaultImageFileId: randomUUID(),
    externalSku: "S",
    shippingMethod: 0,
  };
  const lacking: [string, Traits, ({ externalSku?: string } & Partial<typeof size>)[]?][] = [
    ["nothing", {}],
    ["nothing, by carrier", { shippingMethod: 1, ...size }],
    ["nothing, with variants", { externalSku: "", hasVariants: true, shippingMethod: 1 }, [size, size]],
    ["nothing, as a referral", { isReferralProduct: true, shippingMethod: null }],
    ["nothing, as a referral by carrier", { isReferralProduct: true, shippingMethod: 1 }],
    ["name", { name: "" }],
    ["description", { description: "" }],
    [
      "description with tags",
      { description: '<p style="text-align: left"><br>&nbsp; &NBSP;\u00a0\u2003\ufeff\n\t</p>' },
    ],
    ["nothing, with a stray bracket", { description: "<p>a < b</p>" }],
    ["nothing, with an entity", { description: "&amp;" }],
    ["image", { defaultImageFileId: null }],
    ["price", { recommendedRetailPrice: 0 }],
    ["SKU", { externalSku: "" }],
    ["variation", { hasVariants: true }],
    ["SKU of a variant", { hasVariants: true }, [{}, { externalSku: "" }]],
    ["shipping method", { shippingMethod: null }],
    ["weight", { shippingMethod: 1, ...size, shippingPackageWeight: null }],
    ["height", { shippingMethod: 1, ...size, shippingPackageHeight: null }],
    ["width", { shippingMethod: 1, ...size, shippingPackageWidth: 0 }],
    ["depth", { shippingMethod: 1, ...size, shippingPackageDepth: null }],
    [
      "depth of a variant",
      { hasVariants: true, shippingMethod: 1, ...size },
      [size, { ...size, shippingPackageDepth: undefined }],
    ],
  ];

  test("are those with missing parts, as the contract defines them", async () => {
    const expected = new Map<number, string>();
    const missing = new Map<number, string>();
    for (const [label, traits, variants = []] of lacking) {
      const id = await aProduct("Tray", { ...complete, ...traits });
      for (const [i, variant] of variants.entries()) await api.aVariant(id, { combination: String(i), ...variant });
      if (missingParts(await api.ok(manager, products.get, { id })).length > 0) missing.set(id, label);
      if (!label.startsWith("nothing")) expected.set(id, label);
    }
    const { items } = await list({ showProblemProductsOnly: true, sortFieldName: "id", pageSize: 200 });
    expect(missing).toEqual(expected);
    expect(items.map(({ id }) => expected.get(id))).toEqual([...expected.values()]);
  });

  test("include those whose last synchronisation failed, but no disabled ones", async () => {
    const marketplaceId = await api.aMarketplace();
    const [failed, going] = [
      await aProduct("Failed", { ...complete, on: [{ marketplaceId, status: 2 }] }),
      await aProduct("Going", { ...complete, on: [{ marketplaceId, status: 2 }] }),
    ];
    const sync = (id: number, syncStatus: number) =>
      db.update(marketplaceProducts).set({ syncStatus }).where(eq(marketplaceProducts.productId, id));
    await sync(failed, 3);
    await sync(going, 2);
    await aProduct("Off", { isDisabled: true });
    expect(await names({ showProblemProductsOnly: true })).toEqual(["Failed"]);
  });
});

describe("filtering by stock", () => {
  const managed = (stockQuantity: number | null) => ({ manageStock: true, stockQuantity });
  const inVariants = async (name: string, variants: Traits[]) => {
    const id = await aProduct(name, { hasVariants: true, ...managed(0) });
    for (const [i, variant] of variants.entries())
      await api.aVariant(id, { combination: String(i), ...(variant as object) });
  };
  beforeEach(async () => {
    await aProduct("Unmanaged", { manageStock: false, stockQuantity: 0 });
    await aProduct("None", managed(0));
    await aProduct("Unknown", managed(null));
    await aProduct("One", managed(1));
    await aProduct("Ten", managed(10));
    await aProduct("Eleven", managed(11));
    await inVariants("All out", [managed(0), managed(0)]);
    await inVariants("All active out", [managed(0), { ...managed(50), isDisabled: true }]);
    await inVariants("Half out", [managed(0), managed(50)]);
    await inVariants("Half low", [managed(3), { manageStock: false }]);
    await inVariants("Plenty", [managed(11), managed(12), { ...managed(0), isDisabled: true }]);
    await inVariants("Without variants", []);
  });

  test.each([
    ["outOfStock", ["All active out", "All out", "None", "Unknown"]],
    ["low", ["Half low", "Half out", "One", "Ten"]],
    ["inStock", ["Eleven", "Half low", "Half out", "One", "Plenty", "Ten", "Unmanaged"]],
  ] as const)("%s finds what its definition says", async (stock, found) => {
    expect(await names({ stock })).toEqual(found);
    expect((await list({ stock })).totalCount).toBe(found.length);
  });

  test("shows the stock of the product, or of its active variants", async () => {
    const rows = [...(await list({ stock: "outOfStock" })).items, ...(await list({ stock: "inStock" })).items];
    const stockOf = (name: string) => rows.find((row) => row.name === name)?.stock;
    expect(["All active out", "Eleven", "Half out", "Half low", "Plenty", "Unmanaged"].map(stockOf)).toEqual([
      0,
      11,
      50,
      null,
      23,
      null,
    ]);
    expect((await list()).items.every(({ stock }) => stock === undefined)).toBe(true);
  });

  test("also selects the products of a change of many", async () => {
    const Filter = { supplierId: supplier, stock: "low" } as const;
    const { first } = await api.ok(manager, products.previewMany, { Filter, Change: { Kind: "deactivate" } });
    expect(first.map(({ name }) => name)).toEqual(["Half low", "Half out", "One", "Ten"]);
  });
});

test("the list can be filtered by shipping rule", async () => {
  const shippingRuleId = await api.aShippingRule({ supplierId: supplier });
  await aProduct("By the rule", { shippingRuleId });
  await aProduct("By another", { shippingRuleId: await api.aShippingRule({ supplierId: supplier }) });
  await aProduct("By none");
  expect(await names({ shippingRuleId })).toEqual(["By the rule"]);
});

test("a problem product lists its problems and its stock", async () => {
  const marketplaceId = await api.aMarketplace("Bazaar");
  const bare = await api.aProduct(supplier, {
    name: "Bare",
    externalSku: "",
    description: "",
    defaultImageFileId: null,
    shippingMethod: null,
  });
  const on = [{ marketplaceId, status: 2, syncStatus: 3 }];
  const failed = await api.aProduct(supplier, { name: "Failed", on, manageStock: true, stockQuantity: 7 });
  const varying = await api.aProduct(supplier, { name: "Varying", on, hasVariants: true });
  for (const stockQuantity of [2, 3])
    await api.aVariant(varying, { manageStock: true, stockQuantity, combination: `${stockQuantity}` });
  const { items } = await list({ showProblemProductsOnly: true });
  const problems = (id: number) => items.find((row) => row.id === id)?.problems;
  expect([bare, failed, varying].map((id) => items.find((row) => row.id === id)?.stock)).toEqual([null, 7, 5]);
  expect(problems(bare)).toEqual(["No description", "No hero image", "No SKU", "No shipping method"]);
  expect(problems(failed)).toContain("Sync failed on Bazaar");
  expect((await list()).items.map((row) => row.problems)).toEqual([undefined, undefined, undefined]);
});

test("filters can be combined", async () => {
  const productTypeId = await api.aProductType();
  const marketplaceId = await api.aMarketplace();
  const on = [{ marketplaceId, status: 2 }];
  await aProduct("Linen tray", { productTypeId, on });
  await aProduct("Linen vase", { productTypeId, on });
  await aProduct("Steel tray", { productTypeId });
  await aProduct("Old tray", { productTypeId, on, isDisabled: true });
  const input = { name: "tray", productTypeId, marketplaceId, marketplaceStatus: 2, showActiveOnly: true } as const;
  expect(await names(input)).toEqual(["Linen tray"]);
});

test.each([{ productTypeId: "all" }, { marketplaceStatus: "6" }, { sortFieldName: "description" }, { pageSize: 201 }])(
  "refuses %j",
  async (input) => {
    expect(await api.call(manager, products.list, input as never)).toMatchObject({ status: 422 });
  },
);
