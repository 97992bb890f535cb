/** Finds the product and the variants that the rows of a file from elsewhere are about, by SKU or GTIN. */
import { type Problem, quoted } from "#api/core/excel/cells.ts";
import { gtin14 } from "#contract/rules/gtin.ts";
import { mostNamed } from "#contract/rules/most-named.ts";
import {
  asFound,
  distinct,
  type Finding,
  type Found,
  matchesOf,
  type Name,
  nameOf,
  oneFound,
  productsNamed,
  withProblem,
} from "./identify.ts";
import type { SheetRow } from "./rows.ts";
import { supplierIn } from "./supplier-cell.ts";
import { productOnlyColumns } from "./variant-row.ts";

interface Named extends Name {
  readonly row: SheetRow;
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
    : named.map((each) => aloneFound(each, theirs, makesUnknown));
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

/** A row that may be about a product or about a variant. */
function aloneFound(named: Named, known: readonly Found[], makesUnknown: boolean): SheetRow {
  const { row } = named;
  const found = oneFound(row, named, known, {
    none: () => (makesUnknown && (named.sku !== "" || named.gtin !== "") ? row : withProblem(row, unknown(named))),
    several: "Please change them by an export of all product data.",
  });
  return ofRecord(found);
}

/** What only products have is left alone where a row has found a variant. */
const ofRecord = (row: SheetRow): SheetRow =>
  row.variantId === undefined
    ? row
    : { ...row, cell: (asked) => (productOnlyColumns.includes(asked) ? null : row.cell(asked)) };

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
    if (match && found) return ofRecord(asFound(row, match.column, found));
    // The product's own SKU was made up from its handle or number: it was found by a variant, and keeps its own.
    if (row.variantId === undefined)
      return { ...row, productId, cell: (asked) => (asked === "SKU" || asked === "GTIN" ? null : row.cell(asked)) };
    return makesUnknown ? { ...row, productId } : withProblem(row, unknown(each));
  });
}
