/** The emails that the system sends, each as plain text and as simple HTML with the same content. */
import { light } from "#contract/colours.ts";
import { capitalised } from "#contract/rules/capital.ts";
import { formatDollars } from "#contract/rules/dollars.ts";
import { documentName, documentTitle, type NamedDocument, rowName } from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";

export interface Written {
  subject: string;
  text: string;
  html: string;
  /** The address at which such emails are stopped, for the button of mail programs (RFC 2369). */
  unsubscribe?: string;
}

type Part = string | { button: string; href: string };

/** Text from users is escaped in HTML and keeps its line breaks; a subject is one line. */
export function written(subject: string, parts: Part[]): Written {
  const text = parts.map((part) => (typeof part === "string" ? part : `${part.button}:\n${part.href}`)).join("\n\n");
  const paragraphs = parts.map((part) =>
    typeof part === "string"
      ? `<p>${escaped(part)}</p>`
      : `<p><a href="${escaped(part.href)}">${escaped(part.button)}</a></p>`,
  );
  const html = `<!doctype html><html lang="en-AU"><body style="font:15px/1.5 system-ui,sans-serif;color:${light.ink};white-space:pre-line">${paragraphs.join("")}</body></html>`;
  return { subject: subject.replace(/\s+/g, " "), text: `${text}\n`, html };
}

/** Adds the link that stops such emails; it works without signing in. */
export function withUnsubscribing({ subject, text, html }: Written, link: string): Written {
  const [body = html, ...rest] = html.split("</body>");
  const label = "Stop these emails";
  return {
    subject,
    text: `${text}\n${label}:\n${link}\n`,
    html: [`${body}<p><a href="${escaped(link)}">${label}</a></p>`, ...rest].join("</body>"),
    unsubscribe: link,
  };
}

/** Combines several emails to one address into one, oldest first. */
export function gatheredEmail(
  emails: readonly Written[],
  subject = `${emails.length} messages from Countinghouse`,
): Written {
  return written(subject, emails.flatMap(({ subject, text }) => [subject, text.trimEnd(), "———"]).slice(0, -1));
}

export function escaped(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** To a new user. */
export function welcomeEmail({
  givenName,
  link,
  validDays,
}: {
  givenName: string;
  link: string;
  validDays: number;
}): Written {
  return written("Welcome to Countinghouse", [
    `Hello${givenName ? ` ${givenName}` : ""},`,
    "An account has been created for this email address. Choose a password to sign in for the first time:",
    { button: "Choose a password", href: link },
    `The link works once, for ${validDays} days. If you were not expecting this email, you can ignore it.`,
  ]);
}

/**
 * Quotes a text chosen by a supplier for an email to others: on one line, shortened, and without anything that mail
 * programs turn into links. It must not appear in a subject.
 */
export function quoted(text: string): string {
  const plain = text
    .replace(/\s+/g, " ")
    .replace(/:\/\//g, " ")
    .replace(/(?<=\S)\.(?=\S)/g, " ")
    .trim();
  return `“${plain.length > 60 ? `${plain.slice(0, 60).trimEnd()}…` : plain}”`;
}

/** To somebody who was invited to a supplier's staff; the same whether or not they have an account. */
export function invitationEmail({
  supplierName,
  link,
  validDays,
}: {
  supplierName: string;
  link: string;
  validDays: number;
}): Written {
  return written("You have been invited to Countinghouse", [
    "Hello,",
    `Someone at the supplier ${quoted(supplierName)} has invited you to become one of its users in Countinghouse.`,
    { button: "See the invitation", href: link },
    `Nothing happens unless you accept. The link works once, for ${validDays} days. If you do not know the supplier, you can ignore this email.`,
  ]);
}

/** To a user who requested a new password. */
export function newPasswordEmail({ link, validMinutes }: { link: string; validMinutes: number }): Written {
  return written("A new password for Countinghouse", [
    "Hello,",
    "Someone, probably you, asked for a new password for this email address.",
    { button: "Choose a new password", href: link },
    `The link works once, for ${validMinutes} minutes. If it was not you, nothing has changed and you can ignore this email.`,
  ]);
}

interface DisabledProduct {
  productName: string;
  marketplaceName: string;
  /** The page of the product's marketplaces. */
  link: string;
}

/** To a supplier whose products were taken off a marketplace. At most `mostNamed` products are listed by name. */
export function disabledEmail({ products, reason }: { products: readonly DisabledProduct[]; reason: string }): Written {
  const [first, ...others] = products;
  if (!first) throw new Error("An email about no products.");
  const isOne = others.length === 0;
  const which = isOne ? `${first.productName} was` : `${products.length.toLocaleString("en-AU")} products were`;
  const where = isOne ? ` on ${first.marketplaceName}` : "";
  const named = products.slice(0, mostNamed);
  return written(`${isOne ? "A product was" : which} disabled${where}`, [
    "Hello,",
    `${which} disabled${where} and can no longer be bought there. The reason is:`,
    reason,
    `Once you have updated ${isOne ? "it, it goes" : "them, they go"} back for approval:`,
    ...named.map(({ productName, marketplaceName, link }) => ({
      button: `${productName} on ${marketplaceName}`,
      href: link,
    })),
    ...(products.length > mostNamed ? [`… and ${(products.length - mostNamed).toLocaleString("en-AU")} more.`] : []),
  ]);
}

const mostNamed = 200;

interface OrderedItem {
  name: string;
  sku: string;
  options: readonly { name: string; value: string }[];
  quantity: number;
  /** Dollars inc GST per piece. */
  priceIncGst: number;
  notes: string;
}

interface OrderFacts {
  /** The marketplace's order number. */
  number: string;
  marketplaceName: string;
  items: readonly OrderedItem[];
  recipient: readonly string[];
  address: string | undefined;
  phone: string;
  notes: string;
  /** The day, formatted. */
  shipBy: string | undefined;
  link: string;
}

/** To a supplier: the items to send, and the recipient. */
export function orderEmail({
  number,
  marketplaceName,
  items,
  recipient,
  address,
  phone,
  notes,
  shipBy,
  link,
}: OrderFacts): Written {
  return written(`Order ${number} on ${marketplaceName}`, [
    "Hello,",
    `Please send the following for order ${number} on ${marketplaceName}:`,
    ...items.map(listed),
    `To: ${[...recipient, address ?? "address not known yet"].join(", ")}`,
    ...(phone ? [`Phone: ${phone}`] : []),
    ...(notes ? [`Notes: ${notes}`] : []),
    ...(shipBy ? [`Ship by: ${shipBy}`] : []),
    { button: "Open the order", href: link },
  ]);
}

function listed({ name, sku, options, quantity, priceIncGst, notes }: OrderedItem): string {
  const price = formatDollars(priceIncGst);
  const traits = [
    ...options.map((option) => `${option.name}: ${option.value}`),
    ...(sku ? [`SKU ${sku}`] : []),
    `${price} each, inc GST`,
  ];
  return `${quantity.toLocaleString("en-AU")} × ${name} (${traits.join(", ")})${notes ? ` – ${notes}` : ""}`;
}

interface BankDetailsFacts {
  supplierName: string;
  /** Formatted date and time. */
  changedAt: string;
  /** BSB, account name or account number have changed. */
  isMoved: boolean;
  /** The supplier has no bank account left that can be paid. */
  isRemoved: boolean;
  hasOtherContacts: boolean;
  link: string;
}

/** To the supplier's previous billing contacts. It does not contain the new details. */
export function bankDetailsEmail({
  supplierName,
  changedAt,
  isMoved,
  isRemoved,
  hasOtherContacts,
  link,
}: BankDetailsFacts): Written {
  const what = [...(isMoved ? ["bank details"] : []), ...(hasOtherContacts ? ["billing contacts"] : [])].join(" and ");
  const verb = isRemoved && !hasOtherContacts ? "removed" : "changed";
  const consequence = isRemoved
    ? "There is no bank account now, so no payments can be made until new bank details have been entered and confirmed."
    : "Payments will go to the new account once we have confirmed it.";
  return written(`The ${what} of a supplier were ${verb}`, [
    "Hello,",
    `The ${what} of ${supplierName} were ${verb} on ${changedAt}.`,
    ...(isMoved ? [consequence] : []),
    "If you were not expecting this change, please call us at once on the number you have always used.",
    { button: "Open the supplier", href: link },
  ]);
}

interface InvoiceFacts extends NamedDocument {
  number: string;
  marketplaceName: string;
  /** Dollars inc GST; negative if the supplier owes it. */
  total: number;
  /** Formatted date. */
  expectedPayment: string;
  link: string;
  /** The electronic invoice is attached, too. */
  hasEInvoice?: boolean;
}

/** To a supplier's billing contact, with the invoice as its attachment. */
export function invoiceEmail({
  number,
  marketplaceName,
  total,
  expectedPayment,
  link,
  hasEInvoice,
  ...document
}: InvoiceFacts): Written {
  const amount = formatDollars(Math.abs(total));
  const name = documentName(document);
  return written(`${capitalised(name)} ${number} from ${marketplaceName}`, [
    "Hello,",
    `${marketplaceName} has issued ${documentTitle(document).replace(/^./, (first) => first.toLowerCase())} ${number}. It is attached${hasEInvoice ? `, and as an e-invoice (Peppol PINT A-NZ) in ${number}.xml` : ""}.`,
    total < 0
      ? `${amount} is payable by you. It is deducted from your next payment.`
      : `${amount} is payable to you. The payment is expected on ${expectedPayment}.`,
    { button: `Open the ${name}`, href: link },
  ]);
}

interface RemittanceFacts {
  payerName: string;
  supplierName: string;
  /** What the bank pays, in dollars. */
  amount: number;
  /** What is kept for the Tax Office, in dollars. */
  withheld: number;
  /** Formatted date on which the bank pays. */
  day: string;
  /** As on the supplier's bank statement. */
  reference: string;
  /** Without most of the number. */
  account: string;
  /** Totals in dollars inc GST; negative if they are deducted. */
  paid: readonly (NamedDocument & { number: string; marketplaceName: string; total: number })[];
  link: string;
}

interface ReturnedPaymentFacts
  extends Pick<RemittanceFacts, "supplierName" | "amount" | "reference" | "account" | "link"> {
  /** Formatted date on which it came back. */
  day: string;
  /** As the bank gives it. */
  reason: string;
}

/** To those who were told of a payment: the bank has returned it. */
export function returnedPaymentEmail({
  supplierName,
  amount,
  day,
  reference,
  account,
  reason,
  link,
}: ReturnedPaymentFacts): Written {
  const dollars = formatDollars(amount);
  return written(`The payment of ${dollars}, reference ${reference}, has come back`, [
    "Hello,",
    `The bank has returned the payment of ${dollars} to ${supplierName}.`,
    `Date: ${day}\nReference: ${reference}\nPaid to: ${account}\nReason: ${reason}`,
    "Please check the bank details, and correct them if they are wrong. The amount is paid again once we have confirmed them with you.",
    { button: "Open the supplier", href: link },
  ]);
}

const mostPaidNamed = 50;

/** To a supplier's billing contact: what a payment is for. */
export function remittanceEmail({
  payerName,
  supplierName,
  amount,
  withheld,
  day,
  reference,
  account,
  paid,
  link,
}: RemittanceFacts): Written {
  const dollars = formatDollars(amount);
  const lines = paid
    .slice(0, mostPaidNamed)
    .map(
      ({ number, marketplaceName, total, ...document }) =>
        `${capitalised(documentName(document))} ${number}, ${marketplaceName}: ${formatDollars(total)}`,
    );
  const more = paid.length - mostPaidNamed;
  return written(`Payment of ${dollars} on ${day}, reference ${reference}`, [
    "Hello,",
    `${payerName} pays ${dollars} to ${supplierName}.`,
    `Date: ${day}\nReference on your bank statement: ${reference}\nPaid to: ${account}`,
    [
      "This payment is for:",
      ...lines,
      ...(more > 0 ? [`… and ${more.toLocaleString("en-AU")} more.`] : []),
      ...(withheld > 0
        ? [
            `Total: ${formatDollars(add(amount, withheld))}`,
            `Withheld for the Tax Office, because no ABN was quoted: ${formatDollars(withheld)}`,
            `Paid: ${dollars}`,
          ]
        : [`Total: ${dollars}`]),
    ].join("\n"),
    { button: paid.length === 1 ? "Open the invoice" : "Open the invoices", href: link },
  ]);
}

interface InvoiceRowFacts {
  /** The invoice number. */
  number: string;
  /** Of the product, or of the charge. */
  name: string;
  /** The marketplace's order number; undefined for a charge. */
  orderNumber: string | undefined;
  /** Dollars inc GST that the supplier is paid for the row. */
  amount: number;
  /** The supplier's query. */
  note: string;
  link: string;
}

const rowInWords = ({ name, orderNumber, amount }: InvoiceRowFacts) =>
  `${rowName({ name, orderNumber })}: ${formatDollars(amount)}`;

/** To Finance: a supplier has queried an invoice row. */
export function queriedEmail({
  by,
  supplierName,
  ...row
}: InvoiceRowFacts & { by: string; supplierName: string }): Written {
  return written(`A row of ${row.number} has been queried`, [
    "Hello,",
    `${by} of ${supplierName} has queried this row of invoice ${row.number}:`,
    rowInWords(row),
    row.note,
    { button: "Open the invoice", href: row.link },
  ]);
}

/** To the user who queried the row. */
export function answeredEmail({ answer, ...row }: InvoiceRowFacts & { answer: string }): Written {
  return written(`Your query about a row of ${row.number} has been answered`, [
    "Hello,",
    `You queried this row of invoice ${row.number}:`,
    rowInWords(row),
    row.note,
    "The answer is:",
    answer,
    { button: "Open the invoice", href: row.link },
  ]);
}
