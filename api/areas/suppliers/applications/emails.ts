/** Emails to applicants. What an applicant entered is only quoted, because the address may be somebody else's. */
import { quoted, type Written, written } from "#api/core/mail/emails.ts";
import { applicationDays } from "#contract/applications/limits.ts";

interface Facts {
  organisationName: string;
  companyName: string;
  /** To the applicant's page. */
  link: string;
}

const yourApplication = "Open your application";

export function receivedEmail({ organisationName, companyName, link }: Facts): Written {
  return written(`Your application to ${organisationName}`, [
    "Hello,",
    `Someone, probably you, has applied to sell with ${organisationName} for the business ${quoted(companyName)}. Thank you. We will look at it and write to this address.`,
    { button: yourApplication, href: link },
    "The link shows where your application stands. Please keep it to yourself. If you did not apply, you can ignore this email.",
  ]);
}

export function askedEmail({ organisationName, companyName, link, text }: Facts & { text: string }): Written {
  return written(`A question about your application to ${organisationName}`, [
    "Hello,",
    `Thank you for your application for the business ${quoted(companyName)}. Before we can decide, we need something more from you:`,
    text,
    { button: "Answer, and send documents", href: link },
    `If we do not hear from you within ${applicationDays} days, we delete your application.`,
  ]);
}

export function declinedEmail({ organisationName, companyName, link, reason }: Facts & { reason: string }): Written {
  return written(`Your application to ${organisationName}`, [
    "Hello,",
    `Thank you for your application for the business ${quoted(companyName)}. We are sorry that we cannot accept it. The reason is:`,
    reason,
    { button: yourApplication, href: link },
    `We delete your application and its documents after ${applicationDays} days. You are welcome to apply again.`,
  ]);
}

/** To the applicant, if somebody else is the supplier's first user. */
export function acceptedElsewhereEmail({
  organisationName,
  companyName,
  link,
  userEmail,
}: Facts & { userEmail: string }): Written {
  return written(`Your application to ${organisationName}`, [
    "Hello,",
    `Your application for the business ${quoted(companyName)} was accepted. The email with which to sign in went to ${userEmail}.`,
    { button: yourApplication, href: link },
  ]);
}

/** The welcome email of the supplier's first user. */
export function acceptedEmail({
  organisationName,
  companyName,
  marketplaceNames,
  link,
  validDays,
}: Omit<Facts, "link"> & { marketplaceNames: readonly string[]; link: string; validDays: number }): Written {
  return written(`Welcome to ${organisationName}`, [
    "Hello,",
    `Your application for the business ${quoted(companyName)} was accepted. An account has been created for this email address. Choose a password to sign in for the first time:`,
    { button: "Choose a password", href: link },
    ...(marketplaceNames.length > 0
      ? [
          `After that, please read and agree to the agreement with ${marketplaceNames.join(", ")} on your supplier's page.`,
        ]
      : []),
    `The link works once, for ${validDays} days. If you were not expecting this email, you can ignore it.`,
  ]);
}
