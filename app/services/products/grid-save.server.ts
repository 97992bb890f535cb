/** Saves the rows of the grid that were changed, and shows those again that were refused. */

import type { FormAnswer, FormValues } from "#app/lib/form-answer.ts";
import { byField } from "#app/lib/form-answer.ts";
import { countOf, were } from "#app/lib/format.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { type CommandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { conflictsOf, priceAt } from "#app/services/forms/edit-conflicts.server.ts";
import { savedMessage } from "#app/services/forms/saved-message.server.ts";
import { errorsInRow, sendRows } from "#app/services/forms/send-rows.server.ts";
import { undoAddress } from "#app/services/forms/undo-path.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { redirectWithSuccess } from "#app/services/request/toast.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import type { SentInput } from "#contract/operation.ts";
import { productMessages } from "#contract/products/commands.ts";
import { gridColumns, gridFields } from "#contract/products/fields.ts";
import {
  type GridAnswer,
  type GridField,
  type GridRow,
  mostGridRows,
  type RefusedRow,
} from "#contract/products/grid.ts";
import { products } from "#contract/products/operations.ts";
import { typedOf } from "#contract/records/schemas.ts";
import { changedFields, type EditRules, readShown } from "#contract/rules/edits.ts";
import { mapped } from "#contract/rules/keys-of.ts";
import { exclusive, inclusive } from "#contract/rules/money.ts";
import { rateOf, repriced, taxClassOf } from "#contract/rules/tax-class.ts";
import { keyOf, moneyFields, pageOfGrid, type ShownRow, shownRows } from "./grid.server.ts";

/** Rules that compare fields are those of the API, which applies them to what is changed alone. */
const readers = typedOf(gridFields);
const fieldNames: readonly string[] = [...gridColumns.map(({ command }) => command), "SkuIsShared"];

type SentRow = SentInput<typeof products.saveGrid>["Rows"][number];
type Errors = NonNullable<FormAnswer["errors"]>;

interface PostedRow {
  key: string;
  productId: number;
  variantId: number | null;
  /** By field; a box that is not ticked is missing. */
  typed: Record<string, string>;
  shown: string;
}

function postedRows(typed: FormValues): PostedRow[] {
  const rows = new Map<string, PostedRow>();
  for (const [name, value] of Object.entries(typed)) {
    const [, key, product, variant, field] = /^(P(\d{1,9})(?:V(\d{1,9}))?)\.(\w+)$/.exec(name) ?? [];
    if (!key || !field || typeof value !== "string") continue;
    const row = rows.get(key) ?? {
      key,
      productId: Number(product),
      variantId: variant === undefined ? null : Number(variant),
      typed: {},
      shown: "",
    };
    if (field === "Shown") row.shown = value;
    else row.typed[field] = value;
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** Returns the changed fields of a row as the API takes them, or the messages about those that it could not read. */
function changeIn({ key, typed, shown }: PostedRow, rates: Rates): { sent?: Partial<SentRow>; errors: Errors } {
  const shownFields = readShown(shown);
  const values: Partial<Record<GridField, unknown>> = {};
  const errors: Errors = {};
  for (const { command: field, kind } of gridColumns) {
    const text = typed[field];
    if (kind === "yesNo") values[field] = text !== undefined;
    else if (text === undefined || !shownFields.has(field)) continue;
    else {
      const read = readers[field].safeParse(text);
      if (read.success) values[field] = sentValue(field, read.data, rates.before);
      else errors[`${key}.${field}`] = { type: "typed", message: read.error.issues[0]?.message ?? "" };
    }
  }
  if (Object.keys(errors).length > 0) return { errors };
  const changed = changedFields(values, shownFields, rulesOf(rates.before)) as Partial<SentRow>;
  const sent = mapped(changed, (field) => {
    const value = changed[field];
    return moneyFields.includes(field) && typeof value === "number" ? repriced(value, rates) : value;
  }) as Partial<SentRow>;
  return Object.keys(sent).length > 0 ? { sent, errors } : { errors };
}

/** The rates of GST in the prices of a product, before and after its row changes the tax class. */
interface Rates {
  before: number;
  after: number;
}

function ratesFor(rows: readonly GridRow[], posted: readonly PostedRow[], gstRate: number): (id: number) => Rates {
  return (id) => {
    const product = rows.find(({ productId }) => productId === id);
    const typed = posted.find(({ productId, variantId }) => productId === id && variantId === null)?.typed.TaxClass;
    const own = typed === undefined ? undefined : readers.TaxClass.safeParse(typed).data;
    const after = own === undefined ? product?.appliedTaxClass : taxClassOf(own, product?.typeTaxClass);
    return { before: rateOf(product?.appliedTaxClass, gstRate), after: rateOf(after, gstRate) };
  };
}

const rulesOf = (gstRate: number): EditRules => ({
  amounts: moneyFields,
  isSameAmount: (sent, shown) => inclusive(sent, gstRate) === inclusive(shown, gstRate),
});

function sentValue(field: GridField, value: string | number | null, gstRate: number): string | number | null {
  // As on the page of the product, 0 means that there is no sale price.
  if (field === "SalePrice" && value === 0) return null;
  return moneyFields.includes(field) && typeof value === "number" ? exclusive(value, gstRate) : value;
}

const save = (context: RequestContext, id: string, Rows: SentRow[]) =>
  sendRows<GridAnswer>(id, (about) => context.api(products.saveGrid, { ...about, Rows }));

async function errorsOf(
  refused: RefusedRow,
  sent: SentRow | undefined,
  gstRate: number,
  context: RequestContext,
): Promise<Errors> {
  const key = keyOf(refused);
  const ofRow = await errorsInRow(refused, sent, conflictsOf(gridFields, priceAt(gstRate)), context);
  const named = Object.entries(ofRow).map(([field, error]) => [
    `${key}.${fieldNames.includes(field) ? field : "Row"}`,
    error,
  ]);
  return named.length > 0
    ? Object.fromEntries(named)
    : { [`${key}.Row`]: { type: "server", message: refused.message } };
}

/** The fields as they are shown after some rows were refused: those as they were typed, the others as they are now. */
function shownAgain(
  typed: FormValues,
  rows: readonly ShownRow[],
  refused: ReadonlyMap<string, string | undefined>,
): FormValues {
  const values: FormValues = { ...typed, Id: newCommandId() };
  for (const { key, cells, shown } of rows) {
    const isRefused = refused.has(key);
    values[`${key}.Shown`] = isRefused ? (refused.get(key) ?? String(typed[`${key}.Shown`] ?? shown)) : shown;
    if (isRefused) continue;
    for (const [field, text] of Object.entries(cells)) values[`${key}.${field}`] = text;
    if (cells.IsActive === "") delete values[`${key}.IsActive`];
  }
  return values;
}

async function run(form: FormData, id: string, context: RequestContext) {
  const { gstRate } = await configuration();
  const typed = byField([...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  const posted = postedRows(typed);
  if (posted.length > mostGridRows)
    return { failure: `Please save at most ${mostGridRows} rows at once. Nothing was saved.`, status: 422 };
  const Ids = [...new Set(posted.map(({ productId }) => productId))];
  const ratesOf = ratesFor((await context.api(products.grid, { Ids })).rows, posted, gstRate);
  let errors: Errors = {};
  const sent = new Map<string, SentRow>();
  for (const row of posted) {
    const change = changeIn(row, ratesOf(row.productId));
    errors = { ...errors, ...change.errors };
    if (change.sent)
      sent.set(row.key, {
        ProductId: row.productId,
        VariantId: row.variantId,
        Shown: row.shown,
        ...("ExternalSku" in change.sent && { SkuIsShared: row.typed.SkuIsShared === "yes" }),
        ...change.sent,
      });
  }
  const rows = [...sent.values()];
  const answer = rows.length > 0 ? await save(context, id, rows) : { savedCount: 0, refused: [], id };
  for (const row of answer.refused)
    errors = { ...errors, ...(await errorsOf(row, sent.get(keyOf(row)), ratesOf(row.productId).before, context)) };
  if (Object.keys(errors).length === 0) return saved(context, answer.id, answer.savedCount);
  const refused = new Map<string, string | undefined>();
  for (const name of Object.keys(errors)) refused.set(name.slice(0, name.indexOf(".")), undefined);
  for (const row of answer.refused) refused.set(keyOf(row), row.shown);
  const found = shownRows((await context.api(products.grid, { Ids })).rows, gstRate);
  return {
    errors: inOrder(errors, posted),
    failure: outcome(answer.savedCount, refused.size),
    values: shownAgain(typed, found, refused),
    rows: found,
    undoPath: answer.savedCount > 0 ? await undoPath(context, answer.id) : undefined,
    status: 422,
  };
}

const outcome = (saved: number, refused: number) =>
  saved === 0
    ? `${countOf(refused, "row")} ${were(refused)} not saved.`
    : `${countOf(saved, "row")} ${were(saved)} saved, ${refused} ${were(refused)} not.`;

/** In the order of the rows and their cells. */
function inOrder(errors: Errors, posted: readonly PostedRow[]): Errors {
  const names = posted.flatMap(({ key }) => [...fieldNames, "Row"].map((field) => `${key}.${field}`));
  return Object.fromEntries(names.flatMap((name) => (errors[name] ? [[name, errors[name]]] : [])));
}

async function saved(context: RequestContext, id: string, count: number): Promise<Response> {
  const back = `${manyPaths.editProducts()}${context.url.search}`;
  if (count === 0) return redirectWithSuccess(back, "Nothing was changed, so there was nothing to save.");
  const message = await savedMessage(`${countOf(count, "row")} ${were(count)} saved.`, context);
  return redirectWithSuccess(back, message, await undoPath(context, id));
}

async function undoPath(context: RequestContext, id: string): Promise<string | undefined> {
  if (!(await hasFeature("history"))) return undefined;
  const search = context.url.search || `?${pageOfGrid}=1`;
  return undoAddress(id, `${manyPaths.editProducts()}${search}`);
}

export const gridForms: Record<string, CommandForm> = {
  grid: {
    uploads: {},
    secretFields: [],
    notSaved: productMessages.notSaved,
    refresh: (typed) => typed,
    run,
  },
};
