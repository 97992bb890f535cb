import { z } from "zod";
import { yesNo } from "./fields.ts";

export const sortDirections = ["Ascending", "Descending"] as const;
export type SortDirection = (typeof sortDirections)[number];

/** From a row of a list to the one before or after it, in the order of the list. */
export const listSteps = ["previous", "next"] as const;
export type ListStep = (typeof listSteps)[number];

/** Rows per page in all lists except the approvals. */
export const pageSize = 20;
/** Page size for pickers, which need all rows. */
export const pickerPageSize = 10_000;

/**
 * The paging part of a list's input.
 *
 * @param sortFields the names of columns that can be sorted by; the first is the default
 * @param maxPageSize most rows per response
 */
export function paging<const F extends readonly [string, ...string[]]>(
  sortFields: F,
  { direction = "Ascending", maxPageSize = 200 }: { direction?: SortDirection; maxPageSize?: number } = {},
) {
  return z.object({
    pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(pageSize),
    pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
    includeTotalCount: yesNo.default(true),
    sortFieldName: z.enum(sortFields).default(sortFields[0]),
    sortDirection: z.enum(sortDirections).default(direction),
  });
}

export type Paging = z.output<ReturnType<typeof paging>>;

/**
 * `totalCount` is null if it was not requested. In very large lists counting stops early, but never before the end of
 * the page; then `isMoreThanCounted` is true.
 */
export function paged<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    totalCount: z.number().int().nullish(),
    isMoreThanCounted: z.boolean().nullish(),
  });
}
