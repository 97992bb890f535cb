/** Reads a table that was not exported from here as rows of our worksheet. */
import { type ReadRow, rowsOfTable } from "#api/core/excel/reading.ts";
import { invalid } from "#api/core/refusals/refusal.ts";
import type { SourceFormat } from "#contract/products/source.ts";
import { productsSheet } from "#contract/products/workbook.ts";
import { assignedTranslator } from "./assigned.ts";
import { isShopify, shopifyTranslator } from "./shopify.ts";
import { headOf, type OwnRow, type Source, type Translator, titleOf } from "./source.ts";
import { isWooCommerce, wooCommerceTranslator } from "./woocommerce.ts";

/** The format of another program that the header row has; null for any other. */
export function formatOf(head: ReadRow): SourceFormat | null {
  if (isShopify(head)) return "shopify";
  return isWooCommerce(head) ? "woocommerce" : null;
}

const translators = { shopify: shopifyTranslator, woocommerce: wooCommerceTranslator };

export function translatorFor(head: ReadRow, source: Source): Translator {
  const translator = source.format === null ? assignedTranslator : translators[source.format];
  return translator(head, source);
}

/** @throws Refusal 422 if the table is empty */
export async function headIn(content: Buffer): Promise<{ head: ReadRow; first: readonly ReadRow[]; rows: number }> {
  let [head, rows]: [ReadRow | undefined, number] = [undefined, 0];
  const first: ReadRow[] = [];
  for await (const batch of rowsOfTable(content, productsSheet)) {
    head ??= headOf(batch);
    for (const row of batch) {
      if (head && row.number <= head.number) continue;
      rows++;
      if (first.length < examples) first.push(row);
    }
  }
  if (!head) throw invalid({ file: ["This file has no rows."] });
  return { head, first, rows };
}

const examples = 3;

export interface Translation {
  /** The rows, of which the first one is the header. */
  readonly rows: AsyncGenerator<readonly ReadRow[], void>;
  /** Returns the titles and counts of the whole file, after the last row. */
  summary(): { titles: Translator["sourceTitles"]; ignored: readonly string[]; leftOut: number };
}

/** The rows of the table with the columns of our worksheet, which begin with a header row. */
export function translated(content: Buffer, source: Source): Translation {
  let translator: Translator | undefined;
  async function* rows(): AsyncGenerator<readonly ReadRow[], void> {
    for await (const batch of rowsOfTable(content, productsSheet)) {
      const own: OwnRow[] = [];
      for (const row of batch) {
        if (row.number < source.headRow) continue;
        if (translator) own.push(...translator.next(row));
        else {
          translator = translatorFor(row, source);
          yield [ownHead(translator)];
        }
      }
      if (translator) yield own.map(inOrderOf(translator.titles));
    }
    if (translator) yield translator.end().map(inOrderOf(translator.titles));
  }
  return {
    rows: rows(),
    summary: () => ({
      titles: translator?.sourceTitles ?? {},
      ignored: translator?.ignored ?? [],
      leftOut: translator?.leftOut() ?? 0,
    }),
  };
}

export const ownHead = ({ titles }: Translator): ReadRow => ({ number: 1, cells: titles });

const inOrderOf =
  (titles: readonly string[]) =>
  ({ number, cells }: OwnRow): ReadRow => ({ number, cells: titles.map((title) => cells[title] ?? null) });

/** The texts of the first cells of a column, for people who are to say what it means. */
export const examplesOf = (first: readonly ReadRow[], place: number): string[] =>
  first.map(({ cells }) => shortened(textOf(cells[place] ?? null)));

const longestExample = 80;
const shortened = (text: string) => (text.length > longestExample ? `${text.slice(0, longestExample)}…` : text);

function textOf(cell: ReadRow["cells"][number]): string {
  if (cell === null) return "";
  if (typeof cell !== "object") return String(cell);
  return "date" in cell ? cell.date.slice(0, 10) : cell.error;
}

/** The titles of the columns, by their places. Untitled columns that have cells are named by their number. */
export const titlesIn = (head: ReadRow, first: readonly ReadRow[]): string[] => {
  const width = Math.max(...[head, ...first].map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, place) => titleOf(head.cells[place]));
};
