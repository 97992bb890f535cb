/** Commands of operators on an application: ask for more, decline, or accept it. */
import { eq } from "drizzle-orm";
import { invite } from "#api/areas/shared/invitation.ts";
import { offerAgreement } from "#api/areas/suppliers/marketplaces.ts";
import { addSupplier } from "#api/areas/suppliers/new-supplier.ts";
import { inviteStaff } from "#api/areas/suppliers/people.ts";
import { seesAllSuppliers } from "#api/core/access/roles.ts";
import { applicationEntries, applications, supplierUsers, users } from "#api/core/database/schema/index.ts";
import { escaped } from "#api/core/mail/emails.ts";
import { sendOrHold, sendOrRefuse } from "#api/core/mail/limited.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, invalid, notFound } from "#api/core/refusals/refusal.ts";
import { findUserByEmail } from "#api/modules/identity/index.ts";
import { supplierPermissions } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { acceptedElsewhereEmail, acceptedEmail, askedEmail, declinedEmail } from "./emails.ts";
import { linkOf } from "./link.ts";
import { marketplacesOf } from "./parts.ts";

type Applications = Operations["applications"];
type Application = typeof applications.$inferSelect;

/** @throws Refusal 404, or 409 if it is decided already */
async function applicationToDecide({ db }: Context, id: number): Promise<Application> {
  const [application] = await db.select().from(applications).where(eq(applications.id, id)).for("update");
  if (!application) throw notFound("This application");
  const { status } = application;
  if (status === "accepted" || status === "declined")
    throw conflict(`This application was ${status} already. Please reload the page.`);
  return application;
}

async function update({ db, now }: Context, { id }: Application, change: Partial<Application>): Promise<void> {
  await db
    .update(applications)
    .set({ ...change, changedAt: now })
    .where(eq(applications.id, id));
}

async function write({ db, caller, now }: Context, entry: Omit<typeof applicationEntries.$inferInsert, "userId">) {
  await db.insert(applicationEntries).values({ ...entry, userId: caller.userId, at: now });
}

const factsFor = ({ config }: Context, { companyName, linkNonce }: Application) => ({
  organisationName: config.organisation.name,
  companyName,
  link: linkOf(config, linkNonce),
});

export const ask: Handler<Applications["ask"]> = async ({ Id, ApplicationId, Text }, context) => {
  const application = await applicationToDecide(context, ApplicationId);
  await write(context, { applicationId: application.id, kind: "asked", text: Text, commandId: Id });
  await update(context, application, { status: "asked" });
  await sendOrHold(context, application.email, askedEmail({ ...factsFor(context, application), text: Text }));
  return null;
};

export const decline: Handler<Applications["decline"]> = async ({ Id, ApplicationId, Reason }, context) => {
  const application = await applicationToDecide(context, ApplicationId);
  await write(context, { applicationId: application.id, kind: "declined", text: Reason, commandId: Id });
  await update(context, application, { status: "declined", decidedBy: context.caller.userId });
  await sendOrHold(context, application.email, declinedEmail({ ...factsFor(context, application), reason: Reason }));
  return null;
};

export const accept: Handler<Applications["accept"]> = async (input, context) => {
  const application = await applicationToDecide(context, input.ApplicationId);
  const appliedFor = await marketplacesOf(context.db, application.id);
  const chosen = input.Marketplaces.map((terms) => ({
    terms,
    name: appliedFor.find(({ id }) => id === terms.MarketplaceId)?.name,
  }));
  if (chosen.some(({ name }) => name === undefined))
    throw invalid({ Marketplaces: ["The application is not for one of these marketplaces."] });
  if (new Set(chosen.map(({ terms }) => terms.MarketplaceId)).size < chosen.length)
    throw invalid({ Marketplaces: ["Please name each marketplace once."] });
  const supplier = await addSupplier(context.db, {
    name: application.companyName,
    legalName: application.legalName,
    abn: application.abn,
    description: paragraphsOf(application.about),
    businessPhoneNumber: application.phone,
    email: application.email,
  });
  for (const { terms } of chosen) await offerAgreement(context, supplier.id, terms);
  const marketplaceNames = chosen.flatMap(({ name }) => name ?? []);
  await addFirstUser(context, { application, supplier, email: input.UserEmail, marketplaceNames });
  await update(context, application, {
    status: "accepted",
    decidedBy: context.caller.userId,
    supplierId: supplier.id,
  });
  return supplier.id;
};

interface FirstUser {
  application: Application;
  supplier: { id: number; name: string };
  email: string;
  marketplaceNames: readonly string[];
}

const everyPermission = supplierPermissions.reduce((sum, { value }) => sum | value, 0);

/** A new account gets a link to choose its password; the owner of an existing one is invited, and has to accept. */
async function addFirstUser(context: Context, { application, supplier, email, marketplaceNames }: FirstUser) {
  const { db, config } = context;
  const isApplicant = email.toLowerCase() === application.email.toLowerCase();
  // Somebody else enters their name when they choose a password.
  const { givenName, surname } = isApplicant ? application : { givenName: "", surname: "" };
  if (!isApplicant)
    await sendOrHold(
      context,
      application.email,
      acceptedElsewhereEmail({ ...factsFor(context, application), userEmail: email }),
    );
  const [user] = await db
    .insert(users)
    .values({ email, givenName, surname, roles: ["Supplier"] })
    .onConflictDoNothing()
    .returning();
  if (!user) {
    await assertCanBeInvited(context, email);
    await inviteStaff(context, supplier, { email, permissions: everyPermission }, sendOrRefuse);
    return;
  }
  await db.insert(supplierUsers).values({ supplierId: supplier.id, userId: user.id, permissions: everyPermission });
  await invite(context, user, (about) =>
    acceptedEmail({
      ...about,
      organisationName: config.organisation.name,
      companyName: application.companyName,
      marketplaceNames,
    }),
  );
}

/** @throws Refusal 422 */
async function assertCanBeInvited({ db }: Context, email: string): Promise<void> {
  const known = await findUserByEmail(db, email);
  if (known && seesAllSuppliers(known.roles))
    throw invalid({
      UserEmail: [`${email} can already see every supplier, so cannot be a user of one supplier as well.`],
    });
  if (known && !known.isActive)
    throw invalid({
      UserEmail: [`The account of ${email} is deactivated. Please use another address, or ask an administrator.`],
    });
}

/** Plain text as HTML, with a paragraph for each block of lines. */
function paragraphsOf(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== "")
    .map((block) => `<p>${escaped(block).replaceAll("\n", "<br>")}</p>`)
    .join("");
}
