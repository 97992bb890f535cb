import { eq } from "drizzle-orm";
import { disableProducts, listProducts, restoreProducts } from "#api/areas/shared/listings.ts";
import { sameCents } from "#api/areas/shared/same-cents.ts";
import { edited } from "#api/core/commands/edits.ts";
import { marketplaces, supplierMarketplaces, users } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, invalid, notFound, StoredRefusal } from "#api/core/refusals/refusal.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { marketplaceMessages } from "#contract/marketplaces/schema.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { inclusive } from "#contract/rules/money.ts";
import { marketplaceTerms } from "#contract/suppliers/edits.ts";
import { differences, renewOffer, storeAgreement } from "./agreement-file.ts";
import { isLink, type Link, type LinkKey, marketplacesOf } from "./links.ts";
import { supplierToChange } from "./policy.ts";

type Suppliers = Operations["suppliers"];
/** The context of a change to an agreement, in a request or in a background process. */
type Work = Pick<Context, "db" | "files" | "config" | "now" | "caller">;

const { pending, active, disabled } = SupplierMarketplaceStatus;
const notAgreed = { agreedAt: null, agreedBy: null };

export const upsertMarketplace: Handler<Suppliers["upsertMarketplace"]> = async (sent, context) => {
  const { supplier } = await supplierToChange(context, sent.SupplierId);
  const key = await keyOf(context, supplier.id, sent.MarketplaceId);
  const [before] = await linksWith(context, key);
  const input = before
    ? edited(sent, marketplaceTerms({ ...before, referralCostPerClickCharge: before.referralCostPerClick }), {
        amounts: ["ReferralCostPerClickCharge"],
        isSameAmount: sameCents(context.config.gstRate),
      })
    : sent;
  const terms = termsIn(input);
  await offerOrUpdate(context, key, before, terms);
  const [row] = await marketplacesOf(context, key);
  if (!row) throw new Error("The agreement that was just stored is gone.");
  return row;
};

/**
 * Offers an agreement with these terms. Returns false if there is one.
 * @param before locked with its supplier
 */
async function offerOrUpdate(context: Work, key: LinkKey, before: Link | undefined, terms: Terms): Promise<boolean> {
  if (!before) await insertAgreement(context, key, terms);
  else if (isSameAgreement(before, terms, context.config.gstRate)) return false;
  else {
    await updateLink(context, key, terms);
    // A disabled agreement gets its document when it is enabled.
    if (before.status !== disabled) await awaitAgreement(context, key);
  }
  return true;
}

/**
 * The same for a supplier that is locked.
 * @throws Refusal 422 or 409 if there is no such marketplace, or nothing can be agreed there
 */
export async function offerTerms(
  context: Work,
  supplierId: number,
  sent: Pick<Sent, "MarketplaceId" | "CommissionRate" | "ReferralCostPerClickCharge">,
): Promise<boolean> {
  const key = await keyOf(context, supplierId, sent.MarketplaceId);
  const [before] = await linksWith(context, key);
  return offerOrUpdate(context, key, before, termsIn(sent));
}

/**
 * Offers a new supplier an agreement, which waits for it.
 * @throws Refusal 422 or 409 if there is no such marketplace, or nothing can be agreed there
 */
export async function offerAgreement(
  context: Context,
  supplierId: number,
  terms: Pick<Sent, "MarketplaceId" | "CommissionRate" | "ReferralCostPerClickCharge">,
): Promise<void> {
  await insertAgreement(context, await keyOf(context, supplierId, terms.MarketplaceId), termsIn(terms));
}

export const agreeToMarketplaceAgreement: Handler<Suppliers["agreeToMarketplaceAgreement"]> = async (
  input,
  context,
) => {
  // Before the link, because other commands lock them in this order.
  assertActive(await marketplaceOf(context, input.MarketplaceId));
  const link = await linkToChange(context, input);
  if (link.status !== pending || !link.agreementFileId)
    throw conflict("There is no agreement to agree to at the moment. Please reload the page.");
  const offered = await renewOffer(context, { ...link, agreementFileId: link.agreementFileId });
  const read = input.AgreementDocumentFileId?.toLowerCase() ?? link.agreementFileId;
  if (read !== offered)
    throw new StoredRefusal(409, changedSince(await differences(context.db, link.supplierId, read, offered)));
  const [person] = await context.db.select().from(users).where(eq(users.id, context.caller.userId));
  const name = [person?.givenName, person?.surname].filter(Boolean).join(" ");
  if (name === "")
    throw conflict("An agreement is signed with a name, and yours is not known here. Please ask us to enter it.");
  const signature = { name, email: context.caller.email, at: context.now };
  const agreementFileId = await storeAgreement(context, link, signature);
  await updateLink(context, link, {
    status: active,
    agreedAt: context.now,
    agreedBy: context.caller.userId,
    agreementFileId,
  });
  await listProducts(context.db, link);
  return null;
};

export const disableMarketplace: Handler<Suppliers["disableMarketplace"]> = async (input, context) => {
  await disableLink(context, await linkToChange(context, input));
  return null;
};

/** Returns false if it is disabled already. */
export async function disableLink(context: Work, link: Link): Promise<boolean> {
  if (link.status === disabled) return false;
  await updateLink(context, link, { status: disabled });
  await disableProducts(context.db, link);
  return true;
}

export const enableMarketplace: Handler<Suppliers["enableMarketplace"]> = async (input, context) => {
  await enableLink(context, await linkToChange(context, input));
  return null;
};

/** Returns false if it is not disabled. */
export async function enableLink(context: Work, link: Link): Promise<boolean> {
  if (link.status !== disabled) return false;
  assertActive(await marketplaceOf(context, link.marketplaceId));
  await awaitAgreement(context, link);
  await restoreProducts(context.db, link);
  return true;
}

/** Only the document that was read can be signed: a new version has to be read first. */
function changedSince(subjects: string[]): string {
  const list = subjects.length > 0 ? ` (${subjects.join(", ")})` : "";
  return `This agreement has changed since you opened it${list}. Nothing was signed. Please read the new version, then agree.`;
}

type Terms = Pick<Link, "commissionRate" | "referralCostPerClick">;
type Sent = InputOf<Suppliers["upsertMarketplace"]>;

const termsIn = (input: Pick<Sent, "CommissionRate" | "ReferralCostPerClickCharge">): Terms => ({
  commissionRate: input.CommissionRate,
  referralCostPerClick: input.ReferralCostPerClickCharge ?? null,
});

/** @throws Refusal 422 or 409 */
async function keyOf(context: Work, supplierId: number, marketplaceId: number): Promise<LinkKey> {
  const marketplace = await marketplaceOf(context, marketplaceId);
  if (!marketplace) throw invalid({ MarketplaceId: ["Please choose one from the list."] });
  assertActive(marketplace);
  return { supplierId, marketplaceId: marketplace.id };
}

async function insertAgreement(context: Work, key: LinkKey, terms: Terms): Promise<void> {
  await context.db.insert(supplierMarketplaces).values({ ...key, ...terms, status: pending });
  await awaitAgreement(context, key);
}

/** Costs are entered and shown inc GST: a stored cost counts as unchanged while its cents inc GST are the same. */
function isSameAgreement(a: Terms, b: Terms, gstRate: number): boolean {
  return (
    a.commissionRate === b.commissionRate &&
    inclusive(a.referralCostPerClick, gstRate) === inclusive(b.referralCostPerClick, gstRate)
  );
}

/** Returns the agreement, or none. Locks the supplier, so that the agreement cannot change meanwhile. */
export function linksWith({ db }: Pick<Context, "db">, key: LinkKey): Promise<Link[]> {
  return db.select().from(supplierMarketplaces).where(isLink(key));
}

export async function linkToChange(
  context: Context,
  input: { SupplierId: number; MarketplaceId: number },
): Promise<Link> {
  const { supplier } = await supplierToChange(context, input.SupplierId);
  const [link] = await linksWith(context, { supplierId: supplier.id, marketplaceId: input.MarketplaceId });
  if (!link) throw notFound("This marketplace of the supplier");
  return link;
}

/** Locked against changes, so that an agreement never states clauses that were replaced at the same moment. */
export async function marketplaceOf({ db }: Pick<Context, "db">, id: number) {
  const [found] = await db
    .select({ id: marketplaces.id, isDisabled: marketplaces.isDisabled })
    .from(marketplaces)
    .where(eq(marketplaces.id, id))
    .for("share");
  return found;
}

/** @throws Refusal 409 */
export function assertActive(marketplace: { isDisabled: boolean } | undefined): void {
  if (marketplace?.isDisabled) throw conflict(marketplaceMessages.notActive);
}

async function updateLink({ db }: Pick<Context, "db">, key: LinkKey, change: Partial<Link>): Promise<void> {
  await db.update(supplierMarketplaces).set(change).where(isLink(key));
}

/** Makes the supplier agree (again) to a new document. */
async function awaitAgreement(context: Work, key: LinkKey): Promise<void> {
  await updateLink(context, key, {
    ...notAgreed,
    status: pending,
    agreementFileId: await storeAgreement(context, key),
  });
}
