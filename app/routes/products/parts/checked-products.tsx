import { CellChanges } from "#app/components/import/cell-changes.tsx";
import { CheckedRecords, UnknownColumns, whyRefused } from "#app/components/import/checked-records.tsx";
import { type Caution, FileLink } from "#app/components/import/import-page.tsx";
import { inNumbers } from "#app/components/import/in-numbers.ts";
import { Link } from "#app/components/layout/link.tsx";
import { countOf, integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { ImportedProduct, ProductImportSummary } from "#contract/products/import.ts";

const titles = { refused: "Refused", changed: "To update", made: "To create", unchanged: "Unchanged" };

interface Props {
  summary: ProductImportSummary;
  /** Addresses of the files. */
  refused: string;
  changes: string;
}

export const CheckedProducts = ({ summary, refused, changes }: Props) => (
  <CheckedRecords
    summary={summary}
    titles={titles}
    noun="row"
    refused={refused}
    columnsOf={(outcome) => [
      { heading: "Product", className: "min-w-28 [overflow-wrap:anywhere]", cell: nameOf },
      outcome === "refused" ? whyRefused : cells,
    ]}
    action={changes && summary.changedCells > 0 && <FileLink path={changes} label="Download all changes" />}
  >
    {summary.leftOut > 0 && (
      <li>
        Left out, because not on sale in the shop, or no kind of product here: {inNumbers(summary.leftOut, "row")}
      </li>
    )}
    {summary.ownOptions.count > 0 && (
      <li className="[overflow-wrap:anywhere]">
        Products with options that their product type does not have, which become an attribute of that product alone:{" "}
        {integer(summary.ownOptions.count)} ({summary.ownOptions.names.join(", ")})
      </li>
    )}
    <UnknownColumns names={summary.unknownColumns}>
      {isAllData(summary) &&
        "This looks like a workbook of all product data. To import all of it, choose All Product Data instead. "}
    </UnknownColumns>
  </CheckedRecords>
);

const cells = {
  heading: "Cells",
  className: "min-w-44 [overflow-wrap:anywhere]",
  cell: ({ changes }: ImportedProduct) => (
    <CellChanges
      changes={changes}
      more={({ exported, typed }) => exported !== undefined && <Since exported={exported} typed={typed} />}
    />
  ),
};

/** Warns about changes to the products since the export. */
export function cautionOf({ forgetful, overtakenCells, mustConfirm }: ProductImportSummary): Caution | undefined {
  const sentences = [
    ...(forgetful.count > 0 ? [whyForgetful(forgetful)] : []),
    ...(overtakenCells > 0
      ? [
          `${countOf(overtakenCells, "cell")} that ${overtakenCells === 1 ? "was" : "were"} edited in the file ${overtakenCells === 1 ? "has" : "have"} also been changed here since it was exported. The list below says what each was, and what it is now.`,
        ]
      : []),
  ];
  if (sentences.length === 0) return undefined;
  return { sentences, box: mustConfirm ? "Yes, replace what is there now with what the file says" : undefined };
}

function whyForgetful({ count, first, isAll }: ProductImportSummary["forgetful"]): string {
  const effect = "replaces what is there now, also where something has been sold or changed meanwhile.";
  if (isAll)
    return `This file was made by hand, or is an older export: it does not say what its cells showed, so every cell that is filled in ${effect}`;
  const numbers = `${first.map((row) => integer(row)).join(", ")}${count > first.length ? " and others" : ""}`;
  const rows = count === 1 ? `Row ${numbers} does` : `Rows ${numbers} do`;
  return `${rows} not say what was exported, because of being added, copied or damaged, so every cell there that is filled in ${effect}`;
}

/** An import of stock levels and prices that contains columns of the other workbook. */
const isAllData = ({ sheet, unknownColumns }: ProductImportSummary) =>
  sheet === "stock" && unknownColumns.some((title) => onlyInAllData.has(title));
const onlyInAllData = new Set(["ProductType", "Description", "ImageId", "VariesBy"]);

function nameOf({ productId, name, isVariant }: ImportedProduct) {
  const words = `${name || (productId ? `Product ${productId}` : "–")}${isVariant ? " (variant)" : ""}`;
  return productId ? (
    <Link to={isVariant ? paths.productVariations(productId) : paths.product(productId)}>{words}</Link>
  ) : (
    words
  );
}

/** The value that somebody else has saved since the export. */
const Since = ({ exported, typed }: { exported: string; typed?: string }) => (
  <p className={typed === undefined ? "text-danger" : "text-muted"}>
    {exported ? `It was ${exported} when it was exported` : "It was empty when it was exported"}
    {typed === undefined
      ? ", and has been changed since."
      : ` and is ${typed} in the file: the difference is applied to what is there now.`}
  </p>
);
