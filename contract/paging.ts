import { z } from "zod";
import { yesNo } from "./fields.ts";

export const sortDirections = ["Ascending", "Descending"] as const;
export type SortDirection = (typeof sortDirections)[number];

/** 20 rows everywhere but in the approvals. */
export const pageSize = 20;
/** What a picker asks for: every row there is. */
export const pickerPageSize = 10_000;

/**
 * The paging part of a list's input.
 *
 * @param sortFields the closed list of names that may be sorted by; the first is the default
 * @param maxPageSize rows that one answer may hold at the most
 */
export function paging<const F extends readonly [string, ...string[]]>(
  sortFields: F,
  { direction = "Ascending", maxPageSize = 200 }: { direction?: SortDirection; maxPageSize?: number } = {},
) {
  return z.object({
    pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(pageSize),
    pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
    includeTotalCount: yesNo.default(true),
    sortFieldName: z.enum(sortFields).default(sortFields[0] as F[number]),
    sortDirection: z.enum(sortDirections).default(direction),
  });
}

export type Paging = z.output<ReturnType<typeof paging>>;

/**
 * `totalCount` is null when it was not asked for. Where there are very many, they are counted so far only, and always to
 * the end of the page at least: then `isMoreThanCounted` says that there are more.
 */
export function paged<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    totalCount: z.number().int().nullish(),
    isMoreThanCounted: z.boolean().nullish(),
  });
}
