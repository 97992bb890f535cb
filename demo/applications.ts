import { randomUUID } from "node:crypto";
import { eq, ne } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import {
  applicationDocuments,
  applicationEntries,
  applicationMarketplaces,
  applications,
  suppliers,
  users,
} from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { FileLocation } from "#contract/enumerations.ts";
import { abnFrom } from "#contract/rules/abn.ts";
import { hourMs } from "#contract/rules/dates.ts";

type Applicant = Pick<
  typeof applications.$inferInsert,
  "companyName" | "givenName" | "surname" | "email" | "phone" | "about"
>;

const applicants: Applicant[] = [
  {
    companyName: "Gumnut Ceramics",
    givenName: "Priya",
    surname: "Nair",
    email: "priya@gumnut-ceramics.example",
    phone: "(03) 5550 2746",
    about: "Hand-thrown stoneware from Castlemaine: mugs, bowls and planters.\n\nWe send within two working days.",
  },
  {
    companyName: "Southern Cross Linen",
    givenName: "Tom",
    surname: "Walsh",
    email: "tom@southern-cross-linen.example",
    phone: "(08) 5550 9135",
    about: "Sheets and table linen, woven in Western Australia.",
  },
  {
    companyName: "Cheap Phones Direct",
    givenName: "Lee",
    surname: "Marsh",
    email: "lee@cheap-phones.example",
    phone: "0491 570 156",
    about: "Refurbished phones.",
  },
];

/** An application to decide, of a business whose ABN is known already; one that waits for its applicant; one declined. */
export async function seedApplications(db: Db, now: Date): Promise<void> {
  const [operator] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, "operator@countinghouse.example"));
  const [known] = await db
    .select({ abn: suppliers.abn })
    .from(suppliers)
    .where(ne(suppliers.abn, ""))
    .orderBy(suppliers.id)
    .limit(1);
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const add = async (
    applicant: Applicant | undefined,
    {
      abn,
      sent,
      changed = sent,
      ...state
    }: { abn: string; sent: number; changed?: number } & Partial<typeof applications.$inferInsert>,
  ): Promise<number> => {
    if (!applicant) throw new Error("There are no more applicants.");
    const id = await db
      .insert(applications)
      .values({
        ...applicant,
        ...state,
        legalName: `${applicant.companyName} Pty Ltd`,
        abn,
        commandId: randomUUID(),
        submittedAt: ago(sent),
        changedAt: ago(changed),
      })
      .returning({ id: applications.id })
      .then(insertedId);
    await db
      .insert(applicationMarketplaces)
      .values([1, 2].map((marketplaceId) => ({ applicationId: id, marketplaceId })));
    return id;
  };
  const write = (
    applicationId: number,
    kind: (typeof applicationEntries.$inferInsert)["kind"],
    { text, hours }: { text: string; hours: number },
  ) =>
    db
      .insert(applicationEntries)
      .values({ applicationId, kind, text, userId: operator?.id, commandId: randomUUID(), at: ago(hours) });

  const [ceramics, linen, phones] = applicants;
  const toDecide = await add(ceramics, { abn: known?.abn ?? abnFrom("612345678"), sent: 5 });
  await storeDocument(db, toDecide, { name: "Certificate of registration.pdf", at: ago(5) });
  const asked = await add(linen, { abn: abnFrom("623456789"), sent: 72, changed: 20, status: "asked" });
  await write(asked, "asked", { text: "Please send us your certificate of currency of public liability.", hours: 20 });
  const declined = await add(phones, {
    abn: abnFrom("634567890"),
    sent: 200,
    changed: 190,
    status: "declined",
    decidedBy: operator?.id,
  });
  await write(declined, "declined", { text: "Our marketplaces sell things for the home.", hours: 190 });
}

async function storeDocument(db: Db, applicationId: number, { name, at }: { name: string; at: Date }): Promise<void> {
  const content = onePage(name);
  const size = content.length;
  const id = await databaseFiles.put(db, {
    location: FileLocation.applicationDocument,
    name,
    contentType: "application/pdf",
    size,
    content,
  });
  await db
    .insert(applicationDocuments)
    .values({ id, applicationId, draftId: randomUUID(), name, size, uploadedAt: at });
}

/** A PDF of one page with a line of text, and without a table of its objects, which viewers make themselves. */
function onePage(text: string): Buffer {
  const stream = `BT /F1 18 Tf 60 760 Td (${text}) Tj ET`;
  return Buffer.from(
    [
      "%PDF-1.4",
      "1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj",
      "2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj",
      "3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>> endobj",
      `4 0 obj <</Length ${stream.length}>> stream\n${stream}\nendstream endobj`,
      "5 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> endobj",
      "trailer <</Root 1 0 R>>",
      "%%EOF\n",
    ].join("\n"),
  );
}
