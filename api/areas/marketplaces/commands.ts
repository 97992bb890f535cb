import { and, eq, ne, sql } from "drizzle-orm";
import { mayUseAddress } from "#api/areas/shared/address.ts";
import { assertNoOrderMoves } from "#api/areas/shared/agent-basis.ts";
import { listOnMarketplace, synchroniseApproved, synchronisePublished } from "#api/areas/shared/listings.ts";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { files, marketplaces, supplierMarketplaces } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { invalid, notFound, refuse } from "#api/core/refusals/refusal.ts";
import { FileLocation, SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import {
  marketplaceAddress,
  marketplaceBasis,
  marketplaceClauses,
  marketplaceDetails,
} from "#contract/marketplaces/edits.ts";
import { defaultOrderNumberPrefix } from "#contract/marketplaces/schema.ts";
import type { Operations } from "#contract/operations.ts";

type Marketplaces = Operations["marketplaces"];

interface Identity {
  Name: string;
  OrderNumberPrefix: string;
}

export const add: Handler<Marketplaces["add"]> = async (input, { db }) => {
  await assertFree(db, input);
  return db
    .insert(marketplaces)
    .values({
      name: input.Name,
      legalName: input.LegalName,
      abn: input.Abn,
      orderNumberPrefix: input.OrderNumberPrefix,
    })
    .returning({ id: marketplaces.id })
    .then(insertedId);
};

/** Names and prefixes must be unique, because people and customers tell marketplaces apart by them. */
async function assertFree(db: Db, { Name, OrderNumberPrefix }: Identity, id?: number): Promise<void> {
  // Two people may add the same marketplace at once.
  await db.execute(sql`lock table ${marketplaces} in share row exclusive mode`);
  const isOther = id === undefined ? undefined : ne(marketplaces.id, id);
  const others = await db
    .select({ name: marketplaces.name, prefix: marketplaces.orderNumberPrefix })
    .from(marketplaces)
    .where(isOther);
  const taken = OrderNumberPrefix !== "" ? others.find(({ prefix }) => prefix === OrderNumberPrefix) : undefined;
  refuse({
    Name:
      others.some(({ name }) => name.toLowerCase() === Name.toLowerCase()) &&
      "A marketplace with this name already exists.",
    OrderNumberPrefix:
      OrderNumberPrefix === defaultOrderNumberPrefix
        ? `Numbers of marketplaces without a prefix begin with ${defaultOrderNumberPrefix}. Please choose another one, or leave this empty.`
        : taken && `The order numbers of ${taken.name} begin with this already.`,
  });
}

/**
 * Returns the marketplace, locked.
 * @param lock `update` also against orders that are being placed there
 * @throws Refusal 404
 */
export async function marketplaceToChange(
  { db }: Context,
  id: number,
  lock: "no key update" | "update" = "no key update",
) {
  const [marketplace] = await db.select().from(marketplaces).where(eq(marketplaces.id, id)).for(lock);
  if (!marketplace) throw notFound("This marketplace");
  return marketplace;
}

export const updateDetails: Handler<Marketplaces["updateDetails"]> = async (sent, context) => {
  const marketplace = await marketplaceToChange(context, sent.MarketplaceId);
  const { OrderNumberPrefix = marketplace.orderNumberPrefix, ...input } = edited(sent, marketplaceDetails(marketplace));
  const isRenamed =
    input.Name.toLowerCase() !== marketplace.name.toLowerCase() || OrderNumberPrefix !== marketplace.orderNumberPrefix;
  if (isRenamed) await assertFree(context.db, { Name: input.Name, OrderNumberPrefix }, marketplace.id);
  if (input.LogoId !== null && input.LogoId !== marketplace.logoId) await assertLogo(context, input.LogoId);
  await context.db
    .update(marketplaces)
    .set({
      name: input.Name,
      legalName: input.LegalName,
      abn: input.Abn,
      orderNumberPrefix: OrderNumberPrefix,
      logoId: input.LogoId,
      takesApplications: input.TakesApplications,
    })
    .where(eq(marketplaces.id, marketplace.id));
  await renewOffers(context, marketplace.id);
  return null;
};

/** A logo must be an image that the caller uploaded as a marketplace's logo. */
async function assertLogo({ db, caller }: Context, fileId: string): Promise<void> {
  const isOwn = and(
    eq(files.id, fileId),
    eq(files.location, FileLocation.marketplaceLogo),
    eq(files.createdBy, caller.userId),
  );
  if ((await db.$count(files, isOwn)) === 0) throw invalid({ LogoId: ["Please upload the logo again."] });
}

export const updateAddress: Handler<Marketplaces["updateAddress"]> = async (sent, context) => {
  const marketplace = await marketplaceToChange(context, sent.MarketplaceId);
  const input = edited(
    { ...sent, BusinessAddressId: sent.BusinessAddressId.toLowerCase() },
    marketplaceAddress(marketplace.businessAddressId),
  );
  if (!(await mayUseAddress(context, input.BusinessAddressId)))
    throw invalid({ BusinessAddressId: ["Please enter the address."] });
  await context.db
    .update(marketplaces)
    .set({ businessAddressId: input.BusinessAddressId })
    .where(eq(marketplaces.id, marketplace.id));
  await renewOffers(context, marketplace.id);
  return null;
};

export const updateClauses: Handler<Marketplaces["updateClauses"]> = async (sent, context) => {
  const { db } = context;
  const marketplace = await marketplaceToChange(context, sent.MarketplaceId);
  const { Clauses } = edited(sent, marketplaceClauses(marketplace.terms));
  if (Clauses === undefined || Clauses === marketplace.terms) return null;
  await db.update(marketplaces).set({ terms: Clauses }).where(eq(marketplaces.id, marketplace.id));
  await askToAgreeAgain(context, marketplace.id);
  return null;
};

export const updateBasis: Handler<Marketplaces["updateBasis"]> = async (sent, context) => {
  const marketplace = await marketplaceToChange(context, sent.MarketplaceId, "update");
  const { AgentFrom } = edited(sent, marketplaceBasis(marketplace.agentFrom));
  if (AgentFrom === marketplace.agentFrom) return null;
  await assertNoOrderMoves(context, { marketplaceId: marketplace.id, from: marketplace.agentFrom, to: AgentFrom });
  await context.db.update(marketplaces).set({ agentFrom: AgentFrom }).where(eq(marketplaces.id, marketplace.id));
  await askToAgreeAgain(context, marketplace.id);
  return null;
};

/** As with a change of the commission, agreements wait for the supplier again, and the products stay listed. */
async function askToAgreeAgain(context: Context, marketplaceId: number): Promise<void> {
  await context.db
    .update(supplierMarketplaces)
    .set({
      status: SupplierMarketplaceStatus.pending,
      agreedAt: null,
      agreedBy: null,
      // The signed document states other clauses; the job makes the new one.
      agreementFileId: null,
    })
    .where(
      and(
        eq(supplierMarketplaces.marketplaceId, marketplaceId),
        eq(supplierMarketplaces.status, SupplierMarketplaceStatus.active),
      ),
    );
  await renewOffers(context, marketplaceId);
}

/** In the background: there may be a thousand suppliers, and each gets a document. */
function renewOffers({ db, jobs }: Context, marketplaceId: number): Promise<void> {
  return jobs.enqueue(db, "offers", { marketplaceId });
}

export const deactivate: Handler<Marketplaces["deactivate"]> = async (input, context) => {
  const { id, isDisabled } = await marketplaceToChange(context, input.MarketplaceId);
  if (isDisabled) return null;
  await context.db.update(marketplaces).set({ isDisabled: true }).where(eq(marketplaces.id, id));
  await synchronisePublished(context.db, id);
  return null;
};

/** Approved products are listed again, and products that were added meanwhile wait for approval. */
export const activate: Handler<Marketplaces["activate"]> = async (input, context) => {
  const { id, isDisabled } = await marketplaceToChange(context, input.MarketplaceId);
  if (!isDisabled) return null;
  await context.db.update(marketplaces).set({ isDisabled: false }).where(eq(marketplaces.id, id));
  await synchroniseApproved(context.db, id);
  await listOnMarketplace(context.db, id);
  return null;
};
