import { CellChanges } from "#app/components/import/cell-changes.tsx";
import { type Caution, FileLink } from "#app/components/import/import-page.tsx";
import { inNumbers } from "#app/components/import/in-numbers.ts";
import { OutcomeCard } from "#app/components/import/outcome-card.tsx";
import { Reasons } from "#app/components/import/reasons.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { countOf, integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { ImportedProduct, ProductImportSummary, ProductOutcome } from "#contract/products/import.ts";

/** Outcomes that need attention come first. */
const groups = ["refused", "changed", "made"] as const satisfies readonly ProductOutcome[];
const titles: Record<(typeof groups)[number], string> = { refused: "Refused", changed: "To update", made: "To create" };

interface Props {
  summary: ProductImportSummary;
  /** Addresses of the files. */
  refused: string;
  changes: string;
}

/** What an import would do, cell by cell. */
export function CheckedProducts({ summary, refused, changes }: Props) {
  const { unknownColumns } = summary;
  return (
    <>
      <Card
        title="Summary"
        action={changes && summary.changedCells > 0 && <FileLink path={changes} label="Download all changes" />}
      >
        <ul>
          {groups.map((outcome) => (
            <li key={outcome}>
              {titles[outcome]}: {inNumbers(summary[outcome].count, "row")}
            </li>
          ))}
          <li>Unchanged: {inNumbers(summary.unchanged.count, "row")}</li>
          <li>Skipped (blank): {inNumbers(summary.emptyRows, "row")}</li>
          {summary.leftOut > 0 && (
            <li>
              Left out, because not on sale in the shop, or no kind of product here: {inNumbers(summary.leftOut, "row")}
            </li>
          )}
          {summary.ownOptions.count > 0 && (
            <li className="[overflow-wrap:anywhere]">
              Products with options that their product type does not have, which become an attribute of that product
              alone: {integer(summary.ownOptions.count)} ({summary.ownOptions.names.join(", ")})
            </li>
          )}
          {unknownColumns.length > 0 && (
            <li className="text-danger [overflow-wrap:anywhere]">
              {isAllData(summary) &&
                "This looks like a workbook of all product data. To import all of it, choose All Product Data instead. "}
              Ignored, column names not recognised: {unknownColumns.join(", ")}
            </li>
          )}
        </ul>
      </Card>
      {groups.map((outcome) => (
        <Group key={outcome} outcome={outcome} group={summary[outcome]} refused={refused} />
      ))}
    </>
  );
}

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

interface GroupProps {
  outcome: (typeof groups)[number];
  group: ProductImportSummary[ProductOutcome];
  refused: string;
}

function Group({ outcome, group: { count, first }, refused }: GroupProps) {
  if (count === 0) return null;
  const isRefused = outcome === "refused";
  return (
    <OutcomeCard
      title={titles[outcome]}
      counted={inNumbers(count, "row")}
      count={count}
      shown={first.length}
      refused={isRefused ? refused : undefined}
      columns={[{ heading: "Row" }, { heading: "Product" }, { heading: isRefused ? "Why" : "Cells" }]}
    >
      {first.map((product) => (
        <tr key={product.row} className="border-t border-line align-top">
          <td className="px-4 py-2">{product.row}</td>
          <td className="min-w-28 px-4 py-2 [overflow-wrap:anywhere]">
            <Name of={product} />
          </td>
          <td className="min-w-44 px-4 py-2 [overflow-wrap:anywhere]">
            {isRefused ? (
              <Reasons problems={product.problems} />
            ) : (
              <CellChanges
                changes={product.changes}
                more={({ exported, typed }) => exported !== undefined && <Since exported={exported} typed={typed} />}
              />
            )}
          </td>
        </tr>
      ))}
    </OutcomeCard>
  );
}

function Name({ of: { productId, name, isVariant } }: { of: ImportedProduct }) {
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
