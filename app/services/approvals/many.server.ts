/** Decisions about many products at once: which products they apply to, and their progress. */

import { z } from "zod";
import { tickedRows, withWayBack } from "#app/lib/list-state.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { progressPaths } from "#app/lib/progress-paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { filtersOf, wrongFilters } from "#app/services/pages/filters.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { redirectWithError } from "#app/services/request/toast.server.ts";
import { changeManyForm } from "#contract/approvals/forms.ts";
import { approvals } from "#contract/approvals/operations.ts";
import { approvalMessages, type BulkAction, bulkActions, changeMany } from "#contract/approvals/schema.ts";
import { approvalFilterRules } from "./list.server.ts";

/** The form above the list: a decision, and either the ticked rows or all rows that match the filters. */
const choice = z.object({ Action: z.enum(bulkActions), Ids: z.array(z.string()), All: z.boolean() });

function chosen({ url: { searchParams } }: RequestContext) {
  const read = choice.safeParse({
    Action: searchParams.get("Action"),
    Ids: searchParams.getAll("Ids"),
    All: searchParams.get("All") === "true",
  });
  if (!read.success) throw missing();
  return { ...read.data, Ids: [...new Set(read.data.Ids)] };
}

/** Returns the list's address, with the same rows ticked. */
function listAddress({ url }: RequestContext): string {
  return withParams(`${paths.approvals()}${url.search}`, { Action: null, All: null, _routes: null });
}

/** Returns the rows as the API expects them. "All matching" is expressed by the list's filters. */
function rowsOf(context: RequestContext, { Ids, All }: z.output<typeof choice>) {
  return All ? { Filter: filtersOf(context, approvals.list, approvalFilterRules) } : { Ids };
}

export async function loadChange(context: RequestContext) {
  const choice = chosen(context);
  const parent = listAddress(context);
  await assertRight(context, choice, parent);
  const count = choice.All ? await countOf(context) : choice.Ids.length;
  if (count === 0) throw await redirectWithError(parent, "Nothing matches this search now.");
  const uncategorised = choice.Action === "approve" ? await countUncategorised(context, choice) : 0;
  return { action: choice.Action, isAll: choice.All, count, uncategorised, parent, commandId: newCommandId() };
}

/** Returns how many of the rows would be approved without a category. */
async function countUncategorised(context: RequestContext, { Ids, All }: z.output<typeof choice>): Promise<number> {
  const which = All ? filtersOf(context, approvals.list, approvalFilterRules) : { ids: Ids.join() };
  return (await context.api(approvals.countUncategorised, which)).count;
}

/** A list may ignore an invalid filter and show more rows; a command that changes all matching rows must not. */
async function assertRight(context: RequestContext, choice: ReturnType<typeof chosen>, parent: string): Promise<void> {
  if (choice.All && wrongFilters(context, approvals.list).length > 0) {
    throw await redirectWithError(
      paths.approvals(),
      "The address had a filter that is not valid, so nothing was selected. Please search again.",
    );
  }
  const right = changeMany.safeParse({ Action: choice.Action, ...rowsOf(context, choice) });
  if (!right.success)
    throw await redirectWithError(parent, right.error.issues[0]?.message ?? approvalMessages.notSaved);
}

async function countOf(context: RequestContext): Promise<number> {
  const { totalCount } = await context.api(approvals.list, {
    ...filtersOf(context, approvals.list, approvalFilterRules),
    pageSize: 1,
  });
  return totalCount ?? 0;
}

export type { BulkAction };

export const changeForms: Record<string, CommandForm> = {
  many: commandForm({
    operation: approvals.changeMany,
    schema: changeManyForm,
    input: async ({ Reason }, context) => {
      const choice = chosen(context);
      await assertRight(context, choice, listAddress(context));
      return { Action: choice.Action, ...rowsOf(context, choice), Reason };
    },
    saved: "",
    notSaved: approvalMessages.notSaved,
    next: (context, id) => {
      const [, listSearch = ""] = withParams(listAddress(context), { [tickedRows]: null }).split("?");
      return withWayBack(progressPaths.approvals(id), listSearch);
    },
  }),
};
