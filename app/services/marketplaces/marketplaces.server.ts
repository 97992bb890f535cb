/** Loaders and forms of the marketplace screens. */

import { withWayBack } from "#app/lib/list-state.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { addressConflict, imageConflict } from "#app/services/forms/edit-conflicts.server.ts";
import { placesFor, withoutForeignState } from "#app/services/forms/places.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { download } from "#app/services/request/download.server.ts";
import { type RequestContext, readView } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { redirectWithSuccess } from "#app/services/request/toast.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { categories } from "#contract/categories/operations.ts";
import { locations } from "#contract/locations/operations.ts";
import { addressForm, postCodeWarning } from "#contract/locations/schema.ts";
import {
  marketplaceAddress,
  marketplaceBasis,
  marketplaceChannel,
  marketplaceClauses,
  marketplaceDetails,
  marketplaceFeed,
} from "#contract/marketplaces/edits.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";
import {
  addMarketplaceForm,
  channelNames,
  clausesIn,
  type ManagedMarketplace,
  marketplaceDetailsForm,
  marketplaceMessages,
  updateMarketplaceBasis,
  updateMarketplaceChannel,
  updateMarketplaceClauses,
  updateMarketplaceFeed,
  type WebhookTest,
} from "#contract/marketplaces/schema.ts";
import { can } from "#contract/permissions.ts";
import { dayOf, formatPlainDay } from "#contract/rules/dates.ts";
import { shownText } from "#contract/rules/edits.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { nameOrSelf } from "#contract/rules/name-or-self.ts";

const shownIn = {
  general: marketplaceDetails,
  address: ({ businessAddress }: ManagedMarketplace) => marketplaceAddress(businessAddress?.id),
  basis: ({ agentFrom }: ManagedMarketplace) => marketplaceBasis(agentFrom),
  clauses: ({ clauses }: ManagedMarketplace) => marketplaceClauses(clauses),
  channel: marketplaceChannel,
  feed: marketplaceFeed,
} as const;

const idOf = ({ param }: RequestContext) => param("id");
const marketplaceOf = (context: RequestContext) => context.api(marketplaces.get, { id: idOf(context) });

export async function loadMarketplace(context: RequestContext) {
  const [marketplace, permissions, { cdnBaseUrl }, timeZone] = await Promise.all([
    marketplaceOf(context),
    permissionsOf(context),
    configuration(),
    operatorZone(),
  ]);
  const canEdit = can(permissions, marketplaces.updateDetails);
  const canEditChannel = canEdit && !marketplace.isChannelConfigured;
  const wanted = context.url.searchParams.get("edit");
  const editing = keysOf(shownIn).find((card) => card === wanted && (card === "channel" ? canEditChannel : canEdit));
  const { clauses, webhookSecretSetDate, businessAddress, shop } = marketplace;
  return {
    marketplace,
    clauses: clausesIn(clauses),
    basis: basisOf(marketplace, dayOf(new Date().toISOString(), timeZone)),
    secretSetAt: webhookSecretSetDate ? formatMoment(webhookSecretSetDate, timeZone) : undefined,
    shopTexts: shop && {
      secrets: `Set on ${formatMoment(shop.secretSetDate, timeZone)}${shop.secretSetByUserFullName ? ` by ${shop.secretSetByUserFullName}` : ""}`,
      proof: shop.provenWith === null ? "Not yet proven with a live shop" : shop.provenWith,
      resumed: shop.callsResumedDate ? formatMoment(shop.callsResumedDate, timeZone) : undefined,
      read: shop.readDate ? formatMoment(shop.readDate, timeZone) : "Not yet",
    },
    canSeeShopOrders: can(permissions, marketplaces.shopOrders),
    canEdit,
    canEditChannel,
    hasCategories: can(permissions, categories.list) && (await hasFeature("categories")),
    editing,
    shown: editing && shownText(shownIn[editing](marketplace)),
    commandId: newCommandId(),
    cdnBaseUrl,
    postCodeWarning: businessAddress ? postCodeWarning(businessAddress) : undefined,
    places: editing === "address" ? await placesFor(context, businessAddress?.countryCode) : undefined,
  };
}

/** Undefined for APIs that know no basis. */
function basisOf({ agentFrom }: ManagedMarketplace, today: string): string | undefined {
  if (agentFrom === undefined) return undefined;
  if (agentFrom === null) return "Buyer: the marketplace buys what it sells from its suppliers.";
  const from = formatPlainDay(agentFrom);
  return agentFrom <= today
    ? `Agent: the marketplace sells in its suppliers' names what is ordered from ${from} on.`
    : `Buyer until ${from}: from that day on, the marketplace sells in its suppliers' names, as their agent.`;
}

/** Data of the marketplace page. */
export type MarketplacePage = Awaited<ReturnType<typeof loadMarketplace>>;

/** For the dialog that sends a test. */
export async function loadWebhook(context: RequestContext) {
  const { id, name, webhookUrl, shop } = await marketplaceOf(context);
  const address = webhookUrl ?? shop?.url;
  if (!address) throw missing();
  return { id, name, address, isShop: !webhookUrl, commandId: newCommandId() };
}

export async function downloadAgreementPreview(context: RequestContext) {
  const id = idOf(context);
  return download(context, {
    operation: marketplaces.previewAgreement,
    input: { id },
    fileName: "Terms & Conditions.pdf",
    keepsName: true,
    isShown: true,
    page: paths.marketplace(id),
    notDownloaded: marketplaceMessages.notPreviewed,
  });
}

/** Returns the address of the page without any open form or dialog. */
const page = (context: RequestContext) =>
  withParams(`${paths.marketplace(idOf(context))}${context.url.search}`, { edit: null });
const { added, saved, notSaved } = marketplaceMessages;
const key = (context: RequestContext) => ({ MarketplaceId: idOf(context) });
const mostCompared = 200;

/**
 * Asks once whether it is right that two marketplaces have the same ABN.
 * @param ownId the marketplace that is edited
 */
async function questionAboutAbn(
  { Abn, AskedAbn }: { Abn: string; AskedAbn: string },
  context: RequestContext,
  ownId?: number,
) {
  if (Abn === AskedAbn) return undefined;
  const { items } = await context.api(marketplaces.manage, { pageSize: mostCompared });
  const other = items.find(({ id, abn }) => id !== ownId && abn === Abn);
  const isUnchanged = items.some(({ id, abn }) => id === ownId && abn === Abn);
  if (!other || isUnchanged) return undefined;
  const message = `“${other.name}” has this ABN already. If that is right, save again.`;
  return { values: { AskedAbn: Abn }, errors: { Abn: { type: "proposal", message } } };
}

export const newMarketplaceForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: marketplaces.add,
    schema: addMarketplaceForm,
    propose: (values, context) => questionAboutAbn(values, context),
    input: ({ AskedAbn: _, ...values }) => values,
    saved: added,
    notSaved,
    next: (context, id) => withWayBack(paths.marketplace(id), context.url.search),
  }),
};

export const marketplaceForms: Record<string, CommandForm> = {
  general: commandForm({
    operation: marketplaces.updateDetails,
    schema: marketplaceDetailsForm,
    propose: (values, context) => questionAboutAbn(values, context, Number(idOf(context))),
    conflictFields: {
      LogoId: imageConflict,
      TakesApplications: { display: (takes) => (takes ? "Yes" : "No") },
    },
    uploads: { LogoFile: { to: "LogoId", location: 5, failure: marketplaceMessages.logoNotUploaded } },
    input: ({ AskedAbn: _, ...values }, context) => ({ ...values, ...key(context) }),
    saved,
    notSaved,
    next: readView,
  }),
  address: commandForm({
    operation: marketplaces.updateAddress,
    schema: addressForm,
    prepare: withoutForeignState,
    input: async (values, context) => ({
      ...key(context),
      BusinessAddressId: await context.api(locations.findOrCreateAddress, values),
    }),
    conflictFields: {
      BusinessAddressId: addressConflict(async (context) => (await marketplaceOf(context)).businessAddress),
    },
    saved,
    notSaved,
    next: readView,
  }),
  basis: commandForm({
    operation: marketplaces.updateBasis,
    schema: updateMarketplaceBasis.omit({ MarketplaceId: true }),
    input: (values, context) => ({ ...values, ...key(context) }),
    conflictFields: {
      AgentFrom: { display: (day) => (typeof day === "string" ? formatPlainDay(day) : "no day") },
    },
    saved,
    notSaved,
    next: readView,
  }),
  clauses: commandForm({
    operation: marketplaces.updateClauses,
    schema: updateMarketplaceClauses.omit({ MarketplaceId: true }),
    input: (values, context) => ({ ...values, ...key(context) }),
    saved,
    notSaved,
    next: readView,
  }),
  channel: commandForm({
    operation: marketplaces.updateChannel,
    schema: updateMarketplaceChannel.omit({ MarketplaceId: true }),
    input: (values, context) => ({ ...values, ...key(context) }),
    conflictFields: { Channel: { display: (channel) => nameOrSelf(channelNames, String(channel)) } },
    saved,
    notSaved,
    next: readView,
  }),
  feed: commandForm({
    operation: marketplaces.updateFeed,
    schema: updateMarketplaceFeed.omit({ MarketplaceId: true }),
    input: (values, context) => ({ ...values, ...key(context) }),
    conflictFields: { IsOn: { display: (isOn) => (isOn ? "Yes" : "No") } },
    saved,
    notSaved,
    next: readView,
  }),
  feedAddress: commandForm({
    operation: marketplaces.renewFeedAddress,
    input: (_, context) => key(context),
    saved,
    notSaved,
    next: page,
  }),
  deactivate: commandForm({
    operation: marketplaces.deactivate,
    input: (_, context) => key(context),
    saved,
    notSaved,
    next: page,
  }),
  activate: commandForm({
    operation: marketplaces.activate,
    input: (_, context) => key(context),
    saved,
    notSaved,
    next: page,
  }),
  test: {
    uploads: {},
    secretFields: [],
    notSaved: marketplaceMessages.notTested,
    refresh: (typed) => typed,
    async run(_form, _id, context) {
      const answer = await context.api(marketplaces.testWebhook, key(context));
      const { shop } = await marketplaceOf(context);
      const result = shop ? shopResultOf(answer) : resultOf(answer);
      return answer.isAccepted
        ? redirectWithSuccess(page(context), result)
        : { errors: { root: { type: "test", message: result } }, status: 422 };
    },
  },
};

const shopResultOf = ({ isAccepted, reason }: WebhookTest): string =>
  isAccepted ? "The shop answers, and accepts the keys." : `The shop cannot be used like this. ${reason}`;

function resultOf({ isAccepted, status, milliseconds, reason }: WebhookTest): string {
  const seconds = `${(milliseconds / 1_000).toFixed(1)} seconds`;
  if (isAccepted) return `The webhook accepted the test with status ${status} after ${seconds}.`;
  return status === null
    ? `The test did not arrive. ${reason}`
    : `The webhook answered with status ${status} after ${seconds} and did not accept the test. ${reason}`;
}
