/** Changing many records at once: which of them, and what a preview shows. The areas declare what is changed. */
import { z } from "zod";
import { list, recordId } from "./fields.ts";

/** Records that are ticked in a list. */
export const mostChosen = 200;
/** Records that are changed at once. */
export const mostAtOnce = 20_000;
/** Records that the preview shows. */
export const mostPreviewed = 20;

type Which = { Ids: unknown[]; Filter?: unknown };
const isChosen = ({ Ids, Filter }: Which) => Ids.length > 0 || Boolean(Filter);

/**
 * The input of a change of many records, and of its preview: the ticked ones, or all that match a filter.
 * @param noun for the records, in the singular
 */
export const changeOf = <Filter extends z.ZodObject, Change extends z.ZodType>(
  noun: string,
  { filter, change }: { filter: Filter; change: Change },
) =>
  z
    .object({
      Ids: list(recordId, {
        max: mostChosen,
        tooMany: `Please choose at most ${mostChosen} ${noun}s, or all that match.`,
      }).default([]),
      /** All that match, unless `Ids` are given. */
      Filter: filter.nullish(),
      Change: change,
    })
    .refine(isChosen, { path: ["Ids"], message: chooseFirst(noun) });

/** Of a discriminated union, which has its own messages. */
export const chooseFirst = (noun: string) => `Please choose at least one ${noun}, or all that match.`;

const id = z.number().int();

export const manyPreview = z.object({
  /** Records that match and that the caller may change. */
  count: id,
  /** The first of them, by name, as they would be. */
  first: z.array(
    z.object({
      id,
      name: z.string(),
      /** Text that distinguishes it from others of its name, such as a SKU; may be empty. */
      about: z.string(),
      /** As text, prices inc GST. Empty if nothing changes. */
      changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
      /** Why it cannot be changed; null if it can. */
      why: z.string().nullable(),
    }),
  ),
});
export type ManyPreview = z.output<typeof manyPreview>;
