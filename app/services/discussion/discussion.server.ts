/** Loaders and forms of the dialogs in which messages about a record are written and deleted. */
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { discussionAt } from "#app/services/pages/discussion.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { discussion } from "#contract/discussion/operations.ts";
import { type Discussed, discussionTexts, messageForm } from "#contract/discussion/schema.ts";

const kinds: Record<string, Discussed> = {
  orders: "order",
  products: "product",
  suppliers: "supplier",
  shipments: "shipment",
};

/** Returns the record below the dialog, and the path of its page. */
function recordOf({ url, param }: RequestContext): { about: Discussed; recordId: string; path: string } {
  const path = url.pathname.split("/").slice(0, 3).join("/");
  const about = kinds[path.split("/")[1] ?? ""];
  if (!about) throw missing();
  return { about, recordId: param("id"), path };
}

const audienceLabels = { operators: "Operators only", supplier: "Operators and the supplier" };

export async function loadNewMessage(context: RequestContext) {
  const { path, ...record } = recordOf(context);
  const { operators, supplier, audiences } = await context.api(discussion.people, record);
  return {
    path,
    people: [
      { group: "Operators", names: operators },
      { group: "Supplier", names: supplier },
    ].filter(({ names }) => names.length > 0),
    audiences: audiences.map((value) => ({ value, label: audienceLabels[value] })),
    commandId: newCommandId(),
  };
}

export async function loadMessageToDelete(context: RequestContext) {
  return { path: recordOf(context).path };
}

/** The page without the parameter for earlier messages, at the discussion. */
const atDiscussion = (context: RequestContext) => `${recordOf(context).path}${context.url.search}${discussionAt}`;

export const messageForms: Record<string, CommandForm> = {
  write: commandForm({
    operation: discussion.write,
    schema: messageForm,
    input(values, context) {
      const { about, recordId } = recordOf(context);
      return { ...values, About: about, RecordId: recordId };
    },
    saved: discussionTexts.written,
    notSaved: discussionTexts.notWritten,
    next: atDiscussion,
  }),
  remove: commandForm({
    operation: discussion.remove,
    input: (_, context) => ({ MessageId: context.param("messageId") }),
    saved: discussionTexts.deleted,
    notSaved: discussionTexts.notDeleted,
    next: atDiscussion,
  }),
};
