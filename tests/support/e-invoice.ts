/**
 * Reads an electronic invoice, and checks what Peppol PINT A-NZ 1.1.3 says of its figures and of what must be in it. It is
 * written from the published rules, whose names it gives.
 */
import { SaxesParser } from "saxes";
import { isAbn } from "#contract/rules/abn.ts";

export interface Node {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Node[];
}

/** @throws Error if the XML is not well-formed */
export function readXml(xml: string): Node {
  const root: Node = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    const node: Node = { name, attributes: attributes as Record<string, string>, text: "", children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on("text", (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on("closetag", () => open.pop());
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
  const [only] = root.children;
  if (!only) throw new Error("The document is empty.");
  return only;
}

/** Returns the elements of this path, in names without prefixes: `TaxTotal/TaxSubtotal`. */
export const all = (node: Node, path: string): Node[] =>
  path
    .split("/")
    .reduce<Node[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name.endsWith(`:${name}`))),
      [node],
    );

export const texts = (node: Node, path: string): string[] => all(node, path).map(({ text }) => text);
export const text = (node: Node, path: string): string | undefined => texts(node, path)[0];

/** In cents. */
const cents = (value: string | undefined) => Math.round(Number(value ?? 0) * 100);
const amount = (node: Node, path: string) => cents(text(node, path));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function* elements(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children) yield* elements(child);
}

const rateOf = (category: Node) => Number(text(category, "Percent") ?? 0) / 100;
/** Dollars in cents. */
const slack = 100;

function totalsBroken(invoice: Node, lines: readonly Node[]): string[] {
  const of = (name: string) => amount(invoice, `LegalMonetaryTotal/${name}`);
  const subtotals = all(invoice, "TaxTotal/TaxSubtotal");
  const tax = amount(invoice, "TaxTotal/TaxAmount");
  const rules: [string, boolean][] = [
    ["ibr-co-10", of("LineExtensionAmount") === sum(lines.map((line) => amount(line, "LineExtensionAmount")))],
    ["ibr-co-13", of("TaxExclusiveAmount") === of("LineExtensionAmount")],
    ["ibr-co-14", tax === sum(subtotals.map((each) => amount(each, "TaxAmount")))],
    ["ibr-co-15", of("TaxInclusiveAmount") === of("TaxExclusiveAmount") + tax],
    ["ibr-co-16", of("PayableAmount") === of("TaxInclusiveAmount") - of("PrepaidAmount")],
    ["aligned-ibrp-021", all(invoice, "TaxTotal").length === 1 && subtotals.length > 0],
    ["aligned-ibrp-061", invoice.name !== "Invoice" || of("PayableAmount") <= 0 || isDue(invoice)],
    ["ibr-016", lines.length > 0],
  ];
  return failed(rules);
}

const isDue = (invoice: Node) => Boolean(text(invoice, "DueDate") ?? text(invoice, "PaymentTerms/Note"));
const failed = (rules: readonly [string, boolean][]) => rules.flatMap(([rule, holds]) => (holds ? [] : [rule]));

function subtotalBroken(subtotal: Node, lines: readonly Node[]): string[] {
  const [category] = all(subtotal, "TaxCategory");
  if (!category) return ["aligned-ibrp-047-aunz"];
  const code = text(category, "ID");
  const own = lines.filter((line) => text(line, "Item/ClassifiedTaxCategory/ID") === code);
  const [taxable, tax] = [amount(subtotal, "TaxableAmount"), amount(subtotal, "TaxAmount")];
  const percent = text(category, "Percent");
  const rules: [string, boolean][] = [
    ["aligned-ibrp-*-08-aunz", taxable === sum(own.map((line) => amount(line, "LineExtensionAmount")))],
    ["aligned-ibrp-*-09-aunz", code === "S" || tax === 0],
    ["aligned-ibrp-051-aunz", Math.abs(Math.abs(tax) - Math.round(Math.abs(taxable) * rateOf(category))) <= slack],
    ["aligned-ibrp-048-aunz", code === "O" ? percent === undefined : percent !== undefined],
    ["aligned-ibrp-cl-01-aunz", ["S", "Z", "E", "O"].includes(code ?? "")],
  ];
  return failed(rules);
}

function lineBroken(line: Node): string[] {
  const quantity = Number(text(line, "InvoicedQuantity") ?? text(line, "CreditedQuantity"));
  const per = Number(text(line, "Price/BaseQuantity") ?? 1);
  const price = Number(text(line, "Price/PriceAmount"));
  const [category] = all(line, "Item/ClassifiedTaxCategory");
  const rules: [string, boolean][] = [
    ["aligned-ibrp-053", Math.abs(amount(line, "LineExtensionAmount") - (quantity * price * 100) / per) < 0.5],
    ["ibr-027", price >= 0],
    ["ibr-025", (text(line, "Item/Name") ?? "").trim() !== ""],
    ["aligned-ibrp-059", all(line, "Item/ClassifiedTaxCategory").length === 1],
    ["aligned-ibrp-s-05-aunz", category === undefined || (text(category, "ID") === "S") === rateOf(category) > 0],
  ];
  return failed(rules);
}

function headBroken(invoice: Node): string[] {
  const parties = ["AccountingSupplierParty/Party", "AccountingCustomerParty/Party"].flatMap((path) =>
    all(invoice, path),
  );
  const abns = parties.flatMap((party) => [...all(party, "EndpointID"), ...all(party, "PartyLegalEntity/CompanyID")]);
  const type = text(invoice, "InvoiceTypeCode") ?? text(invoice, "CreditNoteTypeCode");
  const categories = new Set(texts(invoice, "TaxTotal/TaxSubtotal/TaxCategory/ID"));
  const rules: [string, boolean][] = [
    ["aligned-ibrp-001-aunz-sb", text(invoice, "CustomizationID") === "urn:peppol:pint:selfbilling-1@aunz-1"],
    ["aligned-ibrp-002-aunz-sb", text(invoice, "ProfileID") === "urn:peppol:bis:selfbilling"],
    ["aligned-ibrp-003", Boolean(text(invoice, "BuyerReference"))],
    ["ibr-cl-01-aunz-sb", type === (invoice.name === "Invoice" ? "389" : "261")],
    ["ibr-sr-51", all(invoice, "Note").length <= 1],
    ["ibr-120", abns.length === 4 && abns.every((abn) => abn.attributes.schemeID === "0151" && isAbn(abn.text))],
    [
      "ibr-009",
      parties.every((party) => /^[A-Z]{2}$/.test(text(party, "PostalAddress/Country/IdentificationCode") ?? "")),
    ],
    ["aligned-ibrp-o-11-aunz", !categories.has("O") || categories.size === 1],
    ["ibr-079", [...elements(invoice)].every((node) => node.children.length > 0 || node.text.trim() !== "")],
  ];
  return failed(rules);
}

/** Returns the rules that the electronic invoice breaks. */
export function rulesBroken(xml: string): string[] {
  const invoice = readXml(xml);
  const lines = all(invoice, `${invoice.name}Line`);
  return [
    ...headBroken(invoice),
    ...totalsBroken(invoice, lines),
    ...all(invoice, "TaxTotal/TaxSubtotal").flatMap((subtotal) => subtotalBroken(subtotal, lines)),
    ...lines.flatMap(lineBroken),
  ];
}
