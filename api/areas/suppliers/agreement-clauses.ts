/** The clauses of the agreement between a supplier and a marketplace. */

import { agreementTermMonths } from "#api/areas/shared/agreement-term.ts";
import { dayOf, formatPlainDay } from "#contract/rules/dates.ts";
import { formatPercent } from "#contract/rules/percent.ts";

export interface Party {
  /** Trading name. */
  name: string;
  legalName: string;
  /** Digits, or empty. */
  abn: string;
  /** On one line, or empty. */
  address: string;
}

export interface AgreementTerms {
  marketplace: Party & {
    /** The marketplace's own clauses, one per line. */
    terms: string;
    /** The first day of orders that it sells as the supplier's agent; null where it buys from the supplier. */
    agentFrom: string | null;
  };
  supplier: Party & {
    /** Null if nobody has checked it: then it is assumed. */
    gstRegistered: boolean | null;
  };
  /** A fraction. */
  commissionRate: number;
  /** Commission rules can decide about the supplier's sales there. */
  hasCommissionRules: boolean;
  /** Dollars ex GST per click; null without referrals. */
  referralCostPerClick: number | null;
  /** When the document was created (UTC). */
  madeAt: Date;
  gstRate: number;
  timeZone: string;
  /** The person who agreed for the supplier, and the time (UTC); without it the signature block is blank. */
  signature?: { name: string; email: string; at: Date };
}

export interface Clause {
  heading: string;
  points: string[];
}

const marketplaceIsRegistered =
  "The Marketplace is registered for GST when it enters into this agreement, and will tell the Supplier if it ceases to be registered, or ceases to satisfy the requirements for issuing recipient created tax invoices.";

const taxInvoices: Clause = {
  heading: "Recipient created tax invoices",
  points: [
    "The Marketplace may issue recipient created tax invoices for the supplies that the Supplier makes to it under this agreement.",
    "The Supplier will not issue tax invoices for those supplies.",
    "The Supplier is registered for GST when it enters into this agreement, and will tell the Marketplace if it ceases to be registered.",
    marketplaceIsRegistered,
    "The Marketplace gives the Supplier a copy of each recipient created tax invoice within 28 days of the supply, or of the day on which its value is known.",
  ],
};

const statementsOfSupplies: Clause = {
  heading: "Statements of supplies and tax invoices",
  points: [
    "The Supplier is not registered for GST when it enters into this agreement, and will tell the Marketplace when it is registered, and if it ceases to be.",
    "For what it sells while it is not registered, the Marketplace issues statements of supplies without GST, which are not tax invoices.",
    "For the supplies that it makes to the Marketplace while it is registered, the Marketplace may issue recipient created tax invoices, and the Supplier will not issue tax invoices.",
    marketplaceIsRegistered,
    "The Marketplace gives the Supplier a copy of each document within 28 days of the supply, or of the day on which its value is known.",
  ],
};

/** @param from the day on which it begins; undefined once it has */
const salesAsAgent = (from: string | undefined): Clause => ({
  heading: "Sales as the Supplier's agent",
  points: [
    `${from ? `For orders that are placed from ${formatPlainDay(from)} on, the Marketplace` : "The Marketplace"} sells the Supplier's products in the Supplier's name, as its agent. The Supplier makes these supplies to the customers, and none to the Marketplace.`,
    "The GST on these supplies is payable by the Supplier. The Supplier tells the Marketplace whether it is registered for GST, when it is registered, and if it ceases to be.",
    "The Marketplace issues tax invoices to the Supplier for its own supplies, which are its commission and charges. With them it states the proceeds that it has collected for the Supplier, and what it remits.",
    "The Marketplace is registered for GST when it enters into this agreement, and will tell the Supplier if it ceases to be registered.",
  ],
});

/** What follows from the basis on which the marketplace sells. Once it is an agent, it creates no tax invoices of the supplier. */
function basisClauses({ marketplace, supplier, madeAt, timeZone }: AgreementTerms): Clause[] {
  const { agentFrom } = marketplace;
  if (agentFrom !== null && agentFrom <= dayOf(madeAt.toISOString(), timeZone)) return [salesAsAgent(undefined)];
  return [
    supplier.gstRegistered === false ? statementsOfSupplies : taxInvoices,
    ...(agentFrom === null ? [] : [salesAsAgent(agentFrom)]),
  ];
}

/** Returns the clauses in the order of their numbers. */
export function clauses(terms: AgreementTerms): Clause[] {
  const { marketplace, commissionRate, referralCostPerClick, hasCommissionRules } = terms;
  const own = marketplace.terms.split("\n").filter((line) => line.trim() !== "");
  return [
    {
      heading: "The agreement and its term",
      points: [
        "This agreement is between the Marketplace and the Supplier named above. It begins on the day on which the Supplier agrees to it.",
        `Its initial term is ${agreementTermMonths} months. After that it goes on until one of the parties ends it with 30 days' notice in writing.`,
        "If the commission or the referral cost is to change, the Marketplace makes a new agreement, which begins when the Supplier agrees to it.",
      ],
    },
    {
      heading: "Products",
      points: [
        "The Supplier describes its products truthfully and keeps their prices, stock and pictures up to date. All prices include GST.",
        "A product is offered once the Marketplace has approved it. The Marketplace may decline or withdraw any product.",
      ],
    },
    {
      heading: "Orders and delivery",
      points: [
        "The Supplier sends what was ordered to the customer in the time that it has stated, and gives the Marketplace the courier and the tracking number.",
        "If something cannot be supplied, the Supplier says so at once, and the Marketplace refunds the customer.",
      ],
    },
    {
      heading: "Commission and payment",
      points: [
        `For each product sold the Marketplace keeps a commission of ${formatPercent(commissionRate)} of its price${hasCommissionRules ? ", or as its commission rules say where one fits the sale" : ""}.`,
        ...(hasCommissionRules
          ? [
              "A commission rule decides about the orders that are placed while it is there. The Marketplace shows the Supplier the rule and its terms with each item.",
            ]
          : []),
        ...(referralCostPerClick
          ? [
              "For each click on a product that is sold by referral the Supplier pays the referral cost in the Schedule.",
            ]
          : []),
        `The Marketplace pays the Supplier the price and the shipping of what was sold, less its commission, as its ${marketplace.agentFrom === null ? "invoices" : "documents"} state.`,
      ],
    },
    ...basisClauses(terms),
    ...(own.length > 0 ? [{ heading: `Terms of ${marketplace.name}`, points: own }] : []),
    {
      heading: "When the agreement ends",
      points: [
        "When the agreement ends or is suspended, the Supplier's products are taken from the Marketplace. Orders that were placed before are fulfilled and paid.",
        "The law of the Australian state or territory of the Marketplace's address applies.",
      ],
    },
  ];
}
