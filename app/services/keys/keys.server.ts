/** Loaders and forms of API keys: those of the organisation, and on a supplier's page those of the supplier. */
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import {
  marketplaceFilter,
  marketplaceOptions,
  recordPicker,
  supplierFilter,
} from "#app/services/forms/pickers.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { keys } from "#contract/keys/operations.ts";
import { addKey, type KeyRow, keyMessages } from "#contract/keys/schema.ts";
import { type KeyScope, keyScopeNames, keyScopes, scopeNames, supplierScopes } from "#contract/keys/scopes.ts";
import { can } from "#contract/permissions.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { keepSecret, takeSecret } from "./shown-secret.server.ts";

/** The supplier whose page this is; undefined in the settings. */
const supplierIdOf = ({ param }: RequestContext) => param("id") || undefined;
const keyIdOf = ({ param }: RequestContext) => param("keyId");

function shown(key: KeyRow, zone: string) {
  const { id, name, clientId, secretStart, state, supplierName, marketplaceName } = key;
  return {
    id,
    name,
    clientId,
    secretStart,
    state,
    scopes: scopeNames(key.scopes).join(", "),
    owner: supplierName ?? marketplaceName ?? "Organisation",
    ends: key.endsAt ? formatDay(key.endsAt, zone) : "Never",
    lastUsed: key.lastUsedAt ? formatMoment(key.lastUsedAt, zone) : "Never",
    added: `${formatDay(key.createdAt, zone)}${key.createdByUserFullName ? ` by ${key.createdByUserFullName}` : ""}`,
    isCreatorAllowed: key.isCreatorAllowed,
    revoked: key.revokedAt
      ? `Revoked ${formatDay(key.revokedAt, zone)}${key.revokedByUserFullName ? ` by ${key.revokedByUserFullName}` : ""}`
      : undefined,
  };
}

/** A key as lists show it. */
export type ShownKey = ReturnType<typeof shown>;

export async function loadKeys(context: RequestContext) {
  const [list, zone] = await Promise.all([
    loadList(context, keys.list, {
      buttons: { canAdd: keys.add },
      defaults: { showActiveOnly: "true" },
      options: {
        supplierId: () => supplierFilter(context, paths.keys()),
        marketplaceId: () => marketplaceFilter(context),
      },
    }),
    operatorZone(),
  ]);
  return { ...list, data: { ...list.data, rows: list.data.rows.map((key) => shown(key, zone)) } };
}

/** Most keys on a supplier's page: those in use, and the latest of the others. */
const mostOnPage = 100;

/** Returns the keys of a supplier; undefined for users who do not manage them. */
export async function supplierKeys(context: RequestContext, supplierId: number): Promise<ShownKey[] | undefined> {
  if (!(await hasFeature(keys.list.feature)) || !can(await permissionsOf(context), keys.list)) return undefined;
  const [{ items }, zone] = await Promise.all([
    context.api(keys.list, { supplierId, pageSize: mostOnPage, includeTotalCount: false }),
    operatorZone(),
  ]);
  return items.map((key) => shown(key, zone));
}

const scopeOptions = (scopes: readonly KeyScope[]) =>
  scopes.map((scope) => ({ value: scope, label: keyScopeNames[scope] }));

export async function loadNewKey(context: RequestContext) {
  const supplierId = supplierIdOf(context);
  const commandId = newCommandId();
  if (supplierId !== undefined) {
    const supplier = await context.api(suppliers.get, { id: supplierId });
    if (!supplier.canManageUsers) throw missing();
    return {
      supplier: { id: supplier.id, name: supplier.name },
      scopes: scopeOptions(supplierScopes),
      commandId,
    };
  }
  const [marketplaces, suppliersToChoose] = await Promise.all([
    marketplaceOptions(context),
    recordPicker(context, "suppliers"),
  ]);
  return { scopes: scopeOptions(keyScopes), marketplaces, suppliers: suppliersToChoose, commandId };
}

/** The page below the dialogs. */
function below(context: RequestContext): string {
  const supplierId = supplierIdOf(context);
  return `${supplierId === undefined ? paths.keys() : paths.supplier(supplierId)}${context.url.search}`;
}

export const keyForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: keys.add,
    schema: addKey,
    input: ({ EndsOn, ...values }, context) => ({
      ...values,
      EndsOn: EndsOn ?? "",
      SupplierId: supplierIdOf(context) ?? values.SupplierId,
    }),
    afterwards: async ({ answer: { id, secret } }, context) => {
      if (secret !== null) await keepSecret(context, id, secret);
    },
    saved: keyMessages.added,
    notSaved: keyMessages.notAdded,
    next: (context, { id }) => `${paths.keySecret(id, supplierIdOf(context))}${context.url.search}`,
  }),
  revoke: commandForm({
    operation: keys.revoke,
    input: (_, context) => ({ KeyId: keyIdOf(context) }),
    saved: keyMessages.revoked,
    notSaved: keyMessages.notRevoked,
    next: below,
  }),
};

async function loadKey(context: RequestContext): Promise<ShownKey> {
  const keyId = keyIdOf(context);
  const supplierId = supplierIdOf(context);
  if (!/^[1-9]\d{0,8}$/.test(keyId)) throw missing();
  const [{ items }, zone] = await Promise.all([
    context.api(keys.list, { keyId, supplierId, includeTotalCount: false }),
    operatorZone(),
  ]);
  const [key] = items;
  if (!key) throw missing();
  return shown(key, zone);
}

export async function loadKeyToRevoke(context: RequestContext) {
  return { key: await loadKey(context), supplierId: supplierIdOf(context) };
}

/** The secret is there once; `example` has it only then. */
export async function loadSecret(context: RequestContext) {
  const key = await loadKey(context);
  const secret = await takeSecret(context, key.id);
  const { identity } = await configuration();
  return {
    key,
    secret,
    example: exampleFor(identity.authority, key.clientId, secret ?? "SECRET"),
    backTo: below(context),
  };
}

/** Two lines for a shell: the first gets a token, and the second asks the API which key it is. */
function exampleFor(authority: string, clientId: string, secret: string): string {
  const api = authority.replace(/\/identity$/, "");
  return [
    `TOKEN=$(curl -s -u '${clientId}:${secret}' -d grant_type=client_credentials ${authority}/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s -H "Authorization: Bearer $TOKEN" ${api}/api/v1/keys/current`,
  ].join("\n");
}
