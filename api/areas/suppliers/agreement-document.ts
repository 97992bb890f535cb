/** The layout of the agreement between a supplier and a marketplace. */

import { agreementTermMonths } from "#api/areas/shared/agreement-term.ts";
import { type Content, pdfOf, type TableCell } from "#api/core/documents/pdf.ts";
import type { Letterhead } from "#api/core/files/letterhead.ts";
import { light } from "#contract/colours.ts";
import { formatAbn } from "#contract/rules/abn.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { inclusive } from "#contract/rules/money.ts";
import { formatPercent } from "#contract/rules/percent.ts";
import { type AgreementTerms, type Clause, clauses, type Party } from "./agreement-clauses.ts";

export interface AgreementData {
  agreement: AgreementTerms;
  letterhead: Letterhead;
}

export function agreementDocument({ agreement, letterhead }: AgreementData): Promise<Buffer> {
  const { marketplace, supplier } = agreement;
  const title = `${marketplace.name} Terms & Conditions`;
  return pdfOf({
    title: `${title}: ${supplier.name}`,
    footer: `${title} · ${supplier.legalName}`,
    letterhead,
    styles: {
      title: { fontSize: 20, bold: true, margin: [0, 0, 0, 2] },
      sub: { color: light.muted, margin: [0, 0, 0, 16] },
      heading: { fontSize: 12, bold: true, margin: [0, 14, 0, 4] },
      label: { color: light.muted },
    },
    content: [
      { text: title, style: "title" },
      { text: `Supplier agreement of ${formatDay(agreement.madeAt.toISOString(), agreement.timeZone)}`, style: "sub" },
      table(["", "The Marketplace", "The Supplier"], partyRows(marketplace, supplier)),
      { text: "Schedule", style: "heading" },
      table(["", "What is agreed"], scheduleRows(agreement)),
      ...clauses(agreement).flatMap(clauseContent),
      signatureBlock(agreement),
    ],
  });
}

const orNone = (text: string) => text || "not given yet";

function partyRows(...parties: [Party, Party]): TableCell[][] {
  const row = (label: string, of: (party: Party) => string): TableCell[] => [
    { text: label, style: "label" },
    ...parties.map((party) => orNone(of(party))),
  ];
  return [
    row("Legal name", (party) => party.legalName),
    row("Trading as", (party) => party.name),
    row("ABN", (party) => formatAbn(party.abn)),
    row("Address", (party) => party.address),
  ];
}

function scheduleRows(terms: AgreementTerms): TableCell[][] {
  const { commissionRate, referralCostPerClick, gstRate, hasCommissionRules } = terms;
  const row = (label: string, text: string): TableCell[] => [{ text: label, style: "label" }, text];
  const referral = referralCostPerClick
    ? `$${inclusive(referralCostPerClick, gstRate).toFixed(2)} for each click, including GST`
    : "None: no product is sold by referral";
  const orByRule = hasCommissionRules ? ", or as the commission rules of the Marketplace say" : "";
  return [
    row("Term", `${agreementTermMonths} months from the day on which the Supplier agrees`),
    row("Commission", `${formatPercent(commissionRate)} of the price of each product sold${orByRule}`),
    row("Referral cost", referral),
  ];
}

const noLines = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 0,
};

/** Lines between the rows but no outer border, like the tables of the back office. */
const layout = {
  hLineWidth: (i: number, { table: { body } }: { table: { body: unknown[] } }) =>
    i === 0 || i === body.length ? 0 : 0.5,
  vLineWidth: () => 0,
  hLineColor: () => light.line,
  paddingLeft: () => 0,
  paddingRight: (i: number, { table: { widths = [] } }: { table: { widths?: unknown } }) =>
    i === (widths as unknown[]).length - 1 ? 0 : 12,
  paddingTop: () => 4,
  paddingBottom: () => 4,
};

function table(head: string[], body: TableCell[][]): Content {
  // In points, 483 in total: an automatic width would grow with a long word and leave the page.
  const widths = head.length === 2 ? [90, 381] : [90, 184, 185];
  return { table: { headerRows: 1, widths, body: [head.map((text) => ({ text, bold: true })), ...body] }, layout };
}

function clauseContent({ heading, points }: Clause, i: number): Content[] {
  const point = (text: string, j: number): Content => ({
    columns: [
      { text: `${i + 1}.${j + 1}`, width: 28, color: light.muted },
      { text, width: "*" },
    ],
    margin: [0, 0, 0, 3],
    unbreakable: true,
  });
  const [first = "", ...rest] = points;
  // Keeps a heading on the page of the text that follows it.
  return [
    { stack: [{ text: `${i + 1}. ${heading}`, style: "heading" }, point(first, 0)], unbreakable: true },
    ...rest.map((text, j) => point(text, j + 1)),
  ];
}

/** Two columns of labels and values as one table, because nested columns would cut off long lines. */
function signatureBlock({ marketplace, supplier, madeAt, signature, timeZone }: AgreementTerms): Content {
  const line = "______________________";
  const theirs: [label: string, text: string][] = signature
    ? [
        ["By", signature.name],
        ["Email", signature.email],
        ["On", formatMoment(signature.at.toISOString(), timeZone)],
        ["", `${timeZone} time, agreed electronically`],
      ]
    : [
        ["By", line],
        ["On", line],
        ["", "not agreed yet"],
      ];
  const ours = [["Issued", formatDay(madeAt.toISOString(), timeZone)]];
  const names: TableCell[] = [
    { text: `For ${marketplace.legalName}`, bold: true, colSpan: 2 },
    "",
    "",
    { text: `For ${supplier.legalName}`, bold: true, colSpan: 2 },
    "",
  ];
  const rows = theirs.map(([label, text], i): TableCell[] => {
    const [ourLabel = "", ourText = ""] = ours[i] ?? [];
    return [{ text: ourLabel, style: "label" }, ourText, "", { text: label, style: "label" }, text];
  });
  return {
    unbreakable: true,
    stack: [
      { text: "Signatures", style: "heading" },
      { table: { widths: [40, 196, 10, 40, 197], body: [names, ...rows] }, layout: noLines },
    ],
  };
}
