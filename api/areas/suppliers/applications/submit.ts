/** Operations of applicants: they apply, see where the application stands, and answer questions. */
import { and, eq, inArray } from "drizzle-orm";
import { insertedId } from "#api/core/database/inserted-id.ts";
import {
  applicationEntries,
  applicationMarketplaces,
  applications,
  marketplaces,
} from "#api/core/database/schema/index.ts";
import { day } from "#api/core/limits/quota.ts";
import { byText } from "#api/core/lists/page-of.ts";
import { sendOrHold } from "#api/core/mail/limited.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, invalid, notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { attach } from "./documents.ts";
import { receivedEmail } from "./emails.ts";
import { countOrRefuse } from "./limit.ts";
import { applicationOfToken, linkOf } from "./link.ts";
import { deletionDate, documentsOf, entriesOf, marketplacesOf } from "./parts.ts";

type Applications = Operations["applications"];

const isOpen = and(eq(marketplaces.isDisabled, false), eq(marketplaces.takesApplications, true));

export const options: Handler<Applications["options"]> = async (_input, { db, config }) => ({
  organisationName: config.organisation.name,
  marketplaces: await db
    .select({ id: marketplaces.id, name: marketplaces.name })
    .from(marketplaces)
    .where(isOpen)
    .orderBy(byText(marketplaces.name), marketplaces.id),
});

/** The answer is the same whether or not the operator knows the business or its email address. */
export const submit: Handler<Applications["submit"]> = async (input, context) => {
  const { db, config } = context;
  await countOrRefuse(context, { key: "application", most: config.limits.applicationsPerAddressDay, seconds: day });
  const wanted = [...new Set(input.MarketplaceIds)];
  const open = await db.$count(marketplaces, and(inArray(marketplaces.id, wanted), isOpen));
  if (open < wanted.length)
    throw invalid({ MarketplaceIds: ["One of these marketplaces takes no applications now. Please choose again."] });
  const [application] = await db
    .insert(applications)
    .values({
      companyName: input.CompanyName,
      legalName: input.LegalName || input.CompanyName,
      abn: input.Abn,
      givenName: input.GivenName,
      surname: input.Surname,
      email: input.Email,
      phone: input.Phone,
      about: input.About,
      commandId: input.Id,
    })
    .returning();
  if (!application) throw new Error("The application was not stored.");
  const { id: applicationId, companyName, linkNonce } = application;
  await db.insert(applicationMarketplaces).values(wanted.map((marketplaceId) => ({ applicationId, marketplaceId })));
  await attach(db, { applicationId }, input.Id, input.DocumentIds);
  const email = receivedEmail({
    organisationName: config.organisation.name,
    companyName,
    link: linkOf(config, linkNonce),
  });
  await sendOrHold(context, input.Email, email);
  return null;
};

export const own: Handler<Applications["own"]> = async ({ token }, { db, config }) => {
  const application = await applicationOfToken(db, config, token);
  if (!application) throw notFound("This application");
  const { id, status, companyName, abn, email, submittedAt } = application;
  const documents = await documentsOf(db, id);
  const namesOf = (entryId: number | null) =>
    documents.filter((document) => document.entryId === entryId).map(({ name }) => name);
  return {
    organisationName: config.organisation.name,
    status,
    companyName,
    abn,
    email,
    submittedDate: submittedAt.toISOString(),
    marketplaces: (await marketplacesOf(db, id)).map(({ name }) => name),
    documents: namesOf(null),
    entries: (await entriesOf(db, id)).map((entry) => ({
      kind: entry.kind,
      text: entry.text,
      date: entry.at.toISOString(),
      documents: namesOf(entry.id),
    })),
    deletionDate: deletionDate(application),
  };
};

export const answer: Handler<Applications["answer"]> = async (input, { db, config, now }) => {
  const found = await applicationOfToken(db, config, input.Token);
  if (!found) throw notFound("This application");
  const [application] = await db.select().from(applications).where(eq(applications.id, found.id)).for("update");
  if (application?.status !== "asked")
    throw conflict(
      "There is nothing to answer at the moment. Please reload the page to see where your application stands.",
    );
  const entryId = await db
    .insert(applicationEntries)
    .values({ applicationId: application.id, kind: "answered", text: input.Text, commandId: input.Id, at: now })
    .returning({ id: applicationEntries.id })
    .then(insertedId);
  await attach(db, { applicationId: application.id, entryId }, input.Id, input.DocumentIds);
  await db.update(applications).set({ status: "received", changedAt: now }).where(eq(applications.id, application.id));
  return null;
};
