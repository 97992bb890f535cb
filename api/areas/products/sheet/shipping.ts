/** The columns of a product worksheet about shipping. They belong to products, not to variants. */
import { pick } from "#api/areas/products/pick-fields.ts";
import type { StoredProduct, Work } from "#api/areas/products/policy.ts";
import { type ShippingInput, saveShipping, shippingFields } from "#api/areas/products/shipping.ts";
import { ruleCalled, ruleNameOf } from "#api/areas/products/shipping-rule-names.ts";
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
import type { ProductColumn } from "#contract/products/workbook.ts";
import { exclusive, inclusive } from "#contract/rules/money.ts";
import { isClear, type Shown } from "./fields.ts";
import { columnOf, from, wrong } from "./row-cells.ts";
import type { SheetRow } from "./rows.ts";

type Stored = Pick<StoredProduct, (typeof shippingFields)[number]>;

interface ShippingField {
  readonly column: ProductColumn;
  readonly kind: "text" | "number" | "money";
  readonly width: number;
  readonly note: string;
  /** @param ruleName the name of the product's shipping rule */
  shown(stored: Stored, terms: { gstRate: number; ruleName: string | null }): Shown;
}

const clear = "To clear it, enter (clear).";
const methodName = (method: number | null) => shippingMethods.find(({ value }) => value === method)?.displayName;

export const shippingColumns: readonly ShippingField[] = [
  {
    column: "ShippingMethod",
    kind: "text",
    width: 18,
    note: `${shippingMethods.map(({ displayName }) => displayName).join(", ")}.`,
    shown: ({ shippingMethod }) => methodName(shippingMethod),
  },
  {
    column: "ShippingRule",
    kind: "text",
    width: 24,
    note: "For the method Shipping rule: the rule's name or number.",
    shown: (_, { ruleName }) => ruleName ?? undefined,
  },
  {
    column: "DomesticRate",
    kind: "money",
    width: 14,
    note: "For the method Flat rate per item: dollars inc GST, for orders in Australia.",
    shown: ({ domesticFlatRate }, { gstRate }) => inclusive(domesticFlatRate, gstRate) ?? undefined,
  },
  {
    column: "InternationalRate",
    kind: "money",
    width: 17,
    note: `For the method Flat rate per item: dollars inc GST. Empty if it is not shipped abroad. ${clear}`,
    shown: ({ allowShippingInternationally, internationalFlatRate }, { gstRate }) =>
      allowShippingInternationally ? (inclusive(internationalFlatRate, gstRate) ?? undefined) : undefined,
  },
  {
    column: "ShippingNotes",
    kind: "text",
    width: 40,
    note: "How long shipping takes, and other instructions.",
    shown: ({ shippingNotes }) => shippingNotes || undefined,
  },
  {
    column: "HandlingDays",
    kind: "number",
    width: 13,
    note: `Working days until it leaves. Empty for those of its supplier. ${clear}`,
    shown: ({ handlingDays }) => handlingDays ?? undefined,
  },
];

export const shippingTitles: readonly ProductColumn[] = shippingColumns.map(({ column }) => column);

/**
 * Applies what the cells change of the product's shipping. Returns whether they differ from what is stored.
 * @throws Problems
 */
export async function changeShipping(work: Work, row: SheetRow, product: StoredProduct): Promise<boolean> {
  if (shippingTitles.every((column) => isBlank(row.cell(column)))) return false;
  const stored = pick(product, shippingFields);
  const terms = { gstRate: work.config.gstRate, ruleName: await ruleNameOf(work.db, stored.shippingRuleId) };
  const problems: Problem[] = [];
  const wanted = await requestedIn(work, row, product, terms, problems);
  if (wanted === undefined) {
    refuseRows(problems);
    return false;
  }
  const { ProductId: _, ...fields } = updateProductShippingMethod.shape;
  for (const [field, schema] of Object.entries(fields)) {
    const issue = schema.safeParse(wanted[field as keyof typeof wanted]).error?.issues[0];
    const column = columnOf[field] ?? "ShippingMethod";
    if (issue && !problems.some((each) => each.column === column)) problems.push(wrong(row, column, issue.message));
  }
  problems.push(...lostIn(row, wanted));
  refuseRows(problems);
  await saveShipping(work, product, wanted);
  return true;
}

/** Undefined if the cells show what is stored. */
async function requestedIn(
  work: Work,
  row: SheetRow,
  product: StoredProduct,
  terms: { gstRate: number; ruleName: string | null },
  problems: Problem[],
): Promise<ShippingInput | undefined> {
  const { gstRate } = terms;
  const stored = pick(product, shippingFields);
  const wanted: ShippingInput = { ...productShipping(stored) } as ShippingInput;
  let isChanged = false;
  /** Calls `set` with a cell that differs from what is stored. */
  const read = (column: ProductColumn, set: (cell: ReadCell) => void) => {
    const field = shippingColumns.find((each) => each.column === column);
    const cell = row.cell(column);
    if (isBlank(cell) || !field) return;
    from(row, column, problems, () => {
      if (isSame(cell, field.shown(stored, terms))) return;
      isChanged = true;
      set(cell);
    });
  };
  const notCleared = (cell: ReadCell) => {
    if (isClear(cell)) throw new WrongCell("This cannot be cleared.");
    return cell;
  };
  read("ShippingMethod", (cell) => {
    wanted.ShippingMethod = choiceIn(notCleared(cell), shippingMethods, shippingMethods, "shipping method");
  });
  read("DomesticRate", (cell) => {
    wanted.DomesticFlatRate = exclusive(amountIn(notCleared(cell)), gstRate);
    if (isBlank(row.cell("ShippingMethod")) && stored.shippingMethod === null)
      wanted.ShippingMethod = ShippingMethod.flatRate;
  });
  read("InternationalRate", (cell) => {
    wanted.AllowShippingInternationally = !isClear(cell);
    wanted.InternationalFlatRate = isClear(cell) ? null : exclusive(amountIn(cell), gstRate);
  });
  read("ShippingNotes", (cell) => {
    wanted.ShippingNotes = excelText(textIn(notCleared(cell))).trim();
  });
  read("HandlingDays", (cell) => {
    wanted.HandlingDays = isClear(cell) ? null : wholeNumber(cell);
  });
  let ruleText: string | undefined;
  read("ShippingRule", (cell) => {
    ruleText = textIn(notCleared(cell));
    if (isBlank(row.cell("ShippingMethod")) && stored.shippingMethod === null)
      wanted.ShippingMethod = ShippingMethod.rule;
  });
  if (ruleText !== undefined) {
    const { id, why } = await ruleCalled(work.db, product.supplierId, ruleText);
    if (why) problems.push(wrong(row, "ShippingRule", why));
    else wanted.ShippingRuleId = id ?? null;
  }
  return isChanged ? wanted : undefined;
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
