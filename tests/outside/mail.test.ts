/** Emails at a mail server that others have written, configured as strictly as the standards are. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  acceptedElsewhereEmail,
  acceptedEmail,
  askedEmail,
  declinedEmail,
  receivedEmail,
} from "#api/areas/suppliers/applications/emails.ts";
import {
  answeredEmail,
  bankDetailsEmail,
  disabledEmail,
  gatheredEmail,
  invitationEmail,
  invoiceEmail,
  newPasswordEmail,
  orderEmail,
  queriedEmail,
  remittanceEmail,
  type Written,
  welcomeEmail,
  withUnsubscribing,
  written,
} from "#api/core/mail/emails.ts";
import { type Email, mailerOf, smtpMailer } from "#api/core/mail/mailer.ts";
import { type SecondFactorEvent, secondFactorEmail } from "#api/core/mail/security-emails.ts";
import { whyNotSent } from "#api/core/mail/why-not-sent.ts";
import { login, startExim } from "#tests/support/outside/exim.ts";
import { program } from "#tests/support/outside/partners.ts";

const exim = program("exim4", "No email was sent to a mail server of others.");

const name = "Zoë Müßiggang-Łódź & Söhne “Ærø” 🐚";
const long = `${name} ${"Überlänge ".repeat(120)}`.trim();
const word = "x".repeat(5_000);
const link = `https://market.example/somewhere?key=${"k".repeat(60)}&next=%2Forders`;
const text = `Grüße aus Łódź.\nfrom the second line\n.\n.. a line of dots\n${word}\n\n日本語`;
const day = "28 Nov 2026";
const row = { number: "CH-000123", name, orderNumber: "№ 17", amount: 12.5, note: text, link };
const item = {
  name,
  sku: "SKÜ-1",
  options: [{ name: "Größe", value: "XL" }],
  quantity: 1200,
  priceIncGst: 9.95,
  notes: text,
};
const order = {
  number: "№ 1017",
  marketplaceName: name,
  items: [item],
  recipient: [name, "c/o Ärger"],
  address: "1 Straße\nSydney",
  phone: "02 5550 0000",
  notes: text,
  shipBy: day,
  link,
};
const bank = { supplierName: name, changedAt: day, isMoved: true, isRemoved: false, hasOtherContacts: false, link };
const invoice = {
  documentKind: "taxInvoice" as const,
  isAdjustment: false,
  number: "CH-1",
  marketplaceName: name,
  total: 10,
  expectedPayment: day,
  link,
};
const paid = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    number: `CH-${i}`,
    documentKind: "taxInvoice" as const,
    isAdjustment: i % 2 === 1,
    marketplaceName: name,
    total: i,
  }));
const remittance = {
  payerName: name,
  supplierName: name,
  amount: 1234.5,
  withheld: 0,
  day,
  reference: "CH 1",
  account: "***123",
  link,
};
const disabled = (count: number) =>
  Array.from({ length: count }, () => ({ productName: name, marketplaceName: name, link }));
const application = { organisationName: name, companyName: long, link };
const events: SecondFactorEvent[] = [
  { what: "app added" },
  { what: "app removed" },
  { what: "codes renewed" },
  { what: "reset" },
  { what: "passkey added", name },
  { what: "passkey removed", name },
  { what: "code used", left: 0 },
  { what: "code used", left: 1 },
];

const kinds: Record<string, Written> = {
  "a welcome": welcomeEmail({ givenName: name, link, validDays: 7 }),
  "a welcome without a name": welcomeEmail({ givenName: "", link, validDays: 7 }),
  "an invitation": invitationEmail({ supplierName: name, link, validDays: 7 }),
  "a new password": newPasswordEmail({ link, validMinutes: 60 }),
  "a disabled product": disabledEmail({ products: disabled(1), reason: text }),
  "250 disabled products": disabledEmail({ products: disabled(250), reason: text }),
  "an order": orderEmail(order),
  "an order of 200 lines": orderEmail({ ...order, items: Array.from({ length: 200 }, () => item) }),
  "an order without an address": orderEmail({ ...order, address: undefined, phone: "", notes: "", shipBy: undefined }),
  "changed bank details": bankDetailsEmail(bank),
  "removed bank details": bankDetailsEmail({ ...bank, isRemoved: true }),
  "other billing contacts": bankDetailsEmail({ ...bank, isMoved: false, hasOtherContacts: true }),
  "bank details and contacts": bankDetailsEmail({ ...bank, hasOtherContacts: true }),
  "an invoice": invoiceEmail(invoice),
  "an invoice that the supplier owes": invoiceEmail({ ...invoice, total: -10 }),
  "an adjustment note": invoiceEmail({ ...invoice, isAdjustment: true }),
  "a payment of an invoice": remittanceEmail({ ...remittance, paid: paid(1) }),
  "a payment less what is withheld": remittanceEmail({ ...remittance, withheld: 47, paid: paid(1) }),
  "a payment of 80 invoices": remittanceEmail({ ...remittance, paid: paid(80) }),
  "a queried row": queriedEmail({ ...row, by: name, supplierName: name }),
  "an answered row": answeredEmail({ ...row, answer: text }),
  "a received application": receivedEmail(application),
  "a question about an application": askedEmail({ ...application, text }),
  "a declined application": declinedEmail({ ...application, reason: text }),
  "an application accepted for somebody else": acceptedElsewhereEmail({ ...application, userEmail: "a@b.example" }),
  "an accepted application": acceptedEmail({ ...application, marketplaceNames: [name, name], validDays: 7 }),
  "an accepted application without marketplaces": acceptedEmail({ ...application, marketplaceNames: [], validDays: 7 }),
  ...Object.fromEntries(
    events.map((event) => [
      `a second factor: ${event.what} ${"left" in event ? event.left : ""}`,
      secondFactorEmail(event, link),
    ]),
  ),
  "a notification": withUnsubscribing(written(long, ["Hello,", long, { button: "Open it", href: link }]), link),
  "a message": withUnsubscribing(written(`A message about ${name}`, ["Hello,", text]), link),
  "a digest of 100 notifications": withUnsubscribing(
    written(
      "100 notifications from Countinghouse",
      Array.from({ length: 100 }, () => ({ button: name, href: link })),
    ),
    link,
  ),
  "an email with an unsubscribe link": withUnsubscribing(orderEmail(order), link),
  "emails that were held": gatheredEmail([welcomeEmail({ givenName: name, link, validDays: 7 }), orderEmail(order)]),
  "a test": written(`Test email from ${name}`, ["They do.", link]),
};

/** The headers of a part by name, unfolded, and its body. */
function partOf(source: string): { headers: Map<string, string>; body: string } {
  const [head = "", ...body] = source.split("\n\n");
  const lines = head.replace(/\n[ \t]+/g, " ").split("\n");
  return {
    headers: new Map(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
    ),
    body: body.join("\n\n"),
  };
}

/** Every part without parts of its own, decoded, by its type. */
function contentsOf(source: string): Map<string, string> {
  const { headers, body } = partOf(source);
  const type = headers.get("content-type") ?? "";
  const [, boundary] = /boundary="?([^";]+)"?/.exec(type) ?? [];
  if (boundary !== undefined)
    return new Map(
      body
        .split(`--${boundary}`)
        .slice(1, -1)
        .flatMap((part) => [...contentsOf(part.replace(/^\n/, ""))]),
    );
  const encoding = headers.get("content-transfer-encoding");
  const bytes =
    encoding === "base64"
      ? Buffer.from(body, "base64")
      : Buffer.from(encoding === "quoted-printable" ? unquoted(body) : body, "latin1");
  return new Map([[type.split(";")[0] as string, bytes.toString("utf8")]]);
}

const unquoted = (body: string) =>
  body
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Decodes the words of RFC 2047. */
const decoded = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/(?:=\?UTF-8\?[QB]\?[^?]*\?=)+/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)].map(([, kind, word = ""]) =>
          kind?.toUpperCase() === "B"
            ? Buffer.from(word, "base64")
            : Buffer.from(unquoted(word.replace(/_/g, " ")), "latin1"),
        ),
      ).toString("utf8"),
    );

describe.skipIf(!exim)("Exim", () => {
  let server: Awaited<ReturnType<typeof startExim>>;
  const from = `"${name}" <no-reply@market.example>`;

  beforeAll(async () => {
    server = await startExim(exim as string);
  });
  afterAll(() => server?.stop());

  let ids = 0;
  const emailOf = (about: Written, to = "kim@shop.example"): Email => ({ ...about, to, id: `id-${++ids}` });
  const plain = (about: Partial<Email> = {}): Email => ({ ...emailOf(written("Hello", ["Hello"])), ...about });
  const sendTo = (url: string, email = plain()) => smtpMailer(url, from, 2_000)(email);
  const reasonOf = (url: string, email = plain()) => sendTo(url, email).then(() => "sent", whyNotSent);

  it.each(Object.entries(kinds))(
    "takes %s, with both parts, short lines of seven bits and the headers",
    async (_, about) => {
      const email = emailOf(about);
      const mailer = mailerOf(
        { mail: { smtpUrl: server.plain, from }, dataDir: "" },
        async () => ({ name, logo: undefined }) as never,
      );
      await mailer({ ...email, attachments: [{ name: `Rechnung “${name}”.pdf`, content: Buffer.alloc(5_000, 7) }] });
      const source = await server.email(`<${email.id}@market.example>`);
      expect(source).toMatch(/^[\x00-\x7f]*$/);
      expect(Math.max(...source.split("\n").map((line) => line.length))).toBeLessThanOrEqual(998);
      const { headers } = partOf(source);
      expect([...headers.keys()]).toEqual(
        expect.arrayContaining(["from", "to", "subject", "date", "message-id", "mime-version", "auto-submitted"]),
      );
      expect(decoded(headers.get("subject") ?? "")).toBe(about.subject);
      expect(decoded(headers.get("from") ?? "")).toContain(name);
      expect(headers.get("list-unsubscribe")).toBe(about.unsubscribe && `<${about.unsubscribe}>`);
      const contents = contentsOf(source);
      expect([...contents.keys()]).toEqual(["text/plain", "text/html", "application/pdf"]);
      expect(contents.get("text/plain")?.replace(/\r?\n/g, "\n").trim()).toBe(`${about.text}\n${name}`.trim());
      expect(contents.get("text/html")).toContain("</html>");
    },
  );

  it("gets an email to each of three people, also if it refuses one", async () => {
    const before = server.count;
    const outcomes = await Promise.allSettled(
      ["one", "refused", "two"].map((who) =>
        sendTo(server.plain, plain({ id: `three-${who}`, to: `${who}@shop.example` })),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    await expect.poll(() => server.count - before, { timeout: 20_000 }).toBe(2);
  });

  it("gets an email at the second attempt if it refuses the first one for now", async () => {
    const grey = plain({ id: "grey-1", to: "grey@shop.example" });
    expect(await reasonOf(server.plain, grey)).toBe("The server refuses to send to your address (451 4.7.1).");
    await sendTo(server.plain, grey);
    await server.email("<grey-1@market.example>");
  });

  it.each([
    ["refused", "550 5.1.1"],
    ["full", "452 4.2.2"],
    ["over", "552 5.2.2"],
  ])("which refuses the address %s is told about with the codes", async (who, codes) => {
    expect(await reasonOf(server.plain, plain({ to: `${who}@shop.example` }))).toBe(
      `The server refuses to send to your address (${codes}).`,
    );
  });

  it("that speaks TLS only after STARTTLS is told about in words if TLS was begun at once", async () => {
    expect(await reasonOf(`smtps://localhost:${server.startTls}`)).toBe(
      "This port speaks TLS only after STARTTLS. Begin the address with smtp:// instead of smtps://.",
    );
  });

  it("that speaks TLS from the start is told about in words if it was not begun", async () => {
    expect(await reasonOf(`smtp://localhost:${server.tls}`)).toContain(
      "If this port speaks TLS from the start, as 465 does, begin the address with smtps://.",
    );
  });

  it("whose certificate nobody vouches for is told about in words, with and without STARTTLS", async () => {
    for (const url of [`smtp://localhost:${server.startTls}`, `smtps://localhost:${server.tls}`])
      expect(await reasonOf(url)).toContain("The server's certificate is not valid for its name");
  });

  const signedIn = ({ user, password }: typeof login, protocol: string, port: number) =>
    `${protocol}://${user}:${encodeURIComponent(password)}@localhost:${port}?tls.rejectUnauthorized=false`;

  it("takes emails by TLS from the start and after STARTTLS, with a user name and password", async () => {
    for (const [protocol, port] of [
      ["smtp", server.startTls],
      ["smtps", server.tls],
    ] as const) {
      const email = plain({ id: `tls-${protocol}` });
      await sendTo(signedIn(login, protocol, port), email);
      expect(await server.email(`<tls-${protocol}@`)).toMatch(/with esmtpsa/);
      expect(await reasonOf(signedIn({ ...login, password: "wrong" }, protocol, port))).toBe(
        "The server refuses the user name or the password (535).",
      );
    }
  });
});
