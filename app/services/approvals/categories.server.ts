/** The categories in the form of the open row: what is offered, searched, sent and in conflict. */

import type { z } from "zod";
import type { FormValues } from "#app/lib/form-answer.ts";
import { expandedRow } from "#app/lib/list-state.ts";
import type { ConflictField } from "#app/services/forms/edit-conflicts.server.ts";
import { asOption } from "#app/services/forms/pickers.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { countField, findField, foundField, groupField } from "#contract/approvals/forms.ts";
import { approvals } from "#contract/approvals/operations.ts";
import {
  type Approval,
  type CategoryGroup,
  type categoryLimits,
  maxCategoryWords,
  mostFound,
} from "#contract/approvals/schema.ts";

/** A group with more categories is searched instead of being sent whole: ten thousand would be a megabyte. */
export const mostSent = 200;

/** Returns the group's categories, chosen ones first; of a group that is searched, only the chosen ones. */
export function choicesOf({ id, name, categories, categoryCount = categories.length }: CategoryGroup) {
  const chosen = categories.filter(({ selected }) => selected);
  const isSearched = categoryCount > mostSent;
  const others = isSearched ? [] : categories.filter(({ selected }) => !selected);
  return {
    field: groupField(id),
    name,
    isSearched,
    options: [...chosen, ...others].map(asOption),
    chosen: chosen.map((category) => String(category.id)),
  };
}

/**
 * Searches a group for the words in its field. Returns the form's values with the categories to offer: the ticked ones
 * and the first matches.
 */
export async function withFound(typed: FormValues, field: string, context: RequestContext): Promise<FormValues> {
  const text = String(typed[findField(field)] ?? "").slice(0, maxCategoryWords);
  const ticked = new Set([typed[field] ?? []].flat());
  const limits = { mostCategories: mostSent, categoryIds: idsIn(ticked), categoryWords: text };
  const group = (await sentFor(context, limits)).categoryGroups.find(({ id }) => groupField(id) === field);
  if (!group) return typed;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = group.categories.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const offered = [
    ...group.categories.filter(({ id }) => ticked.has(String(id))),
    ...matches.filter(({ id }) => !ticked.has(String(id))).slice(0, mostFound),
  ];
  const { foundCount = matches.length } = group;
  const count = foundCount.toLocaleString("en-AU");
  return {
    ...typed,
    [foundField(field)]: offered.map(({ id, name }) => `${id} ${name}`),
    [countField(field)]:
      foundCount > mostFound ? `${count} found. The first ${mostFound} are shown.` : `${count} found.`,
  };
}

/** Returns the row whose form was submitted. */
export async function sentFor(
  { api, url }: RequestContext,
  limits: z.input<typeof categoryLimits> = { mostCategories: 0 },
): Promise<Approval> {
  const id = url.searchParams.get(expandedRow);
  if (!id) throw missing();
  return api(approvals.get, { id, ...limits });
}

/** Returns the ids among the values, joined by commas as queries take them; undefined if there are none. */
export function idsIn(values: Iterable<unknown>): string | undefined {
  const ids = [...values].map(String).filter((value) => /^\d{1,9}$/.test(value));
  return ids.length > 0 ? ids.slice(0, mostChosen).join() : undefined;
}

const mostChosen = 1_000;

/**
 * Returns the group with its chosen categories; nothing if the group was not in the form, which leaves it unchanged.
 */
export function chosenIn({ id, name, categories }: CategoryGroup, typed: unknown) {
  if (typed === undefined) return [];
  const chosen = new Set([typed].flat());
  const sent = categories.filter((category) => chosen.has(String(category.id)));
  return [
    {
      Id: id,
      Name: name,
      Categories: sent.map((category) => ({ Id: category.id, Name: category.name, ExternalId: category.externalId })),
    },
  ];
}

export const categoriesConflict: ConflictField = {
  message: async (theirs, context) => {
    const ids = new Set(theirs as number[]);
    const { categoryGroups } = await sentFor(context, { mostCategories: 0, categoryIds: idsIn(ids) });
    const named = categoryGroups.flatMap(({ categories }) => categories.filter(({ id }) => ids.has(id)));
    const list = named.map(({ name }) => name).join(", ") || "none";
    return `Somebody else changed these while you had the form open. Theirs: ${list}. Press the button again to keep what is ticked here.`;
  },
};
