/** Finds the product and the variants that the rows of a file from elsewhere are about, by SKU or GTIN. */
import { type Problem, quoted } from "#api/core/excel/cells.ts";
import { gtin14 } from "#contract/rules/gtin.ts";
import { mostNamed } from "#contract/rules/most-named.ts";
import { distinct, type Finding, type Found, nameOf, productsNamed, withProblem } from "./identify.ts";
import type { SheetRow } from "./rows.ts";
import { supplierIn } from "./supplier-cell.ts";
import { productOnlyColumns } from "./variant-row.ts";

interface Named {
  row: SheetRow;
  sku: string;
  gtin: string;
}

/**
 * Returns the rows of one product with the numbers of it and its variants. Rows of which no product is known stay new.
 * @param makesUnknown false: such rows get a problem instead
 */
export async function foundOrNew(
  work: Finding,
  rows: readonly SheetRow[],
  { makesUnknown }: { makesUnknown: boolean },
): Promise<readonly SheetRow[]> {
  const named = rows.map((row): Named => ({ row, ...nameOf(row) }));
  const known = await productsNamed(
    work,
    distinct(named.map(({ sku }) => sku.toLowerCase())),
    distinct(named.map(({ gtin }) => gtin && gtin14(gtin))),
  );
  const [first] = rows;
  if (!first) return rows;
  const { supplierId, problem } = await supplierIn(work, first);
  if (problem) return rows.map((row) => withProblem(row, problem));
  const theirs = known.filter((each) => supplierId === undefined || each.supplierId === supplierId);
  const hasVariants = rows.some(({ variantId }) => variantId !== undefined);
  return hasVariants
    ? groupFound(named, theirs, makesUnknown)
    : named.map((each) => oneFound(each, theirs, makesUnknown));
}

interface Match {
  column: "SKU" | "GTIN";
  found: readonly Found[];
}

function matchesOf({ sku, gtin }: Named, known: readonly Found[]): Match {
  const bySku = sku === "" ? [] : known.filter((each) => each.sku === sku.toLowerCase());
  if (bySku.length > 0 || gtin === "") return { column: "SKU", found: bySku };
  return { column: "GTIN", found: known.filter((each) => each.gtin === gtin14(gtin)) };
}

const unknownText =
  "and new products were not wanted. To create it, choose that rows without a product become new ones.";

const unknown = ({ sku, gtin }: Named): Omit<Problem, "row"> =>
  sku === "" && gtin === ""
    ? { column: "SKU", why: "Required: products are found by their SKU or GTIN." }
    : {
        column: sku === "" ? "GTIN" : "SKU",
        why: `There is no product with the ${sku === "" ? `GTIN ${quoted(gtin)}` : `SKU ${quoted(sku)}`} that you may change, ${unknownText}`,
      };

/** A row that may be about a product or about a variant: a variant before the product that it belongs to. */
function oneFound(named: Named, known: readonly Found[], makesUnknown: boolean): SheetRow {
  const { row } = named;
  const { column, found } = matchesOf(named, known);
  const [one, ...others] = found.filter(
    ({ productId, variantId }) =>
      variantId !== null || found.every((each) => each.variantId === null || each.productId !== productId),
  );
  if (!one) return makesUnknown && (named.sku !== "" || named.gtin !== "") ? row : withProblem(row, unknown(named));
  if (others.length > 0) return withProblem(row, ambiguous(column, named, [one, ...others]));
  return asFound(row, column, one);
}

function ambiguous(column: Match["column"], { sku, gtin }: Named, found: readonly Found[]): Omit<Problem, "row"> {
  const ids = distinct(found.map(({ productId }) => String(productId))).slice(0, mostNamed);
  return {
    column,
    why: `Several products have the ${column} ${quoted(column === "SKU" ? sku : gtin)}: ${ids.join(", ")}. Please change them by an export of all product data.`,
  };
}

function asFound(row: SheetRow, column: Match["column"], { productId, variantId }: Found): SheetRow {
  return {
    ...row,
    productId,
    variantId: variantId ?? undefined,
    // It has found the record, and does not rename it where only the case of letters differs. What only products have
    // is left alone where the row has found a variant.
    cell: (asked) =>
      asked === column || (variantId !== null && productOnlyColumns.includes(asked)) ? null : row.cell(asked),
  };
}

function groupFound(named: readonly Named[], known: readonly Found[], makesUnknown: boolean): readonly SheetRow[] {
  const matches = new Map(
    named.map((each) => {
      const { column, found } = matchesOf(each, known);
      const isVariant = each.row.variantId !== undefined;
      return [each, { column, found: found.filter(({ variantId }) => (variantId !== null) === isVariant) }];
    }),
  );
  const ofVariants = named
    .filter(({ row }) => row.variantId !== undefined)
    .flatMap((each) => matches.get(each)?.found ?? []);
  const all = ofVariants.length > 0 ? ofVariants : named.flatMap((each) => matches.get(each)?.found ?? []);
  const ids = [...new Set(all.map(({ productId }) => productId))];
  const [productId, another] = ids;
  if (another !== undefined)
    return named.map(({ row }) =>
      withProblem(row, {
        column: "SKU",
        why: `Rows of this product have SKUs or GTINs of different products here: ${ids.slice(0, mostNamed).join(", ")}.`,
      }),
    );
  if (productId === undefined)
    return named.map((each) => (makesUnknown ? each.row : withProblem(each.row, unknown(each))));
  return named.map((each) => {
    const { row } = each;
    const match = matches.get(each);
    const found = match?.found.find((one) => one.productId === productId);
    if (match && found) return asFound(row, match.column, found);
    // The product's own SKU was made up from its handle or number: it was found by a variant, and keeps its own.
    if (row.variantId === undefined)
      return { ...row, productId, cell: (asked) => (asked === "SKU" || asked === "GTIN" ? null : row.cell(asked)) };
    return makesUnknown ? { ...row, productId } : withProblem(row, unknown(each));
  });
}
