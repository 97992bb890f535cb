/** The public pages: the form to apply, and the applicant's own page. */

import { data } from "@remix-run/node";
import { applicationPaths } from "#app/lib/progress-paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { applications } from "#contract/applications/operations.ts";
import { answerForm, applicationMessages, applyForm } from "#contract/applications/schema.ts";
import { formatAbn } from "#contract/rules/abn.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { documentIdsIn, documentsField } from "./documents.server.ts";

async function assertThere(): Promise<void> {
  if (!(await hasFeature("applications"))) throw missing();
}

export async function loadApply(context: RequestContext) {
  await assertThere();
  const { organisationName, marketplaces } = await context.api(applications.options, {});
  return {
    organisationName,
    marketplaces: marketplaces.map(({ id, name }) => ({ value: String(id), label: name })),
    isSent: context.url.searchParams.has("sent"),
    commandId: newCommandId(),
  };
}

export const applyForms: Record<string, CommandForm> = {
  apply: commandForm({
    operation: applications.submit,
    schema: applyForm,
    uploads: { Files: documentsField },
    input: ({ Documents, ...values }) => ({ ...values, DocumentIds: documentIdsIn(Documents) }),
    names: { DocumentIds: "Documents" },
    // The next page says it.
    saved: "",
    notSaved: applicationMessages.notSent,
    next: () => applicationPaths.applied(),
  }),
};

function noneIfUnknown(error: unknown): undefined {
  if (!(error instanceof ApiRefusal) || error.status >= 500 || error.status === 429) throw error;
}

const tokenOf = ({ param }: RequestContext) => param("token");

export async function loadOwnApplication(context: RequestContext) {
  await assertThere();
  const [application, zone] = await Promise.all([
    context.api(applications.own, { token: tokenOf(context) }).catch(noneIfUnknown),
    operatorZone(),
  ]);
  // A page that says so, and a status for programs.
  if (!application) return data(null, { status: 404 });
  const { abn, submittedDate, deletionDate, entries, ...rest } = application;
  return {
    ...rest,
    token: tokenOf(context),
    abn: formatAbn(abn),
    submitted: formatDay(submittedDate, zone),
    deleted: deletionDate ? formatDay(deletionDate, zone) : undefined,
    entries: entries.map(({ date, ...entry }) => ({ ...entry, date: formatDay(date, zone) })),
    commandId: newCommandId(),
  };
}

export const ownApplicationForms: Record<string, CommandForm> = {
  answer: commandForm({
    operation: applications.answer,
    schema: answerForm,
    uploads: { Files: documentsField },
    input: ({ Documents, Text }, context) => ({
      Text,
      Token: tokenOf(context),
      DocumentIds: documentIdsIn(Documents),
    }),
    names: { DocumentIds: "Documents" },
    saved: "",
    notSaved: applicationMessages.notAnswered,
    next: (context) => applicationPaths.ownApplication(tokenOf(context)),
  }),
};
