/** Loaders and forms of the dialogs in which views are saved, changed and deleted. */
import { openView, viewPath } from "#app/lib/list-state.ts";
import { withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { viewListAt } from "#app/services/pages/view-lists.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import type { ViewList } from "#contract/areas.ts";
import { roles } from "#contract/enumerations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { viewFields } from "#contract/views/edits.ts";
import { views } from "#contract/views/operations.ts";
import { viewForm, viewMessages } from "#contract/views/schema.ts";

/** Returns the address of the list below the dialog. */
const listPath = ({ url }: RequestContext) => url.pathname.replace(/\/view(\/change|\/delete)?$/, "");

function listOf(context: RequestContext): ViewList {
  const list = viewListAt(listPath(context));
  if (!list) throw missing();
  return list;
}

const viewId = ({ url }: RequestContext) => url.searchParams.get(openView) ?? "";

const audienceOptions = (canShare: boolean) => [
  { value: "me", label: "Only me" },
  ...(canShare
    ? [
        { value: "everybody", label: "Everybody" },
        ...roles.map((role) => ({ value: role, label: `Everybody with the role ${role}` })),
      ]
    : []),
];

const dialogOf = (context: RequestContext, canShare: boolean) => ({
  audiences: audienceOptions(canShare),
  // Each marketplace has its own list of categories, so the main menu cannot lead to one of them.
  canPin: listOf(context) !== "categories",
  listPath: listPath(context),
  commandId: newCommandId(),
});

export async function loadNewView(context: RequestContext) {
  const { canShare } = await context.api(views.list, {});
  return dialogOf(context, canShare);
}

/** For the dialogs that change or delete the open view. */
export async function loadView(context: RequestContext) {
  const list = listOf(context);
  const { items, canShare } = await context.api(views.list, {});
  const view = items.find((each) => String(each.id) === viewId(context) && each.list === list);
  if (!view?.canEdit) throw missing();
  return { ...dialogOf(context, canShare), view, shown: shownText(viewFields(view)) };
}

const save = (ViewId: (context: RequestContext) => string) =>
  commandForm({
    operation: views.save,
    schema: viewForm,
    input: ({ Columns, ...values }, context) => ({
      ...values,
      ViewId: ViewId(context),
      List: listOf(context),
      Columns: Columns.join("\n"),
    }),
    saved: viewMessages.saved,
    notSaved: viewMessages.notSaved,
    next: (context, id, { Query }) => viewPath(listPath(context), { id, query: Query }),
  });

export const newViewForms: Record<string, CommandForm> = { add: save(() => "") };

export const viewForms: Record<string, CommandForm> = {
  change: save(viewId),
  remove: commandForm({
    operation: views.remove,
    input: (_, context) => ({ ViewId: viewId(context) }),
    saved: viewMessages.deleted,
    notSaved: viewMessages.notDeleted,
    next: (context) => withParams(`${listPath(context)}${context.url.search}`, { [openView]: null }),
  }),
};
