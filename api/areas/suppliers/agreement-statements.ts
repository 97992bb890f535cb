import { inclusive } from "#contract/rules/money.ts";
import { formatPercent } from "#contract/rules/percent.ts";
import { type AgreementTerms, clauses, type Party } from "./agreement-clauses.ts";

/**
 * Returns everything an agreement states, by subject, except dates and the signature. Documents with equal statements
 * are equivalent.
 */
export function agreementStatements(terms: AgreementTerms): Record<string, string> {
  const { marketplace, supplier, commissionRate, referralCostPerClick, gstRate } = terms;
  return {
    ...statementsOfParty("the supplier's", supplier),
    ...statementsOfParty("the marketplace's", marketplace),
    "the commission": formatPercent(commissionRate),
    "the referral cost": String(inclusive(referralCostPerClick, gstRate)),
    "the clauses": JSON.stringify(clauses(terms)),
  };
}

/** Returns the subjects in which two documents differ. */
export function changedSubjects(before: Record<string, string>, after: Record<string, string>): string[] {
  const changed = Object.keys(after).filter((subject) => before[subject] !== after[subject]);
  // The commission also appears in a clause.
  const isReported = changed.includes("the commission") || changed.includes("the referral cost");
  return isReported ? changed.filter((subject) => subject !== "the clauses") : changed;
}

function statementsOfParty(whose: string, { legalName, name, abn, address }: Party): Record<string, string> {
  return {
    [`${whose} legal name`]: legalName,
    [`${whose} name`]: name,
    [`${whose} ABN`]: abn,
    [`${whose} address`]: address,
  };
}
