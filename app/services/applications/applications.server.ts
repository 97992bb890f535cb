/** Applications of suppliers, for operators: loaders and forms. */
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { applications } from "#contract/applications/operations.ts";
import {
  type ApplicationRow,
  acceptForm,
  applicationMessages,
  applicationStatuses,
  applicationStatusNames,
  askApplicant,
  declineApplication,
} from "#contract/applications/schema.ts";
import { formatAbn } from "#contract/rules/abn.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { exclusive } from "#contract/rules/money.ts";
import { nameOrSelf } from "#contract/rules/name-or-self.ts";

const statusName = (status: string) => nameOrSelf(applicationStatusNames, status);

export async function loadApplications(context: RequestContext) {
  const [list, zone] = await Promise.all([
    loadList(context, applications.list, {
      buttons: {},
      options: {
        status: async () => applicationStatuses.map((value) => ({ value, label: applicationStatusNames[value] })),
      },
    }),
    operatorZone(),
  ]);
  return { ...list, data: { ...list.data, rows: list.data.rows.map((row) => listedApplication(row, zone)) } };
}

function listedApplication({ abn, submittedDate, changedDate, ...row }: ApplicationRow, zone: string) {
  return {
    ...row,
    abn: formatAbn(abn),
    statusName: statusName(row.status),
    submitted: formatDay(submittedDate, zone),
    changed: formatDay(changedDate, zone),
  };
}

/** A row of the list. */
export type ListedApplication = ReturnType<typeof listedApplication>;

const idOf = ({ param }: RequestContext) => param("id");

export async function loadApplication(context: RequestContext) {
  const [application, zone] = await Promise.all([context.api(applications.get, { id: idOf(context) }), operatorZone()]);
  const { abn, submittedDate, changedDate, deletionDate, entries, ...rest } = application;
  return {
    ...rest,
    abn: formatAbn(abn),
    statusName: statusName(rest.status),
    isDecided: rest.status === "accepted" || rest.status === "declined",
    submitted: formatMoment(submittedDate, zone),
    changed: formatMoment(changedDate, zone),
    deleted: deletionDate ? formatDay(deletionDate, zone) : undefined,
    entries: entries.map(({ date, ...entry }) => ({ ...entry, date: formatMoment(date, zone) })),
  };
}

/** Data of the page of an application. */
export type ApplicationPage = Awaited<ReturnType<typeof loadApplication>>;

/** For the dialogs over that page. */
export async function loadDecision(context: RequestContext) {
  const { id, companyName, abn, email, status, marketplaces, suppliersWithSameAbn } = await context.api(
    applications.get,
    { id: idOf(context) },
  );
  return {
    id,
    companyName,
    abn: formatAbn(abn),
    email,
    isDecided: status === "accepted" || status === "declined",
    marketplaces: marketplaces
      .filter(({ isActive }) => isActive)
      .map((marketplace) => ({ value: String(marketplace.id), label: marketplace.name })),
    suppliersWithSameAbn,
    commandId: newCommandId(),
  };
}

const page = (context: RequestContext) => `${paths.application(idOf(context))}${context.url.search}`;
const notSaved = applicationMessages.notSaved;

export const applicationForms: Record<string, CommandForm> = {
  accept: commandForm({
    operation: applications.accept,
    schema: acceptForm,
    input: async ({ UserEmail, MarketplaceIds, CommissionRate, ReferralCostPerClickCharge }, context) => {
      const { gstRate } = await configuration();
      const terms = { CommissionRate, ReferralCostPerClickCharge: exclusive(ReferralCostPerClickCharge, gstRate) };
      return {
        ApplicationId: idOf(context),
        UserEmail,
        Marketplaces: MarketplaceIds.map((MarketplaceId) => ({ MarketplaceId, ...terms })),
      };
    },
    saved: applicationMessages.accepted,
    notSaved,
    next: (_, supplierId) => paths.supplier(supplierId),
  }),
  ask: commandForm({
    operation: applications.ask,
    schema: askApplicant.omit({ ApplicationId: true }),
    input: (values, context) => ({ ...values, ApplicationId: idOf(context) }),
    saved: applicationMessages.asked,
    notSaved,
    next: page,
  }),
  decline: commandForm({
    operation: applications.decline,
    schema: declineApplication.omit({ ApplicationId: true }),
    input: (values, context) => ({ ...values, ApplicationId: idOf(context) }),
    saved: applicationMessages.declined,
    notSaved,
    next: page,
  }),
};

export function downloadDocument(context: RequestContext): Promise<Response> {
  return download(context, {
    operation: applications.document,
    input: { id: idOf(context), documentId: context.param("documentId") },
    fileName: "document",
    keepsName: true,
    page: paths.application(idOf(context)),
    notDownloaded: applicationMessages.notDownloaded,
  });
}
