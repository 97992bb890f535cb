/** The columns of a product worksheet about shipping. They belong to products, not to variants. */
import { pick } from "#api/areas/products/pick-fields.ts";
import type { StoredProduct, Work } from "#api/areas/products/policy.ts";
import { type ShippingInput, type StoredShipping, saveShipping, shippingKeys } from "#api/areas/products/shipping.ts";
import { ruleCalled, ruleNameOf } from "#api/areas/products/shipping-rule-names.ts";
import { price } from "#api/areas/products/source/cells.ts";
import {
  amountIn,
  choiceIn,
  isBlank,
  type Problem,
  refuseRows,
  textIn,
  WrongCell,
  wholeNumber,
} from "#api/core/excel/cells.ts";
import type { ReadCell } from "#api/core/excel/reading.ts";
import { excelText } from "#api/core/excel/sheet.ts";
import { ShippingMethod, shippingMethods } from "#contract/enumerations.ts";
import { updateProductShippingMethod } from "#contract/products/commands.ts";
import { productShipping } from "#contract/products/edits.ts";
import { shippingFields } from "#contract/products/fields.ts";
import type { ProductColumn } from "#contract/products/workbook.ts";
import { exclusive, inclusive } from "#contract/rules/money.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { isClear, type Shown, type Terms } from "./fields.ts";
import { columnOf, from, wrong } from "./row-cells.ts";
import type { SheetRow } from "./rows.ts";

interface ShippingField {
  readonly column: ProductColumn;
  readonly kind: "text" | "number" | "money";
  readonly width: number;
  readonly note: string;
  /** @param ruleName the name of the product's shipping rule */
  shown(stored: StoredShipping, terms: { gstRate: number; ruleName: string | null }): Shown;
  /**
   * Adds what the cell says to the command. The rule is looked up afterwards.
   * @throws WrongCell
   */
  read?(cell: ReadCell, wanted: ShippingInput, gstRate: number): void;
  readonly canBeCleared?: true;
}

const methodName = (method: number | null) => shippingMethods.find(({ value }) => value === method)?.displayName;

export const shippingColumns: readonly ShippingField[] = [
  {
    ...shippingFields.shippingMethod.sheet,
    kind: "text",
    shown: ({ shippingMethod }) => methodName(shippingMethod),
    read(cell, wanted) {
      wanted.ShippingMethod = choiceIn(cell, shippingMethods, shippingMethods, "shipping method");
    },
  },
  {
    ...shippingFields.shippingRuleId.sheet,
    kind: "text",
    shown: (_, { ruleName }) => ruleName ?? undefined,
  },
  {
    ...shippingFields.domesticFlatRate.sheet,
    kind: "money",
    shown: ({ domesticFlatRate }, { gstRate }) => inclusive(domesticFlatRate, gstRate) ?? undefined,
    read(cell, wanted, gstRate) {
      wanted.DomesticFlatRate = exclusive(amountIn(cell), gstRate);
    },
  },
  {
    ...shippingFields.internationalFlatRate.sheet,
    kind: "money",
    shown: ({ allowShippingInternationally, internationalFlatRate }, { gstRate }) =>
      allowShippingInternationally ? (inclusive(internationalFlatRate, gstRate) ?? undefined) : undefined,
    read(cell, wanted, gstRate) {
      wanted.AllowShippingInternationally = !isClear(cell);
      wanted.InternationalFlatRate = isClear(cell) ? null : exclusive(amountIn(cell), gstRate);
    },
    canBeCleared: true,
  },
  {
    ...shippingFields.shippingNotes.sheet,
    kind: "text",
    shown: ({ shippingNotes }) => shippingNotes || undefined,
    read(cell, wanted) {
      wanted.ShippingNotes = excelText(textIn(cell)).trim();
    },
  },
  {
    ...shippingFields.handlingDays.sheet,
    kind: "number",
    shown: ({ handlingDays }) => handlingDays ?? undefined,
    read(cell, wanted) {
      wanted.HandlingDays = isClear(cell) ? null : wholeNumber(cell);
    },
    canBeCleared: true,
  },
];

export const shippingTitles: readonly ProductColumn[] = shippingColumns.map(({ column }) => column);

/**
 * Applies what the cells change of the product's shipping. Returns whether they differ from what is stored.
 * @throws Problems
 */
export async function changeShipping(
  work: Work,
  row: SheetRow,
  product: StoredProduct,
  { areExGst }: Pick<Terms, "areExGst">,
): Promise<boolean> {
  const written = shippingColumns.filter(({ column }) => !isBlank(row.cell(column)));
  if (written.length === 0) return false;
  const gstRate = rateOf(product.appliedTaxClass, work.config.gstRate);
  const stored = pick(product, shippingKeys);
  const cellOf = ({ column, kind }: ShippingField) =>
    kind === "money" ? price(row.cell(column), { isInclusive: !areExGst, gstRate }) : row.cell(column);
  const terms = { gstRate, ruleName: await ruleNameOf(work.db, stored.shippingRuleId) };
  const problems: Problem[] = [];
  const edited = written.filter((field) =>
    from(row, field.column, problems, () => !isSame(cellOf(field), field.shown(stored, terms))),
  );
  const wanted: ShippingInput = { ...productShipping(stored) } as ShippingInput;
  for (const field of edited)
    from(row, field.column, problems, () => {
      if (isClear(row.cell(field.column)) && !field.canBeCleared) throw new WrongCell("This cannot be cleared.");
      field.read?.(cellOf(field), wanted, gstRate);
    });
  const isRight = (title: ProductColumn) =>
    edited.some(({ column }) => column === title) && !problems.some(({ column }) => column === title);
  if (isBlank(row.cell("ShippingMethod")) && stored.shippingMethod === null) {
    if (isRight("DomesticRate")) wanted.ShippingMethod = ShippingMethod.flatRate;
    if (isRight("ShippingRule")) wanted.ShippingMethod = ShippingMethod.rule;
  }
  if (isRight("ShippingRule")) {
    const { id, why } = await ruleCalled(work.db, product.supplierId, textIn(row.cell("ShippingRule")));
    if (why) problems.push(wrong(row, "ShippingRule", why));
    else wanted.ShippingRuleId = id ?? null;
  }
  if (edited.length > 0) problems.push(...invalidIn(row, wanted, problems), ...lostIn(row, wanted));
  refuseRows(problems);
  if (edited.length > 0) await saveShipping(work, product, wanted);
  return edited.length > 0;
}

/** What the form would refuse, in columns that are right otherwise. */
function invalidIn(row: SheetRow, wanted: ShippingInput, known: readonly Problem[]): Problem[] {
  const { ProductId: _, ...fields } = updateProductShippingMethod.shape;
  return Object.entries(fields).flatMap(([field, schema]) => {
    const issue = schema.safeParse(wanted[field as keyof typeof wanted]).error?.issues[0];
    const column = columnOf[field] ?? "ShippingMethod";
    return issue && !known.some((each) => each.column === column) ? [wrong(row, column, issue.message)] : [];
  });
}

function isSame(cell: ReadCell, shown: Shown): boolean {
  if (typeof shown === "number" && typeof cell !== "number") return textIn(cell) === String(shown);
  return typeof shown === "string" ? excelText(textIn(cell)).trim() === excelText(shown).trim() : cell === shown;
}

/** Cells that the method does not use are reported, not ignored. */
function lostIn(row: SheetRow, { ShippingMethod: method }: ShippingInput): Problem[] {
  const flat: readonly ProductColumn[] = ["DomesticRate", "InternationalRate"];
  const isWritten = (column: ProductColumn) => !isBlank(row.cell(column)) && !isClear(row.cell(column));
  return [
    ...(method === ShippingMethod.flatRate ? [] : flat.filter(isWritten)).map((column) =>
      wrong(row, column, `Only for the method ${methodName(ShippingMethod.flatRate)}.`),
    ),
    ...(method !== ShippingMethod.rule && isWritten("ShippingRule")
      ? [wrong(row, "ShippingRule", `Only for the method ${methodName(ShippingMethod.rule)}.`)]
      : []),
  ];
}
