/**
 * Changes many suppliers at once: agreements with a marketplace by the rules of one, their GST registration, and
 * emails.
 */
import { and, asc, eq, inArray } from "drizzle-orm";
import { describeKept } from "#api/areas/history/kept.ts";
import { synchroniseListings } from "#api/areas/shared/listings.ts";
import { hasRole, visibleTo } from "#api/core/access/caller.ts";
import { addresses, changes, products, suppliers } from "#api/core/database/schema/index.ts";
import { putBack, type StoredChange } from "#api/core/history/put-back.ts";
import { byText } from "#api/core/lists/page-of.ts";
import { written } from "#api/core/mail/emails.ts";
import { sendInTurn } from "#api/core/mail/limited.ts";
import type { ManyArea, ManyWork } from "#api/core/many/area.ts";
import { previewOf } from "#api/core/many/preview.ts";
import { manyChanges } from "#api/core/many/process.ts";
import { conflict, forbidden, notFound } from "#api/core/refusals/refusal.ts";
import { supplierMarketplaceStatuses } from "#contract/enumerations.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { at } from "#contract/rules/at.ts";
import { formatDollars } from "#contract/rules/dollars.ts";
import { splitEmails } from "#contract/rules/emails.ts";
import { inclusive } from "#contract/rules/money.ts";
import { formatPercent } from "#contract/rules/percent.ts";
import { supplierGst } from "#contract/suppliers/edits.ts";
import type { GstState } from "#contract/suppliers/schema.ts";
import { filtersOf } from "./filters.ts";
import { saveGst } from "./gst.ts";
import type { Link } from "./links.ts";
import { assertActive, disableLink, enableLink, linksWith, marketplaceOf, offerTerms } from "./marketplaces.ts";
import { assertSameTerms } from "./undo.ts";

type Trial = InputOf<Operations["suppliers"]["previewMany"]>;
type Change = Trial["Change"];
type Supplier = typeof suppliers.$inferSelect;

const area: ManyArea<Change, NonNullable<Trial["Filter"]>, Supplier> = {
  name: "supplierChanges",
  noun: "supplier",
  path: "/suppliers/many",
  permission: "suppliers.add",
  id: suppliers.id,
  authorise({ caller }, { Kind }) {
    if (!hasRole(caller, "Administrator", ...(Kind === "gst" ? [] : (["Operator"] as const)))) throw forbidden();
  },
  matches: (filter, work) => and(...filtersOf(filter, work)),
  find: ({ db, caller }, which, most) =>
    db
      .select({ id: suppliers.id, name: suppliers.name })
      .from(suppliers)
      .leftJoin(addresses, eq(addresses.id, suppliers.billingAddressId))
      .where(and(visibleTo(caller, suppliers.id), which))
      .orderBy(asc(byText(suppliers.name)), asc(suppliers.id))
      .limit(most),
  async lock({ db, caller }, id) {
    const [supplier] = await db
      .select()
      .from(suppliers)
      .where(and(eq(suppliers.id, id), visibleTo(caller, suppliers.id)))
      .for("update");
    if (!supplier) throw notFound("This supplier");
    return supplier;
  },
  about: () => "",
  shown: shownFields,
  change: changeOne,
  done: ({ Kind }) => (Kind === "mail" ? "emailed" : "changed"),
  undo: {
    can: ({ Kind }) => Kind === "disable",
    record: "supplier",
    tables: ["supplier_marketplaces"],
    describeKept,
    async before(work, _supplier, change, own) {
      if (change.Kind === "mail" || change.Kind === "gst") return;
      assertActive(await marketplaceOf(work, change.MarketplaceId));
      await assertSameTerms(work, own);
    },
    after: (work, supplier, _change, own) => restoreListings(work, supplier, own),
  },
};

async function changeOne(work: ManyWork, supplier: Supplier, change: Change): Promise<boolean> {
  if (change.Kind === "mail") return sendMail(work, supplier, change);
  if (change.Kind === "gst") return recordGst(work, supplier, change.Registered);
  if (change.Kind === "offer") return offerTerms(work, supplier.id, change);
  // Before the agreement, because other commands lock them in this order.
  await marketplaceOf(work, change.MarketplaceId);
  const [link] = await linksWith(work, { supplierId: supplier.id, marketplaceId: change.MarketplaceId });
  if (!link) throw conflict("It has no agreement with this marketplace.");
  return change.Kind === "disable" ? disableLink(work, link) : enableLink(work, link);
}

/** Keeps what is recorded already, with the days of a registration. */
async function recordGst(work: ManyWork, supplier: Supplier, state: GstState): Promise<boolean> {
  if (state === supplierGst(supplier).Registered) return false;
  await saveGst(work, supplier, { Registered: state });
  return true;
}

const gstWords: Record<GstState, string> = { yes: "Registered", no: "Not registered", unknown: "Not checked" };

/** One email to each contact for orders. Without a text it is only tried. */
async function sendMail(
  work: ManyWork,
  supplier: Supplier,
  { Subject = "", Text = "" }: Extract<Change, { Kind: "mail" }>,
): Promise<boolean> {
  const contacts = splitEmails(supplier.orderContactEmails);
  if (contacts.length === 0)
    throw conflict("It has no email address for orders. Enter one on the supplier's page first.");
  if (Text !== "") for (const to of contacts) await sendInTurn(work, to, written(Subject, [Text]));
  return true;
}

/** Of the agreement or the registration, or who is written to. */
async function shownFields(
  work: ManyWork,
  supplier: Supplier,
  change: Change,
  isAfter: boolean,
): Promise<Map<string, string>> {
  if (change.Kind === "mail") return new Map([["Email to", isAfter ? supplier.orderContactEmails : ""]]);
  if (change.Kind === "gst")
    return new Map([["GST", gstWords[supplierGst(await stored(work, supplier.id)).Registered]]]);
  const [link] = await linksWith(work, { supplierId: supplier.id, marketplaceId: change.MarketplaceId });
  return agreementFields(link, work.config.gstRate);
}

async function stored({ db }: ManyWork, id: number): Promise<Supplier> {
  return at(await db.select().from(suppliers).where(eq(suppliers.id, id)), 0);
}

const agreementFields = (link: Link | undefined, gstRate: number): Map<string, string> =>
  new Map([
    ["Agreement", supplierMarketplaceStatuses.find(({ value }) => value === link?.status)?.displayName ?? "None"],
    ["Commission", link ? formatPercent(link.commissionRate) : ""],
    [
      "Referral cost per click",
      link?.referralCostPerClick ? formatDollars(inclusive(link.referralCostPerClick, gstRate)) : "",
    ],
  ]);

/** The products that were taken from the marketplace, if nobody has decided about them since. */
async function restoreListings({ db }: ManyWork, supplier: Supplier, own: readonly StoredChange[]): Promise<void> {
  const processId = own[0]?.processId;
  if (!processId) return;
  const theirs = db.select({ id: products.id }).from(products).where(eq(products.supplierId, supplier.id));
  const listings: StoredChange[] = await db
    .select()
    .from(changes)
    .where(
      and(
        eq(changes.processId, processId),
        eq(changes.record, "product"),
        eq(changes.tableName, "marketplace_products"),
        inArray(changes.recordId, theirs),
      ),
    );
  const { restored } = await putBack(db, listings);
  await synchroniseListings(
    db,
    restored.map(({ key }) => Number(key.id)),
  );
}

export const supplierChanges = manyChanges(area);
export const changeMany = supplierChanges.begin;
export const previewMany = previewOf(area);
