import { createHmac, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteExpiredApplications } from "#api/areas/suppliers/applications/delete-expired.ts";
import {
  applicationDocuments,
  commands,
  files,
  heldMails,
  applications as table,
} from "#api/core/database/schema/index.ts";
import { applicationDays, maxDocumentBytes, maxDocuments } from "#contract/applications/limits.ts";
import type { Operation, SentInput } from "#contract/operation.ts";
import { visitorHeader, visitorText } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { abnFrom } from "#contract/rules/abn.ts";
import { multipart, requestFor, startApi, urlOf } from "#tests/support/api.ts";
import { everyBit, type TestUser } from "#tests/support/world.ts";

const api = await startApi({ APPLICATIONS_PER_ADDRESS_DAY: "5" });
const { db } = api.database;
const { applications, suppliers } = operations;

let operator: TestUser;
let marketplace: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace("Harbour & Co");
});

/** A network from which nothing has come yet. */
let networks = 0;
const newAddress = () => `10.1.${Math.floor(++networks / 250)}.${networks % 250}`;

let abns = 0;
const newAbn = () => abnFrom(String(300_000_000 + ++abns));

/** Sends as a visitor, from a new network unless the test names one. */
async function visit(operation: Operation, input: Record<string, unknown>, remoteAddress = newAddress()) {
  const response = await api.send(undefined, { ...requestFor(operation, input), remoteAddress });
  return { status: response.statusCode, body: response.body === "" ? null : response.json() };
}

type Submitted = SentInput<typeof applications.submit>;

let email: string;
let application: Omit<Submitted, "Id">;
beforeEach(() => {
  email = `kim-${randomUUID()}@acacia.example`;
  application = {
    CompanyName: `Acacia ${randomUUID()}`,
    LegalName: "Acacia Homewares Pty Ltd",
    Abn: newAbn(),
    GivenName: "Kim",
    Surname: "Lee",
    Email: email,
    Phone: "(08) 5550 1234",
    About: "We make <bowls> & vases.\n\nBy hand.",
    MarketplaceIds: [marketplace],
  };
});

const submit = (changes: Partial<Submitted> = {}, address?: string) =>
  visit(applications.submit, { ...application, ...changes }, address);

/** The secret in the link of the latest email. */
async function tokenOf(address = email): Promise<string> {
  const mails = await api.mailsTo(address);
  return mails.at(-1)?.text.match(/\/apply\/(\S+)/)?.[1] ?? "";
}

async function idOf(companyName = application.CompanyName): Promise<number> {
  const { items } = await api.ok(operator, applications.list, { companyName });
  return items[0]?.id ?? 0;
}

/** Submits the application. @returns its id and the secret of its link */
async function submitted(changes: Partial<Submitted> = {}) {
  expect(await submit(changes)).toEqual({ status: 200, body: null });
  return { id: await idOf(changes.CompanyName), token: await tokenOf() };
}

const shown = (id: number, user = operator) => api.ok(user, applications.get, { id });
const own = (token: string) => visit(applications.own, { token });

const pdf = (name = "register.pdf", bytes = 0) => new File([`%PDF-1.7\n${" ".repeat(bytes)}`], name);

async function upload(draft: string, chosen: File[], remoteAddress = newAddress()) {
  const operation = applications.uploadDocuments;
  const response = await api.send(undefined, {
    method: "POST",
    url: urlOf(operation),
    remoteAddress,
    ...(await multipart(chosen, { DraftId: draft })),
  });
  return { status: response.statusCode, body: response.json() };
}

const idsIn = ({ body }: Awaited<ReturnType<typeof upload>>) => (body as { id: string }[]).map(({ id }) => id);

describe("an application", () => {
  test("is stored, and its applicant gets an email with a link that shows where it stands", async () => {
    const { id, token } = await submitted();
    expect(await shown(id)).toMatchObject({
      status: "received",
      companyName: application.CompanyName,
      legalName: "Acacia Homewares Pty Ltd",
      abn: application.Abn,
      contactName: "Kim Lee",
      email,
      phone: "(08) 5550 1234",
      about: application.About,
      marketplaces: [{ id: marketplace, name: "Harbour & Co", isActive: true }],
      documents: [],
      entries: [],
      supplier: null,
      deletionDate: null,
    });
    const [mail, ...others] = await api.mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Your application to Countinghouse");
    expect(await own(token)).toMatchObject({
      status: 200,
      body: { status: "received", companyName: application.CompanyName, marketplaces: ["Harbour & Co"], entries: [] },
    });
  });

  test("without a legal name has its business name as one", async () => {
    const { id } = await submitted({ LegalName: "" });
    expect((await shown(id)).legalName).toBe(application.CompanyName);
  });

  test("that is sent twice with the same Id is stored once and answered by one email", async () => {
    const Id = randomUUID();
    const address = newAddress();
    for (const _ of [1, 2]) expect((await submit({ Id }, address)).status).toBe(200);
    expect((await api.ok(operator, applications.list, { companyName: application.CompanyName })).totalCount).toBe(1);
    expect(await api.mailsTo(email)).toHaveLength(1);
  });

  test("cannot be seen with another link", async () => {
    const { token } = await submitted();
    const Email = `other-${randomUUID()}@acacia.example`;
    await submit({ Email });
    const other = await tokenOf(Email);
    const mixed = `${token.slice(0, 32)}${other.slice(32)}`;
    for (const wrong of ["x", "0".repeat(75), token.slice(0, -1), `${token}x`, mixed])
      expect((await own(wrong)).status).toBe(404);
  });

  test.each<[field: string, value: unknown, message: string]>([
    ["CompanyName", " ", "Please enter the name of your business."],
    ["CompanyName", "x".repeat(256), "Please use no more than 255 characters."],
    ["Abn", "", "Please enter your ABN."],
    ["Abn", "51 824 753 55", "An ABN has 11 digits, for example 51 824 753 556."],
    [
      "Abn",
      "51 824 753 557",
      "These digits are not an ABN: the check digits do not match. Please compare them with the register.",
    ],
    ["GivenName", "", "Please enter your given name."],
    ["Surname", "x".repeat(51), "Please use no more than 50 characters."],
    ["Email", "kim@acacia", "Please enter a valid email address"],
    ["Email", "kim@acacia.example, lee@acacia.example", "Please enter a valid email address"],
    ["Phone", "0".repeat(26), "Please use no more than 25 characters."],
    ["About", "x".repeat(2_001), "Please use no more than 2,000 characters."],
    ["MarketplaceIds", [], "Please choose at least one marketplace."],
    ["MarketplaceIds", [999_999_999], "One of these marketplaces takes no applications now. Please choose again."],
    ["DocumentIds", [randomUUID()], expect.stringMatching(/no longer stored/)],
    ["DocumentIds", Array.from({ length: maxDocuments + 1 }, () => randomUUID()), "Please send at most 5 documents."],
  ])("with a wrong %s is refused: %j", async (field, value, message) => {
    expect(await submit({ [field]: value })).toMatchObject({ status: 422, body: { errors: { [field]: [message] } } });
    expect(await api.mailsTo(email)).toEqual([]);
  });

  test.each([
    ["is not active", { isDisabled: true }],
    ["takes no applications", { takesApplications: false }],
  ])("for a marketplace that %s is refused, and the form does not offer it", async (_, traits) => {
    const closed = await api.aMarketplace("Closed", traits);
    expect(await submit({ MarketplaceIds: [marketplace, closed] })).toMatchObject({ status: 422 });
    const options = await api.ok(undefined, applications.options, {});
    expect(options.organisationName).toBe("Countinghouse");
    expect(options.marketplaces.map(({ id }) => id)).toContain(marketplace);
    expect(options.marketplaces.map(({ id }) => id)).not.toContain(closed);
  });

  test("is answered the same, whether or not the business or its email address is known", async () => {
    const known = await api.aUser({ roles: ["Administrator"] });
    await api.aSupplier({ abn: application.Abn });
    expect(await submit({ Email: known.email })).toEqual({ status: 200, body: null });
    expect(await submit()).toEqual({ status: 200, body: null });
  });
});

describe("the limit of applications", () => {
  test("is five a day from one network, and refused applications do not count", async () => {
    const address = newAddress();
    expect((await submit({ MarketplaceIds: [999_999_999] }, address)).status).toBe(422);
    for (let i = 1; i <= 5; i++) expect((await submit({ Email: `${i}${email}` }, address)).status).toBe(200);
    const refused = await submit({}, address);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        message:
          "Too many applications have come from your network today. Nothing was sent. Please try again in 24 hours.",
      },
    });
    expect(await api.mailsTo(email)).toEqual([]);
    expect((await submit({}, newAddress())).status).toBe(200);
  });

  test("counts the visitor that the back office names, and only the back office can name one", async () => {
    const backOffice = newAddress();
    const named = (visitor: string, secret: string) => {
      const signature = createHmac("sha256", secret).update(visitorText(visitor)).digest("hex");
      return { [visitorHeader]: `${visitor} ${signature}` };
    };
    const send = async (headers: Record<string, string>) =>
      (
        await api.send(undefined, {
          ...requestFor(applications.submit, { ...application, Email: `${randomUUID()}@acacia.example` }),
          remoteAddress: backOffice,
          headers,
        })
      ).statusCode;
    const secret = "a secret for tests alone";
    const [first, second] = [newAddress(), newAddress()];
    for (let i = 1; i <= 5; i++) expect(await send(named(first, secret))).toBe(200);
    expect(await send(named(first, secret))).toBe(429);
    expect(await send(named(second, secret))).toBe(200);
    // Forged, or cut: the address of the connection counts.
    for (let i = 1; i <= 5; i++) expect(await send(named(newAddress(), "another secret"))).toBe(200);
    expect(await send(named(newAddress(), "another secret"))).toBe(429);
    expect(await send({ [visitorHeader]: newAddress() })).toBe(429);
  });

  test("of emails to one address holds the fourth within an hour, although each network is another", async () => {
    for (let i = 1; i <= 4; i++) expect((await submit()).status).toBe(200);
    expect(await api.mailsTo(email)).toHaveLength(3);
    expect(await db.$count(heldMails, eq(heldMails.to, email))).toBe(1);
  });
});

describe("documents", () => {
  test("are sent with the application, and only who may add suppliers can read them", async () => {
    const Id = randomUUID();
    const png = new File([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])], "licence.png");
    const jpeg = new File([Buffer.from([0xff, 0xd8, 0xff, 0xe0])], "shop.jpg");
    const stored = await upload(Id, [pdf(), png, jpeg]);
    expect(stored).toMatchObject({
      status: 200,
      body: [{ name: "register.pdf" }, { name: "licence.png" }, { name: "shop.jpg" }],
    });
    const { id, token } = await submitted({ Id, DocumentIds: idsIn(stored) });
    expect((await shown(id)).documents.map(({ name }) => name).sort()).toEqual([
      "licence.png",
      "register.pdf",
      "shop.jpg",
    ]);
    expect((await own(token)).body.documents).toHaveLength(3);
    const [documentId = ""] = idsIn(stored);
    const found = await api.call(operator, applications.document, { id, documentId });
    expect(found.raw.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(/^attachment; filename="register.pdf"/),
      "x-content-type-options": "nosniff",
    });
    expect(found.raw.body).toContain("%PDF-");
    const { id: other } = await submitted({ CompanyName: `Other ${randomUUID()}` });
    expect((await api.call(operator, applications.document, { id: other, documentId })).status).toBe(404);
    for (const role of ["Read Only", "Finance", "Catalogue Manager"] as const) {
      const reader = await api.aUser({ roles: [role] });
      expect((await api.call(reader, applications.document, { id, documentId })).status).toBe(403);
      expect((await api.call(reader, operations.files.get, { fileId: documentId })).status).toBe(404);
    }
    expect((await api.call(operator, operations.files.get, { fileId: documentId })).status).toBe(404);
  });

  test.each([
    ["is empty", new File([], "a.pdf"), "Please choose a file."],
    [
      "is a web page",
      new File(["<script>"], "a.pdf"),
      "“a.pdf” is not a PDF, JPEG or PNG file. Please choose another one.",
    ],
    ["is a program", new File(["MZ"], "a.exe"), "“a.exe” is not a PDF, JPEG or PNG file. Please choose another one."],
  ])("are refused if one of them %s", async (_, file, message) => {
    const draft = randomUUID();
    expect(await upload(draft, [file])).toMatchObject({ status: 422, body: { message } });
    expect(await db.$count(applicationDocuments, eq(applicationDocuments.draftId, draft))).toBe(0);
  });

  test("are refused above 10 MB together and above five at once", async () => {
    const half = maxDocumentBytes / 2;
    expect((await upload(randomUUID(), [pdf("a.pdf", half), pdf("b.pdf", half)])).status).toBe(413);
    const six = Array.from({ length: maxDocuments + 1 }, () => pdf());
    expect((await upload(randomUUID(), six)).status).toBe(413);
  });

  test("of another form cannot be attached", async () => {
    const stored = await upload(randomUUID(), [pdf()]);
    expect((await submit({ DocumentIds: idsIn(stored) })).status).toBe(422);
  });

  test("can be attached once", async () => {
    const Id = randomUUID();
    const DocumentIds = idsIn(await upload(Id, [pdf()]));
    await submitted({ Id, DocumentIds });
    expect((await submit({ DocumentIds })).status).toBe(422);
  });

  test("may be uploaded twenty times a day from one network", async () => {
    const address = newAddress();
    for (let i = 1; i <= 20; i++) expect((await upload(randomUUID(), [pdf()], address)).status).toBe(200);
    expect((await upload(randomUUID(), [pdf()], address)).status).toBe(429);
  });
});

describe("operators", () => {
  test("find applications by status, business name and ABN", async () => {
    const { id } = await submitted();
    const find = async (input: object) =>
      (await api.ok(operator, applications.list, { companyName: application.CompanyName, ...input })).items.map(
        (row) => row.id,
      );
    expect(await find({ status: "received" })).toEqual([id]);
    expect(await find({ status: "asked" })).toEqual([]);
    expect(await find({ abn: application.Abn.replace(/^(..)(...)/, "$1 $2 ") })).toEqual([id]);
    expect(await find({ abn: "00000000000" })).toEqual([]);
    for (const sortFieldName of ["submittedDate", "changedDate", "companyName"] as const)
      expect(await find({ sortFieldName, sortDirection: "Ascending" })).toEqual([id]);
  });

  test("see suppliers and open applications with the same ABN", async () => {
    const supplier = await api.aSupplier({ name: "Acacia", abn: application.Abn });
    const { id } = await submitted();
    const { id: later } = await submitted({ CompanyName: `Again ${randomUUID()}` });
    expect(await shown(later)).toMatchObject({
      suppliersWithSameAbn: [{ id: supplier, name: "Acacia" }],
      applicationsWithSameAbn: [{ id, name: application.CompanyName }],
    });
    await api.ok(operator, applications.decline, { ApplicationId: id, Reason: "Sent twice." });
    expect((await shown(later)).applicationsWithSameAbn).toEqual([]);
  });

  test("count the applications that wait for a decision on their home page", async () => {
    const count = async (user: TestUser) =>
      (await api.ok(user, operations.home.waiting, {})).find(({ kind }) => kind === "applications")?.count ?? 0;
    const before = await count(operator);
    await submitted();
    expect(await count(operator)).toBe(before + 1);
    expect(await count(await api.aUser({ roles: ["Finance"] }))).toBe(0);
  });
});

describe("asking for more", () => {
  test("emails the question, and the answer comes back with its documents", async () => {
    const { id, token } = await submitted();
    await api.ok(operator, applications.ask, { ApplicationId: id, Text: "Please send your certificate." });
    const mail = (await api.mailsTo(email)).at(-1);
    expect(mail?.text).toContain("Please send your certificate.");
    expect(await tokenOf()).toBe(token);
    expect((await own(token)).body).toMatchObject({
      status: "asked",
      entries: [{ kind: "asked", text: "Please send your certificate." }],
      deletionDate: expect.any(String),
    });

    const Id = randomUUID();
    const DocumentIds = idsIn(await upload(Id, [pdf("certificate.pdf")]));
    expect(await visit(applications.answer, { Id, Token: token, Text: "Here it is.", DocumentIds })).toEqual({
      status: 200,
      body: null,
    });
    expect(await shown(id)).toMatchObject({
      status: "received",
      documents: [],
      entries: [
        { kind: "asked", userFullName: "Kim Doe", documents: [] },
        { kind: "answered", text: "Here it is.", userFullName: null, documents: [{ name: "certificate.pdf" }] },
      ],
      deletionDate: null,
    });
    const [sent] = await db.select().from(commands).where(eq(commands.id, Id));
    expect(JSON.stringify(sent)).not.toContain(token);
  });

  test("is the only time when an applicant can write", async () => {
    const { id, token } = await submitted();
    const answer = () => visit(applications.answer, { Token: token, Text: "Well?" });
    expect(await answer()).toMatchObject({ status: 409 });
    await api.ok(operator, applications.ask, { ApplicationId: id, Text: "Where are you?" });
    expect((await answer()).status).toBe(200);
    expect((await answer()).status).toBe(409);
    expect((await visit(applications.answer, { Token: "x", Text: "Well?" })).status).toBe(404);
  });

  test("needs a text", async () => {
    const { id } = await submitted();
    expect(await api.call(operator, applications.ask, { ApplicationId: id, Text: " " })).toMatchObject({
      status: 422,
      problem: { errors: { Text: ["Please write what you need."] } },
    });
  });
});

describe("declining", () => {
  test("emails the reason and is final", async () => {
    const { id, token } = await submitted();
    await api.ok(operator, applications.decline, { ApplicationId: id, Reason: "We have enough bowls." });
    expect((await api.mailsTo(email)).at(-1)?.text).toContain("We have enough bowls.");
    expect((await own(token)).body).toMatchObject({
      status: "declined",
      entries: [{ kind: "declined", text: "We have enough bowls." }],
    });
    expect(await shown(id)).toMatchObject({ status: "declined", decidedByUserFullName: "Kim Doe" });
    const again = { ApplicationId: id, Reason: "No." };
    for (const attempt of [
      api.call(operator, applications.decline, again),
      api.call(operator, applications.ask, { ApplicationId: id, Text: "Why?" }),
      api.call(operator, applications.accept, { ApplicationId: id, UserEmail: email, Marketplaces: [] }),
    ])
      expect(await attempt).toMatchObject({
        status: 409,
        problem: { message: "This application was declined already. Please reload the page." },
      });
  });
});

describe("accepting", () => {
  const accept = (id: number, changes: object = {}) =>
    api.call(operator, applications.accept, {
      ApplicationId: id,
      UserEmail: email,
      Marketplaces: [{ MarketplaceId: marketplace, CommissionRate: 0.25, ReferralCostPerClickCharge: 0.5 }],
      ...changes,
    });
  const everyPermission = [1, 2, 4, 8, 16, 32];

  test("adds the supplier with what was entered, a pending agreement, and a user who chooses a password", async () => {
    const Id = randomUUID();
    const DocumentIds = idsIn(await upload(Id, [pdf()]));
    const { id, token } = await submitted({ Id, DocumentIds });
    const { status, body: supplierId } = await accept(id);
    expect(status).toBe(200);
    expect(await api.ok(operator, suppliers.get, { id: supplierId })).toMatchObject({
      name: application.CompanyName,
      legalName: "Acacia Homewares Pty Ltd",
      abn: application.Abn,
      businessPhoneNumber: "(08) 5550 1234",
      orderContactEmails: email,
      description: "<p>We make &lt;bowls&gt; &amp; vases.</p><p>By hand.</p>",
      applicationId: id,
      users: [{ email, permissions: everyPermission }],
      marketplaces: [
        {
          marketplaceId: marketplace,
          status: 1,
          commissionRate: 0.25,
          referralCostPerClickCharge: 0.5,
          agreementDocumentFileId: expect.any(String),
        },
      ],
    });
    const mail = (await api.mailsTo(email)).at(-1);
    expect(mail?.subject).toBe("Welcome to Countinghouse");
    expect(mail?.text).toMatch(/Choose a password:\n\S+\/identity\/password\/\S+/);
    expect(mail?.text).toContain("Harbour & Co");
    expect(await shown(id)).toMatchObject({
      status: "accepted",
      supplier: { id: supplierId },
      suppliersWithSameAbn: [],
      documents: [{ name: "register.pdf" }],
    });
    expect((await own(token)).body.status).toBe("accepted");
    expect((await accept(id)).status).toBe(409);
    const reader = await api.aUser({ roles: ["Read Only"] });
    expect((await api.ok(reader, suppliers.get, { id: supplierId })).applicationId).toBeNull();
  });

  test("tells the applicant if somebody else is the first user", async () => {
    const UserEmail = `ana-${randomUUID()}@acacia.example`;
    const { id } = await submitted();
    expect((await accept(id, { UserEmail })).status).toBe(200);
    expect((await api.mailsTo(email)).at(-1)?.text).toContain(`went to ${UserEmail}.`);
    expect((await api.mailsTo(UserEmail)).map(({ subject }) => subject)).toEqual(["Welcome to Countinghouse"]);
  });

  test("can leave out agreements", async () => {
    const { id } = await submitted();
    const { body } = await accept(id, { Marketplaces: [] });
    expect((await api.ok(operator, suppliers.get, { id: body })).marketplaces).toEqual([]);
  });

  test("invites the owner of an existing account, who has to accept", async () => {
    const staff = await api.aUser({ links: [{ supplier: await api.aSupplier(), bits: everyBit }] });
    const { id } = await submitted();
    const { body } = await accept(id, { UserEmail: staff.email });
    expect((await api.ok(operator, suppliers.get, { id: body })).users).toMatchObject([
      { email: staff.email, permissions: everyPermission, isInvited: true },
    ]);
    expect((await api.mailsTo(staff.email)).at(-1)?.text).toContain("/identity/invitation/");
    expect((await api.call(staff, suppliers.get, { id: body })).status).toBe(404);
  });

  test("changes nothing if it is refused", async () => {
    const admin = await api.aUser({ roles: ["Administrator"] });
    const inactive = await api.aUser({ isActive: false });
    const closed = await api.aMarketplace("Closing");
    const { id } = await submitted({ MarketplaceIds: [marketplace, closed] });
    await db.execute(`update marketplaces set is_disabled = true where id = ${closed}`);
    const terms = (MarketplaceId: number) => ({ MarketplaceId, CommissionRate: 0.1 });
    const foreign = await api.aMarketplace();
    const refusals: [object, number][] = [
      [{ UserEmail: admin.email }, 422],
      [{ UserEmail: inactive.email }, 422],
      [{ UserEmail: "kim" }, 422],
      [{ Marketplaces: [terms(closed)] }, 409],
      [{ Marketplaces: [terms(foreign)] }, 422],
      [{ Marketplaces: [terms(marketplace), terms(marketplace)] }, 422],
      [{ Marketplaces: [{ ...terms(marketplace), CommissionRate: 1 }] }, 422],
    ];
    for (const [changes, status] of refusals)
      expect([changes, (await accept(id, changes)).status]).toEqual([changes, status]);
    const found = await api.ok(operator, suppliers.list, { name: application.CompanyName });
    expect([found.totalCount, (await shown(id)).status]).toEqual([0, "received"]);
    expect((await shown(id)).marketplaces.map(({ isActive }) => isActive).sort()).toEqual([false, true]);
  });

  test("by two people at once adds one supplier", async () => {
    const { id } = await submitted();
    const statuses = (await Promise.all([accept(id), accept(id)])).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409]);
    expect((await api.ok(operator, suppliers.list, { name: application.CompanyName })).totalCount).toBe(1);
  });
});

describe("after 90 days", () => {
  const dayMs = 86_400_000;
  const later = (days: number) => new Date(Date.now() + days * dayMs);

  test("declined and unanswered applications are deleted, with their documents and commands", async () => {
    const Id = randomUUID();
    const DocumentIds = idsIn(await upload(Id, [pdf()]));
    const { id: declined } = await submitted({ Id, DocumentIds });
    const { id: asked } = await submitted({ CompanyName: `Asked ${randomUUID()}` });
    const { id: waiting } = await submitted({ CompanyName: `Waiting ${randomUUID()}` });
    const Decline = randomUUID();
    await api.ok(operator, applications.decline, { Id: Decline, ApplicationId: declined, Reason: "Too late." });
    await api.ok(operator, applications.ask, { ApplicationId: asked, Text: "Are you there?" });
    const left = async () =>
      (await db.select({ id: table.id }).from(table))
        .map(({ id }) => id)
        .filter((id) => [declined, asked, waiting].includes(id));

    await deleteExpiredApplications(api.database, later(applicationDays - 1));
    expect((await left()).sort()).toEqual([declined, asked, waiting].sort());
    await deleteExpiredApplications(api.database, later(applicationDays + 1));
    expect(await left()).toEqual([waiting]);
    expect(await db.$count(files, eq(files.id, DocumentIds[0] ?? ""))).toBe(0);
    for (const id of [Id, Decline]) expect(await db.$count(commands, eq(commands.id, id))).toBe(0);
  });

  test("documents that were never sent are deleted after a day", async () => {
    const [id = ""] = idsIn(await upload(randomUUID(), [pdf()]));
    await deleteExpiredApplications(api.database, later(0.9));
    expect(await db.$count(files, eq(files.id, id))).toBe(1);
    await deleteExpiredApplications(api.database, later(1.1));
    expect(await db.$count(files, eq(files.id, id))).toBe(0);
  });
});
