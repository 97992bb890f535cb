/** Messages for concurrent edits: each conflicting field shows the user's value and the other person's. */

import type { FormAnswer } from "#app/lib/form-answer.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { ChangedMeanwhile } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import type { Choice } from "#contract/enumerations.ts";
import { historyWayNames } from "#contract/history/names.ts";
import type { Address } from "#contract/locations/schema.ts";
import type { ChangedBy } from "#contract/problem.ts";
import type { RecordField, RecordFields } from "#contract/records/fields.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { inclusive } from "#contract/rules/money.ts";
import { nameOrSelf } from "#contract/rules/name-or-self.ts";
import { textOfHtml } from "#contract/rules/rich-text.ts";

export interface ConflictField {
  /** Name of the form's field, if it differs from the command's. */
  field?: string;
  display?(value: unknown, context: RequestContext): string | Promise<string>;
  /** Returns the whole message, for a value that is not shown, such as a key. */
  message?(theirs: unknown, context: RequestContext): string | Promise<string>;
}

/** By the command's fields; a function where their names are not known beforehand. */
export type ConflictFields = { [field: string]: ConflictField } | ((field: string) => ConflictField | undefined);

/** A concurrent edit. The form is shown again with the input; the next submission decides. */
export class EditConflict extends Error {
  constructor(
    readonly shown: string,
    readonly errors: NonNullable<FormAnswer["errors"]>,
  ) {
    super("others have changed the same fields");
  }
}

/**
 * @param yours the command's fields as sent
 * @param changed the current values of the conflicting fields, by the same names, and who has changed them
 */
export async function bothVersions(
  yours: object,
  { theirs, by = {} }: Pick<ChangedMeanwhile, "theirs" | "by">,
  conflictFields: ConflictFields = {},
  context: RequestContext,
): Promise<NonNullable<FormAnswer["errors"]>> {
  const ruleOf = (field: string) =>
    typeof conflictFields === "function" ? conflictFields(field) : conflictFields[field];
  const entries = Object.entries(theirs).map(async ([field, value]) => {
    const { field: name = field, display = plainly, message: whole } = ruleOf(field) ?? {};
    if (whole) return [name, { type: "theirs", message: await whole(value, context) }] as const;
    const [mine, other] = await Promise.all([
      display((yours as Record<string, unknown>)[field], context),
      display(value, context),
    ]);
    const who = await changedBy(by[field]);
    const message = `${who} while you had the form open. Yours: ${mine}. Theirs: ${other}. Save again to keep what is here now.`;
    return [name, { type: "theirs", message }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Such as “Mia Kerr changed this (import of stock.xlsx, 26 Nov 2026, 3:35 pm)”. */
async function changedBy(by: ChangedBy | undefined): Promise<string> {
  if (!by) return "Somebody else changed this";
  const way = nameOrSelf(historyWayNames, by.way).toLowerCase();
  const how = by.detail ? `${way} of ${by.detail}` : way;
  return `${by.userName ?? "The system"} changed this (${how}, ${formatMoment(by.at, await operatorZone())})`;
}

const longest = 120;

function plainly(value: unknown): string {
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
    return "nothing";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return short(value.map(plainly).join(", "));
  if (typeof value === "object") return Object.values(value).map(plainly).join(" – ");
  const text = String(value);
  return short(text.startsWith("<") ? textOfHtml(text) : text);
}

const short = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Displays a price, which is in dollars ex GST, inc GST. @param gstRate a fraction */
export const priceAt = (gstRate: number): ConflictField => ({
  display: (price) => (typeof price === "number" ? `$${inclusive(price, gstRate).toFixed(2)}` : "nothing"),
});

/** The same at the rate of taxable goods. */
export const priceConflict: ConflictField = {
  display: async (price, context) => priceAt((await configuration()).gstRate).display?.(price, context) ?? "",
};

export const imageConflict: ConflictField = { display: (id) => (id ? "a picture" : "no picture") };

/** Displays a value of an enumeration by its label. */
export const choiceConflict = (choices: readonly Choice[]): ConflictField => ({
  display: (value) => choices.find((each) => each.value === value)?.displayName ?? "nothing",
});

/** Displays the values of these fields, by the names of their commands, where plain text would not do. */
export const conflictsOf = (fields: RecordFields, price = priceConflict): Record<string, ConflictField> =>
  Object.fromEntries(
    Object.values(fields).flatMap((field) => {
      const conflict = conflictOf(field, price);
      return conflict ? [[field.command, conflict]] : [];
    }),
  );

function conflictOf(field: RecordField, price: ConflictField): ConflictField | undefined {
  if (field.kind === "priceExGst") return price;
  if (field.kind === "choice") return { display: (value) => field.names[String(value)] ?? field.none ?? "nothing" };
  if (field.kind === "image") return imageConflict;
  return field.kind === "enumeration" ? choiceConflict(field.from) : undefined;
}

/** Displays an address, which is a single value of its command. @param now loads the current address */
export const addressConflict = (
  now: (context: RequestContext) => Promise<Address | null | undefined>,
): ConflictField => ({
  field: "streetAddress",
  display: async (id, context) => {
    const address = await now(context);
    if (!address || address.id !== id) return "what is in these fields";
    return [
      address.unitNumber,
      address.streetAddress,
      address.streetAddress2,
      address.city,
      address.state,
      address.postCode,
    ]
      .filter(Boolean)
      .join(", ");
  },
});
