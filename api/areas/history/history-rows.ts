/** Turns stored changes into what people read: names instead of ids, and values as the screens show them. */
import { sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import type { changes } from "#api/core/database/schema/index.ts";
import type { Field, Kind } from "#api/core/history/fields.ts";
import { knownNames, unnamedOperator } from "#api/core/history/known-names.ts";
import { partOf, recordedByName } from "#api/core/history/records/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { HistoryRow } from "#contract/history/schema.ts";
import { inclusive } from "#contract/rules/money.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { recordNames } from "./records.ts";
import { Mentions } from "./references.ts";
import { taxClassesIn } from "./tax-classes.ts";
import { maySee } from "./visible-parts.ts";

export type StoredChange = typeof changes.$inferSelect;

type Reader = Pick<Context, "db" | "caller" | "config">;

type NameOf = Awaited<ReturnType<Mentions["names"]>>;

/** Returns changes as people read them, in their order. */
export async function historyRows(context: Reader, stored: readonly StoredChange[]): Promise<HistoryRow[]> {
  const { db } = context;
  const mentions = new Mentions();
  for (const change of stored) mention(change, mentions);
  const nameInAll = await mentions.names(db);
  const isKnown = await knownNames(db, context.caller, stored, mentions.people());
  const names = await recordNames(db, stored);
  const parts = await partNames(db, stored);
  const taxClassIn = await taxClassesIn(db, stored);
  return stored.map((change) => {
    const record = change.record;
    const nameOf: NameOf = (kind, id) =>
      kind === "user" && !isKnown(change, Number(id)) ? unnamedOperator : nameInAll(kind, id);
    return {
      id: change.id,
      at: change.at.toISOString(),
      userName: change.userId === null ? null : (nameOf("user", change.userId) ?? `No. ${change.userId}`),
      way: change.way,
      detail: change.detail,
      record,
      recordId: change.recordId,
      recordName: names.get(`${record} ${change.recordId}`) ?? null,
      part: partText(change, nameOf, parts),
      kind: change.kind,
      undo: null,
      fields: fieldsOf(context, change, nameOf, taxClassIn),
    };
  });
}

const columnsOf = ({ before, after }: StoredChange): string[] => [
  ...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]),
];

const referenceOf = (kind: Kind | undefined) => (typeof kind === "object" && "ref" in kind ? kind.ref : undefined);

function mention(change: StoredChange, mentions: Mentions): void {
  const { tableName, before, after, userId } = change;
  const table = recordedByName.get(tableName);
  mentions.add("user", userId);
  if (table?.namedBy?.ref) mentions.add(table.namedBy.ref, valueIn(change, table.namedBy.column));
  for (const column of columnsOf(change)) {
    const reference = referenceOf(table?.fields[column]?.kind);
    if (!reference) continue;
    mentions.add(reference, before?.[column]);
    mentions.add(reference, after?.[column]);
  }
}

const valueIn = ({ key, before, after }: StoredChange, column: string): unknown =>
  key[column] ?? after?.[column] ?? before?.[column];

/** The names of parts that their own rows have, by table and key. */
async function partNames(db: Db, stored: readonly StoredChange[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [tableName, { namedBy }] of recordedByName) {
    if (!namedBy || namedBy.ref) continue;
    const nameless = stored.filter(
      (each) => each.tableName === tableName && valueIn(each, namedBy.column) === undefined,
    );
    const [keyColumn] = Object.keys(nameless[0]?.key ?? {});
    if (keyColumn === undefined) continue;
    const ids = [...new Set(nameless.map(({ key }) => Number(key[keyColumn])))];
    const { rows } = await db.execute<{ id: number; name: string }>(sql`
      select ${sql.identifier(keyColumn)} as id, ${sql.identifier(namedBy.column)} as name
      from ${sql.identifier(tableName)} where ${sql.identifier(keyColumn)} = any(${sql.param(ids)}::int[])`);
    for (const { id, name } of rows) names.set(`${tableName} ${id}`, name);
  }
  return names;
}

function partText(change: StoredChange, nameOf: NameOf, parts: ReadonlyMap<string, string>): string {
  const { tableName, key } = change;
  const part = partOf(tableName, change.record);
  if (part === "") return "";
  const namedBy = recordedByName.get(tableName)?.namedBy;
  if (!namedBy) return part;
  const value = valueIn(change, namedBy.column);
  const stored = namedBy.ref === undefined ? value : undefined;
  const name =
    (namedBy.ref && nameOf(namedBy.ref, value)) ??
    stored ??
    parts.get(`${tableName} ${Object.values(key)[0]}`) ??
    nameLeft(change) ??
    Object.values(key).at(-1);
  return `${part} “${String(name)}”`;
}

/** The name in the change of a row that has been removed since. */
function nameLeft({ before, after }: StoredChange): unknown {
  const values = before ?? after;
  return values?.name || values?.external_sku || values?.value || values?.product_name || undefined;
}

type TaxClassIn = Awaited<ReturnType<typeof taxClassesIn>>;

function fieldsOf(context: Reader, change: StoredChange, nameOf: NameOf, taxClassIn: TaxClassIn): HistoryRow["fields"] {
  const { before, after, tableName } = change;
  const known = recordedByName.get(tableName)?.fields ?? {};
  // In the order of the screens.
  return Object.entries(known).flatMap(([column, field]) => {
    const isThere = (before && column in before) || (after && column in after);
    if (!isThere || !isSeen(context, change, field)) return [];
    const text = (side: "before" | "after") =>
      textOf(field, change[side]?.[column], nameOf, rateOf(taxClassIn(change, side), context.config.gstRate));
    const [was, is] = [text("before"), text("after")];
    // A price ex GST that follows its tax class is the same price for customers.
    if (field.kind === "priceExGst" && was === is) return [];
    return [
      {
        label: field.label,
        ...shortened(was, is),
        ...(field.kind === "moment" && { isMoment: true }),
      },
    ];
  });
}

/** Bank details of other records are settings, which only those see who see settings. */
function isSeen({ caller }: Reader, { record, recordId }: StoredChange, { seenBy }: Field): boolean {
  if (seenBy === "operators") return caller.seesAllSuppliers;
  return seenBy === undefined || record !== "supplier" || maySee(caller, recordId, seenBy);
}

const longest = 300;
/** Characters shown before the first difference. */
const lead = 60;

/** Cuts long texts. Where they differ far behind their start, both begin shortly before that. */
function shortened(before: string | null, after: string | null) {
  let same = 0;
  if (before !== null && after !== null) while (same < before.length && before[same] === after[same]) same++;
  const start = same > longest / 2 && Math.max(before?.length ?? 0, after?.length ?? 0) > longest ? same - lead : 0;
  const cut = (text: string | null) => {
    if (text === null) return null;
    const from = start > 0 ? `…${text.slice(start)}` : text;
    return from.length > longest ? `${from.slice(0, longest - 1)}…` : from;
  };
  return { before: cut(before), after: cut(after) };
}

/** Null for nothing. */
function textOf({ kind }: Field, value: unknown, nameOf: NameOf, gstRate: number): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof kind === "object") {
    if ("ref" in kind) return nameOf(kind.ref, value) ?? `No. ${String(value)}`;
    if ("choice" in kind)
      return [value]
        .flat()
        .map((one) => chosenName(kind.choice, one))
        .join(", ");
    if ("object" in kind) return pairs(Object.entries(value).map(([name, each]) => [kind.object[name] ?? name, each]));
    const bits = kind.bits.filter((each) => (Number(value) & each.value) !== 0);
    return bits.map(({ displayName }) => displayName).join(", ") || "None";
  }
  return plainTextOf(kind, value, gstRate);
}

const chosenName = (choices: readonly { value: unknown; displayName: string }[], value: unknown): string =>
  choices.find((each) => each.value === value)?.displayName ?? String(value);

const pairs = (named: readonly (readonly [string, unknown])[]): string =>
  named.map(([name, value]) => `${name}: ${String(value)}`).join(", ");

function plainTextOf(kind: Exclude<Kind, object>, value: unknown, gstRate: number): string {
  switch (kind) {
    case "yesNo":
      return value === true ? "Yes" : "No";
    case "priceExGst":
      return dollars(inclusive(Number(value), gstRate));
    case "dollars":
      return dollars(Number(value));
    case "fraction":
      return `${Number((Number(value) * 100).toFixed(4))}%`;
    case "day":
      return String(value).split("-").reverse().join("/");
    case "moment":
      return new Date(String(value)).toISOString();
    case "html":
      return String(value)
        .replace(/<[^<>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim();
    case "list":
      return Array.isArray(value) ? value.join(", ") : String(value);
    case "options":
      return pairs((value as { name: string; value: string }[]).map((option) => [option.name, option.value]));
    default:
      return String(value);
  }
}

const dollars = (amount: number) => `${amount < 0 ? "-" : ""}$${Math.abs(amount).toFixed(2)}`;
