/** What the rows of one product make of it and its variants. Each row is done as a whole, or not at all. */
import { and, asc, eq, sql } from "drizzle-orm";
import { addProduct } from "../../../../contract/products/commands.ts";
import type { CellChange, ProductSheet } from "../../../../contract/products/import.ts";
import type { ProductAttribute } from "../../../../contract/products/schema.ts";
import type { ProductColumn } from "../../../../contract/products/workbook.ts";
import { inclusive } from "../../../../contract/rules/money.ts";
import { visibleTo } from "../../../access/caller.ts";
import { allOrNothing } from "../../../database/savepoint.ts";
import { products, productTypes, productVariants, suppliers } from "../../../database/schema/index.ts";
import { isBlank, type Problem, Problems, quoted, refuseRows, textIn, WrongCell } from "../../../excel/cells.ts";
import type { ReadRow } from "../../../excel/reading.ts";
import { orRefusal, Refusal } from "../../../http/refusal.ts";
import { mayManageProducts } from "../../shared/catalogue.ts";
import { saveAttribute, type WantedAttribute } from "../attributes.ts";
import { makeProduct } from "../commands.ts";
import { type Details, detailFields, detailsIn, saveDetails, settled } from "../details.ts";
import { attributesOf } from "../parts.ts";
import { lockedProduct, type StoredProduct, type Work } from "../policy.ts";
import { type StoredVariant, saveVariant, type VariantDetails } from "../variants.ts";
import { attributeAsked, attributeShown, optionCalled, ownLine, ownShown, split, variesByAsked, variesByShown } from "./attributes.ts";
import { allFields, askedBy, type Field, type Kept, type Key, shownOf, stockAndPriceFields, type Terms, variantFields, wordsOf } from "./fields.ts";
import { keptIn, noVariant, optionsIn, pick, variantKeys, wantedAs } from "./kept.ts";
import type { RowResult, Trace } from "./results.ts";
import { type RecordKey, rowOf, type SheetColumns, type SheetRow } from "./rows.ts";

/** What a row did. */
type Done = Pick<RowResult, "outcome" | "productId" | "variantId" | "changes"> & { name?: string; trace?: Trace };

export async function importProduct(work: Work, rows: readonly ReadRow[], columns: SheetColumns, sheet: ProductSheet): Promise<RowResult[]> {
  const read = rows.map((row) => rowOf(row, columns));
  const own = read.filter(({ variantId }) => variantId === undefined);
  const variants = read.filter(({ variantId }) => variantId !== undefined);
  const group = new ProductGroup(work, columns, sheet, { hasVariantRows: variants.length > 0 });
  const results: RowResult[] = [];
  for (const row of [...own, ...variants]) results.push(await resultOf(work, row, () => group.importRow(row)));
  return results.sort((a, b) => a.row - b.row);
}

async function resultOf(work: Work, row: SheetRow, importing: () => Promise<Done>): Promise<RowResult> {
  const about = {
    row: row.number,
    productId: numberOrNull(row.productId),
    variantId: numberOrNull(row.variantId),
    isVariant: row.variantId !== undefined,
    name: isBlank(row.cell("Name")) ? "" : String(row.cell("Name")).slice(0, longestName),
    changes: [],
    problems: [],
  };
  try {
    return { ...about, ...(await allOrNothing(work.db, importing)) };
  } catch (error) {
    if (error instanceof Problems) return { ...about, outcome: "refused", problems: [...error.problems] };
    if (error instanceof Refusal) return { ...about, outcome: "refused", problems: problemsFrom(error, row) };
    throw error;
  }
}

const longestName = 255;
const numberOrNull = (key: RecordKey) => (typeof key === "number" ? key : null);

const columnOf: Readonly<Record<string, ProductColumn>> = {
  ...Object.fromEntries(allFields.map(({ command, column }) => [command, column])),
  SupplierId: "Supplier",
};

/** What a command refuses, at the columns that its fields come from. */
function problemsFrom({ errors, message }: Refusal, { number: row }: SheetRow): Problem[] {
  if (!errors) return [{ row, column: null, why: message }];
  return Object.entries(errors).flatMap(([field, reasons]) => reasons.map((why) => ({ row, column: columnOf[field] ?? null, why })));
}

const wrong = ({ number: row }: SheetRow, column: string | null, why: string): Problem => ({ row, column, why });
const refused = (row: SheetRow, column: ProductColumn | null, why: string) => new Problems([wrong(row, column, why)]);

/** What a cell says, or what is wrong with it. */
function from<T>(row: SheetRow, column: string, problems: Problem[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WrongCell)) throw error;
    problems.push(wrong(row, column, error.message));
    return undefined;
  }
}

/** The rows of one product, one after the other, its own first. */
class ProductGroup {
  readonly #work: Work;
  readonly #columns: SheetColumns;
  readonly #sheet: ProductSheet;
  readonly #hasVariantRows: boolean;
  /** The row of the product itself, once there was one. */
  #own: SheetRow | undefined;
  /** The product that a row `new` has made, or found. */
  #madeId: number | undefined;
  readonly #seen = new Map<number, SheetRow>();

  constructor(work: Work, columns: SheetColumns, sheet: ProductSheet, { hasVariantRows }: { hasVariantRows: boolean }) {
    this.#work = work;
    this.#columns = columns;
    this.#sheet = sheet;
    this.#hasVariantRows = hasVariantRows;
  }

  async importRow(row: SheetRow): Promise<Done> {
    refuseRows(row.problems);
    if (this.#sheet === "stock" && (row.productId === "new" || row.variantId === "new")) {
      throw refused(
        row,
        row.productId === "new" ? "ProductId" : "VariantId",
        "Stock levels and prices are of products that are there. Please use All Product Data to make new ones.",
      );
    }
    return row.variantId === undefined ? this.#importOwn(row) : this.#importVariant(row);
  }

  async #importOwn(row: SheetRow): Promise<Done> {
    if (this.#own) throw refused(row, "ProductId", `Row ${this.#own.number} is of the same product.`);
    this.#own = row;
    if (row.productId === "new") return this.#make(row);
    const product = await this.#product(row);
    return { ...(await this.#change(row, product)), productId: product.id, variantId: null, name: product.name };
  }

  /** The product that the row is about, as it is by now. */
  async #product(row: SheetRow): Promise<StoredProduct> {
    const id = row.productId === "new" ? this.#madeId : row.productId;
    if (typeof id !== "number") {
      throw this.#own
        ? refused(row, null, `This was not done, because row ${this.#own.number} of the same product was refused.`)
        : refused(row, "ProductId", "There is no row of the new product itself. It has the same words in ProductId, and nothing in VariantId.");
    }
    const product = await orRefusal(() => lockedProduct(this.#work, id));
    if (product instanceof Refusal) throw refused(row, "ProductId", `There is no product ${id}, or you may not see it.`);
    if (!mayManageProducts(this.#work.caller, product.supplierId)) throw refused(row, "ProductId", "You may see this product, but not change it.");
    return product;
  }

  /** What the row says of the product itself that is otherwise. */
  async #change(row: SheetRow, product: StoredProduct): Promise<Pick<Done, "outcome" | "changes" | "trace">> {
    const terms = await this.#terms(row, product.productTypeId);
    const fields = this.#sheet === "all" ? allFields : stockAndPriceFields;
    const kept = detailsIn(product);
    const { values, problems } = askedIn(row, fields, kept, "product", terms);
    if (this.#sheet === "all") problems.push(...(await this.#unchangeable(row, product)));
    const details = settled({ ...kept, ...(values as Partial<Details>) });
    problems.push(...lostIn(row, values, details));
    refuseRows(problems);
    const changed = Object.keys(values).length > 0 ? detailFields.filter((key) => details[key] !== kept[key]) : [];
    if (changed.length > 0) await saveDetails(this.#work, product, details, "right in what is changed");
    const after = await this.#terms(row, details.productTypeId);
    const inDetails = changesOf(
      changed,
      (field) => shownOf(field, kept, terms),
      (field) => shownOf(field, details, after),
    );
    const { changes: inAttributes, attributes } = this.#sheet === "all" ? await this.#changeAttributes(row, { ...product, ...details }) : noAttributes;
    const changes = [...inDetails, ...inAttributes];
    return { outcome: changes.length > 0 ? "changed" : "unchanged", changes, trace: { was: pick(kept, changed), is: pick(details, changed), attributes } };
  }

  /** Cells that an import does not change, and that say something else than is there. */
  async #unchangeable(row: SheetRow, product: StoredProduct): Promise<Problem[]> {
    const problems: Problem[] = [];
    const supplier = row.cell("Supplier");
    if (!isBlank(supplier)) {
      const [found] = await this.#work.db.select({ name: suppliers.name }).from(suppliers).where(eq(suppliers.id, product.supplierId));
      const said = textIn(supplier).toLowerCase();
      if (said !== found?.name.trim().toLowerCase() && said !== String(product.supplierId))
        problems.push(wrong(row, "Supplier", "The supplier of a product cannot be changed."));
    }
    const isActive = from(row, "Active", problems, () => yesNoOrNothing(row));
    if (isActive !== undefined && isActive === product.isDisabled) {
      problems.push(wrong(row, "Active", "An import does not activate or deactivate products. Please do so on the product's page."));
    }
    return problems;
  }

  async #changeAttributes(row: SheetRow, product: StoredProduct): Promise<{ changes: CellChange[]; attributes: Trace["attributes"] }> {
    const cells = [row.cell("VariesBy"), row.cell("OwnAttributes"), ...this.#columns.attributes.map(({ place }) => row.cellAt(place))];
    if (cells.every(isBlank)) return noAttributes;
    const known = await attributesOf(this.#work.db, product);
    const problems: Problem[] = [];
    const asked = new Map<ProductAttribute, Partial<WantedAttribute>>();
    const titles = new Map<ProductAttribute, string>();
    for (const { title, name, place } of this.#columns.attributes) {
      if (isBlank(row.cellAt(place))) continue;
      const attribute = known.find(({ attributeName, isProductSpecific }) => !isProductSpecific && attributeName.trim().toLowerCase() === name);
      if (!attribute) problems.push(wrong(row, title, "Products of this type do not have this attribute."));
      const wanted = attribute && from(row, title, problems, () => attributeAsked(attribute, row.cellAt(place)));
      if (attribute && wanted) {
        asked.set(attribute, wanted);
        titles.set(attribute, title);
      }
    }
    const variesBy = from(row, "VariesBy", problems, () => variesByAsked(known, row.cell("VariesBy")));
    for (const attribute of variesBy ? known : []) {
      const useForVariations = variesBy?.has(attribute.attributeId) ?? false;
      if (useForVariations !== attribute.useForVariations) asked.set(attribute, { ...asked.get(attribute), useForVariations });
    }
    problems.push(...ownAttributesIn(row, known));
    refuseRows(problems);
    const attributes: Trace["attributes"] = [];
    for (const [attribute, wanted] of asked) {
      const was = wantedAs(attribute);
      const is = { ...was, ...wanted };
      await saveAttributeAt(row, titles.get(attribute) ?? "VariesBy", () => saveAttribute(this.#work, product, attribute, is));
      attributes.push({ attributeId: attribute.attributeId, was, is });
    }
    const after = asked.size > 0 ? await attributesOf(this.#work.db, product) : known;
    const shownIn = (all: readonly ProductAttribute[], id: number) => all.filter(({ attributeId }) => attributeId === id).map(attributeShown)[0];
    const changes = [...titles].map(([{ attributeId }, column]) => ({
      column,
      before: wordsOf(plain, shownIn(known, attributeId)),
      after: wordsOf(plain, shownIn(after, attributeId)),
    }));
    if (variesBy) changes.push({ column: "VariesBy", before: variesByShown(known), after: variesByShown(after) });
    return { changes, attributes };
  }

  /** A new product; one that is there with its SKU was made by the same file before, and must be as the row says. */
  async #make(row: SheetRow): Promise<Done> {
    const { supplierId, problem } = await this.#supplierIn(row);
    const terms = await this.#terms(row, undefined);
    const { values, problems } = askedIn(row, allFields, {}, "product", terms);
    const hasVariants = values.hasVariants ?? this.#hasVariantRows;
    const input = addProduct.safeParse({
      Name: values.name ?? "",
      ProductTypeId: values.productTypeId ?? undefined,
      SupplierId: supplierId,
      RecommendedRetailPrice: values.recommendedRetailPrice ?? undefined,
      ExternalSku: values.externalSku ?? "",
      HasVariants: hasVariants,
    });
    if (problem) problems.push(problem);
    const isRead = (column: string | null) => !problems.some((each) => each.column === column);
    for (const { path, message } of input.error?.issues ?? []) {
      const column = columnOf[String(path[0])] ?? null;
      if (isRead(column)) problems.push(wrong(row, column, column === "RecommendedRetailPrice" ? "This is needed for a new product." : message));
    }
    if (!values.externalSku && isRead("SKU")) problems.push(wrong(row, "SKU", "This is needed: a new product is known by it when the file is imported again."));
    refuseRows(problems);
    if (!input.success) throw refused(row, null, "This product cannot be made.");
    const there = await this.#madeBefore(input.data.SupplierId, input.data.ExternalSku);
    if (there) return this.#assertSame(row, there);
    const id = await makeProduct(this.#work, input.data);
    const made = await lockedProduct(this.#work, id);
    const { changes, trace } = await this.#change(row, made);
    this.#madeId = id;
    const product = await lockedProduct(this.#work, id);
    const first = changesOf(
      ["productTypeId", "name", "externalSku", "hasVariants", "recommendedRetailPrice"],
      () => undefined,
      (field) => shownOf(field, detailsIn(made), terms),
    );
    return {
      outcome: "made",
      productId: id,
      variantId: null,
      name: product.name,
      changes: [...first, ...changes.filter(({ column }) => !first.some((each) => each.column === column))],
      trace: { was: {}, is: detailsIn(product), attributes: trace?.attributes ?? [] },
    };
  }

  async #madeBefore(supplierId: number, sku: string): Promise<StoredProduct | undefined> {
    const [there] = await this.#work.db
      .select()
      .from(products)
      .where(and(eq(products.supplierId, supplierId), eq(products.externalSku, sku)))
      .orderBy(asc(products.id))
      .limit(1);
    return there;
  }

  async #assertSame(row: SheetRow, there: StoredProduct): Promise<Done> {
    const why = `Product ${there.id} of this supplier has this SKU. To change it, write its number in ProductId.`;
    if (!(await this.#isAsSaid(row, there))) throw refused(row, "SKU", why);
    this.#madeId = there.id;
    return { outcome: "unchanged", productId: there.id, variantId: null, name: there.name, changes: [] };
  }

  /** Nothing would be changed. */
  async #isAsSaid(row: SheetRow, product: StoredProduct): Promise<boolean> {
    const undone = new Error("looked");
    let isAsSaid = false;
    try {
      await allOrNothing(this.#work.db, async () => {
        isAsSaid = (await this.#change(row, await lockedProduct(this.#work, product.id))).outcome === "unchanged";
        throw undone;
      });
    } catch (error) {
      if (error !== undone && !(error instanceof Problems) && !(error instanceof Refusal)) throw error;
    }
    return isAsSaid;
  }

  async #supplierIn(row: SheetRow): Promise<{ supplierId?: number; problem?: Problem }> {
    if (isBlank(row.cell("Supplier"))) return {};
    const problems: Problem[] = [];
    const said = from(row, "Supplier", problems, () => textIn(row.cell("Supplier"))) ?? "";
    const isNumber = /^\d{1,9}$/.test(said);
    const found = await this.#work.db
      .select({ id: suppliers.id })
      .from(suppliers)
      .where(and(visibleTo(this.#work.caller, suppliers.id), isNumber ? eq(suppliers.id, Number(said)) : sql`lower(trim(${suppliers.name})) = lower(${said})`))
      .limit(2);
    const [first, second] = found;
    if (!first) return { problem: problems[0] ?? wrong(row, "Supplier", `There is no supplier ${quoted(said)}, or you may not see it.`) };
    if (second) return { problem: wrong(row, "Supplier", "Several suppliers have this name. Please write the number of the one you mean.") };
    if (!mayManageProducts(this.#work.caller, first.id)) return { problem: wrong(row, "Supplier", "You may see this supplier, but not change its products.") };
    return { supplierId: first.id };
  }

  /** @param productTypeId of the product as it is */
  async #terms(row: SheetRow, productTypeId: number | undefined): Promise<Terms> {
    const said = row.cell("ProductType");
    const isSaid = this.#sheet === "all" && typeof said === "string" && said.trim() !== "";
    const isOfProduct = productTypeId === undefined ? sql`false` : eq(productTypes.id, productTypeId);
    const isCalled = isSaid ? sql`lower(${productTypes.path}) = ${said.trim().toLowerCase()}` : sql`false`;
    const found = isSaid
      ? await this.#work.db.select({ id: productTypes.id, path: productTypes.path }).from(productTypes).where(sql`${isOfProduct} or ${isCalled}`)
      : [];
    return {
      gstRate: this.#work.config.gstRate,
      typePath: (id) => found.find((type) => type.id === id)?.path,
      typeId: (path) => found.find((type) => type.path.toLowerCase() === path.toLowerCase())?.id,
    };
  }

  async #importVariant(row: SheetRow): Promise<Done> {
    const product = await this.#product(row);
    const known = this.#sheet === "all" ? await attributesOf(this.#work.db, product) : [];
    const before = typeof row.variantId === "number" ? await this.#variant(row, product, row.variantId) : undefined;
    if (before) this.#assertFirst(row, before);
    const problems: Problem[] = [];
    const had = optionsIn(before);
    const asked = this.#sheet === "all" ? optionsAsked(row, this.#columns, known, had, problems) : had;
    const optionIds = [...asked];
    const twin = before ? undefined : await this.#variantWith(product, optionIds);
    const done = await this.#saveVariant(row, product, { before: before ?? twin, optionIds, known, problems, isTwin: twin !== undefined });
    return { ...done, productId: product.id, name: done.name };
  }

  #assertFirst(row: SheetRow, { id }: StoredVariant): void {
    const other = this.#seen.get(id);
    if (other) throw refused(row, "VariantId", `Row ${other.number} is of the same variant.`);
    this.#seen.set(id, row);
  }

  async #variant(row: SheetRow, product: StoredProduct, id: number): Promise<StoredVariant> {
    const [variant] = await this.#work.db
      .select()
      .from(productVariants)
      .where(and(eq(productVariants.id, id), eq(productVariants.productId, product.id)));
    if (!variant) throw refused(row, "VariantId", `Product ${product.id} has no variant ${id}.`);
    return variant;
  }

  async #variantWith({ id }: StoredProduct, optionIds: readonly number[]): Promise<StoredVariant | undefined> {
    const combination = [...optionIds].sort((a, b) => a - b).join();
    const [variant] = await this.#work.db
      .select()
      .from(productVariants)
      .where(and(eq(productVariants.productId, id), eq(productVariants.combination, combination)));
    return variant;
  }

  async #saveVariant(row: SheetRow, product: StoredProduct, { before, optionIds, known, problems, isTwin }: VariantAsked): Promise<Omit<Done, "productId">> {
    const terms = await this.#terms(row, undefined);
    const fields = this.#sheet === "all" ? variantFields : stockAndPriceFields;
    const kept = before ? keptIn(before) : noVariant;
    const read = askedIn(row, fields, { ...kept }, "variant", terms);
    const details = settledVariant(kept, read.values, product, terms.gstRate);
    problems.push(...read.problems, ...lostIn(row, read.values, details), ...(this.#sheet === "all" ? foreignTo(row) : []));
    if (!before && !details.externalSku) problems.push(wrong(row, "SKU", "This is a required field"));
    refuseRows(problems);
    const had = [...optionsIn(before)];
    const isOptionChanged = before !== undefined && !isTwin && optionIds.some((id) => !had.includes(id));
    const changed = Object.keys(read.values).length > 0 ? variantKeys.filter((key) => details[key] !== kept[key]) : [];
    const changes = [
      ...changesOf(
        changed,
        (field) => shownOf(field, kept, terms),
        (field) => shownOf(field, details, terms),
      ),
      ...(isOptionChanged || !before ? optionChanges(this.#columns, known, had, optionIds) : []),
    ];
    const name = details.name ?? product.name;
    if (before && changes.length === 0) return { outcome: "unchanged", variantId: before.id, changes, name };
    if (isTwin) throw refused(row, "VariantId", `Variant ${before?.id} has these options already. To change it, write its number in VariantId.`);
    const variantId = await saveVariant(this.#work, product, before, { ...details, optionIds }, "right in what is changed");
    const isMade = before === undefined;
    const trace: Trace = {
      was: { ...pick(kept, changed), ...(isOptionChanged ? { optionIds: had } : {}) },
      is: { ...(isMade ? details : pick(details, changed)), ...(isMade || isOptionChanged ? { optionIds } : {}) },
      attributes: [],
    };
    return { outcome: isMade ? "made" : "changed", variantId, changes, name, trace };
  }
}

interface VariantAsked {
  before: StoredVariant | undefined;
  optionIds: readonly number[];
  known: readonly ProductAttribute[];
  problems: Problem[];
  /** It is there already, with the options of a row that would make it. */
  isTwin: boolean;
}

const noAttributes = { changes: [], attributes: [] };
const plain = { kind: "text" } as const;

type Asked = Partial<Record<Key, Kept[Key]>>;

/** What the cells of these fields would have otherwise than it is. */
function askedIn(row: SheetRow, fields: readonly Field[], kept: Kept, of: "product" | "variant", terms: Terms): { values: Kept; problems: Problem[] } {
  const values: Asked = {};
  const problems: Problem[] = [];
  for (const field of fields) {
    const asked = from(row, field.column, problems, () => askedBy(field, row.cell(field.column), kept, of, terms));
    if (asked) values[field.key] = asked.value;
  }
  return { values: values as Kept, problems };
}

const whyLost: Partial<Record<Key, string>> = {
  manageStock: "Each variant of this product has its own stock.",
  stockQuantity: "The stock is counted only where ManageStock is TRUE.",
  referralProductUrl: "Only a referral product has this: one with TRUE in IsReferralProduct.",
  referralProductCallToAction: "Only a referral product has this: one with TRUE in IsReferralProduct.",
};

/** Nothing that somebody has written goes away without a word. */
function lostIn(row: SheetRow, values: Kept, details: Kept): Problem[] {
  return allFields.flatMap(({ key, column }) => {
    const why = whyLost[key];
    return why && values[key] !== undefined && values[key] !== details[key] ? [wrong(row, column, why)] : [];
  });
}

function changesOf(
  keys: readonly Key[],
  before: (field: Field) => ReturnType<typeof shownOf>,
  after: (field: Field) => ReturnType<typeof shownOf>,
): CellChange[] {
  return allFields
    .filter(({ key }) => keys.includes(key))
    .map((field) => ({ column: field.column, before: wordsOf(field, before(field)), after: wordsOf(field, after(field)) }))
    .filter((change) => change.before !== change.after);
}

async function saveAttributeAt(row: SheetRow, column: string, save: () => Promise<void>): Promise<void> {
  const refusal = await orRefusal(save);
  if (refusal instanceof Refusal) throw new Problems([wrong(row, column, refusal.message)]);
}

const yesNoWords = new Map([
  ["true", true],
  ["yes", true],
  ["false", false],
  ["no", false],
]);

function yesNoOrNothing(row: SheetRow): boolean | undefined {
  const cell = row.cell("Active");
  if (isBlank(cell)) return undefined;
  const said = yesNoWords.get(textIn(cell).toLowerCase());
  if (said === undefined) throw new WrongCell(`${quoted(textIn(cell))} is neither TRUE nor FALSE.`);
  return said;
}

function ownAttributesIn(row: SheetRow, known: readonly ProductAttribute[]): Problem[] {
  const cell = row.cell("OwnAttributes");
  if (isBlank(cell)) return [];
  const own = known.filter(({ isProductSpecific }) => isProductSpecific);
  const shown = ownShown(
    own.map(({ attributeName, attributeOptions }) => ({ name: attributeName, options: attributeOptions.map(({ optionValue }) => optionValue) })),
  );
  const isSame = textIn(cell).replace(/\r\n?/g, "\n").trim() === shown.trim();
  return isSame ? [] : [wrong(row, "OwnAttributes", "An import does not change a product's own attributes. Please do so on the product's page.")];
}

/** A variant has no such thing: what stands there was meant for the product. */
function foreignTo(row: SheetRow): Problem[] {
  const columns = [...allFields.filter(({ isOfVariants }) => !isOfVariants).map(({ column }) => column), "VariesBy"] as ProductColumn[];
  return columns
    .filter((column) => !isBlank(row.cell(column)))
    .map((column) => wrong(row, column, "This is said in the row of the product itself, which has nothing in VariantId."));
}

/** The options that a variant would have. */
function optionsAsked(row: SheetRow, columns: SheetColumns, known: readonly ProductAttribute[], had: readonly number[], problems: Problem[]): number[] {
  const chosen = new Set(had);
  const choose = (attribute: ProductAttribute, column: string, text: string) => {
    const id = from(row, column, problems, () => optionOf(attribute, text));
    if (id === undefined) return;
    for (const { optionId } of attribute.attributeOptions) chosen.delete(optionId);
    chosen.add(id);
  };
  for (const { title, name, place } of columns.attributes) {
    const cell = row.cellAt(place);
    if (isBlank(cell)) continue;
    const attribute = known.find(({ attributeName, isProductSpecific }) => !isProductSpecific && attributeName.trim().toLowerCase() === name);
    const text = from(row, title, problems, () => textIn(cell));
    if (!attribute?.useForVariations) problems.push(wrong(row, title, "The variants of this product do not differ by this attribute."));
    else if (text !== undefined) choose(attribute, title, text);
  }
  for (const attribute of known.filter(({ isProductSpecific, useForVariations }) => isProductSpecific && useForVariations)) {
    const line = from(row, "OwnAttributes", problems, () => ownLine(row.cell("OwnAttributes"), attribute.attributeName));
    if (line !== undefined) choose(attribute, "OwnAttributes", line);
  }
  return [...chosen];
}

/** @throws WrongCell */
function optionOf(attribute: ProductAttribute, text: string): number {
  const id = optionCalled(attribute, split(text)[0] ?? text);
  const isUsed = attribute.isProductSpecific || attribute.attributeOptions.some((option) => option.optionId === id && option.isUsed);
  if (!isUsed) throw new WrongCell(`This product does not have the option ${quoted(text)}. The row of the product itself says which it has.`);
  return id;
}

function optionChanges(
  { attributes: columns }: SheetColumns,
  known: readonly ProductAttribute[],
  before: readonly number[],
  after: readonly number[],
): CellChange[] {
  return known
    .filter(({ useForVariations }) => useForVariations)
    .map(({ attributeName, attributeOptions, isProductSpecific }) => {
      const wordOf = (ids: readonly number[]) => attributeOptions.find(({ optionId }) => ids.includes(optionId))?.optionValue ?? "";
      const column = isProductSpecific ? undefined : columns.find(({ name }) => name === attributeName.trim().toLowerCase())?.title;
      return { column: column ?? `OwnAttributes: ${attributeName}`, before: wordOf(before), after: wordOf(after) };
    })
    .filter((change) => change.before !== change.after);
}

/** As a variant is kept: what it has in common with its product follows that. */
function settledVariant(kept: VariantDetails, values: Kept, product: StoredProduct, gstRate: number): VariantDetails {
  const asked: VariantDetails = { ...kept, ...(values as Partial<VariantDetails>) };
  return {
    ...asked,
    name: asked.name === product.name ? null : asked.name,
    ...settledPrices(asked, values, product, gstRate),
    stockQuantity: asked.manageStock ? asked.stockQuantity : null,
  };
}

function settledPrices(
  asked: VariantDetails,
  values: Kept,
  product: StoredProduct,
  gstRate: number,
): Pick<VariantDetails, "recommendedRetailPrice" | "salePrice"> {
  const prices = { recommendedRetailPrice: asked.recommendedRetailPrice, salePrice: asked.salePrice };
  if (values.recommendedRetailPrice === undefined && values.salePrice === undefined) return prices;
  if (values.recommendedRetailPrice === null) return { recommendedRetailPrice: null, salePrice: null };
  const recommendedRetailPrice = asked.recommendedRetailPrice ?? product.recommendedRetailPrice;
  const isProducts =
    isSamePrice(recommendedRetailPrice, product.recommendedRetailPrice, gstRate) &&
    isSamePrice(asked.salePrice ?? recommendedRetailPrice, product.salePrice, gstRate);
  return isProducts ? { recommendedRetailPrice: null, salePrice: null } : { recommendedRetailPrice, salePrice: asked.salePrice };
}

/** Inc GST, to the cent. */
const isSamePrice = (some: number, other: number, gstRate: number) => inclusive(some, gstRate) === inclusive(other, gstRate);
