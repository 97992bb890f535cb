/** Changes of records, with their author and the former values. */
import { z } from "zod";
import { recordId, zonedMoment } from "#contract/fields.ts";
import { historyRecords } from "./records.ts";

export const historySortFields = ["at"] as const;

export const historyFilters = z.object({
  /** Without it all records, for administrators alone. */
  record: z.enum(historyRecords).optional(),
  /** Of the record; only together with `record`. */
  recordId: recordId.optional(),
  /** A user, a key, a shop or a stock feed. */
  userId: recordId.optional(),
  /** A table and a column, as in the `fields` of `historyOptions`. */
  field: z
    .string()
    .max(121)
    .regex(/^[a-z_]{1,60}\.[a-z_0-9]{1,60}$/)
    .optional(),
  /** Start and end of the period, UTC, inclusive. */
  fromDate: zonedMoment.optional(),
  toDate: zonedMoment.optional(),
});

const id = z.number().int();

export const historyRow = z.object({
  id,
  /** UTC. */
  at: z.string(),
  /** The person, key, shop or feed; null for the system. */
  userName: z.string().nullable(),
  /** One of `historyWays`. */
  way: z.string(),
  /** The name of an imported file; empty for none. */
  detail: z.string(),
  record: z.enum(historyRecords),
  recordId: id,
  /** Null if it does not exist any more. */
  recordName: z.string().nullable(),
  /** The changed part of the record, such as "Variant Red"; empty for the record itself. */
  part: z.string(),
  kind: z.enum(["added", "changed", "removed"]),
  fields: z.array(
    z.object({
      label: z.string(),
      /** As text; a moment in ISO 8601 (UTC) if `isMoment`. Null for nothing. */
      before: z.string().nullable(),
      after: z.string().nullable(),
      isMoment: z.boolean().optional(),
    }),
  ),
  /** The command or process with which the caller can undo the change; null if they cannot. */
  undo: z
    .object({ id: z.guid(), by: z.enum(["command", "products", "shipments", "suppliers"]) })
    .nullable()
    .default(null),
});
export type HistoryRow = z.output<typeof historyRow>;

/** The options of the filters, for one record or for all. */
export const historyOptions = z.object({
  /** The name of the record; null without one. */
  recordName: z.string().nullable(),
  people: z.array(z.object({ id, name: z.string() })),
  /** `value` as in the filter. */
  fields: z.array(z.object({ value: z.string(), label: z.string() })),
});
