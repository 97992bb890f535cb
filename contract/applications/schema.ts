import { z } from "zod";
import { abn } from "#contract/abn.ts";
import { email, filterText, list, optionalText, recordId, text, within } from "#contract/fields.ts";
import { digitsOf } from "#contract/rules/abn.ts";
import { supplierMarketplaceForm, upsertSupplierMarketplace } from "#contract/suppliers/schema.ts";
import { nameLengths } from "#contract/users/schema.ts";
import { maxDocuments } from "./limits.ts";

/**
 * `received` waits for the operator, `asked` for the applicant. An answer makes an application `received` again; the
 * others are final.
 */
export const applicationStatuses = ["received", "asked", "accepted", "declined"] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** How the operator's staff call the statuses. */
export const applicationStatusNames: Readonly<Record<ApplicationStatus, string>> = {
  received: "To decide",
  asked: "Waiting for the applicant",
  accepted: "Accepted",
  declined: "Declined",
};

/* ---- what is shown ---- */

export const applicationSortFields = ["submittedDate", "changedDate", "companyName"] as const;

export const applicationFilters = z.object({
  status: z.enum(applicationStatuses).optional(),
  companyName: filterText(),
  /** Digits of the ABN, with or without spaces. */
  abn: filterText(50).transform((value) => value && digitsOf(value)),
});

const id = z.number().int();
const named = z.object({ id, name: z.string() });

/** Public: what the form to apply needs. */
export const applicationOptions = z.object({
  /** The name of the operator. */
  organisationName: z.string(),
  /** The marketplaces that can be applied for. */
  marketplaces: z.array(named),
});

export const storedDocument = z.object({ id: z.string(), name: z.string() });

const applicationDocument = storedDocument.extend({
  /** Bytes. */
  size: id,
});

export const applicationRow = z.object({
  id,
  /** One of `applicationStatuses`. */
  status: z.string(),
  companyName: z.string(),
  /** Digits. */
  abn: z.string(),
  contactName: z.string(),
  email: z.string(),
  /** UTC. */
  submittedDate: z.string(),
  /** UTC: of the last change of the status. */
  changedDate: z.string(),
});
export type ApplicationRow = z.output<typeof applicationRow>;

/** `asked` is a question of the operator, `answered` what the applicant wrote, `declined` the reason. */
const entry = z.object({
  kind: z.enum(["asked", "answered", "declined"]),
  text: z.string(),
  /** UTC. */
  date: z.string(),
  documents: z.array(applicationDocument),
});

export const applicationSchema = applicationRow.extend({
  legalName: z.string(),
  givenName: z.string(),
  surname: z.string(),
  phone: z.string(),
  about: z.string(),
  /** The marketplaces of the application. `isActive` is false if nothing new can be agreed there. */
  marketplaces: z.array(named.extend({ isActive: z.boolean() })),
  /** Sent with the application. */
  documents: z.array(applicationDocument),
  /** Questions and answers, oldest first. */
  entries: z.array(entry.extend({ userFullName: z.string().nullish() })),
  decidedByUserFullName: z.string().nullish(),
  /** The supplier that it became. */
  supplier: named.nullish(),
  /** Suppliers with the same ABN, other than the one that this application became. */
  suppliersWithSameAbn: z.array(named),
  /** Other applications with the same ABN that are not decided yet. */
  applicationsWithSameAbn: z.array(named),
  /** UTC: when it will be deleted, if nothing happens before. */
  deletionDate: z.string().nullish(),
});
export type Application = z.output<typeof applicationSchema>;

/** The application as its applicant sees it. */
export const ownApplication = z.object({
  organisationName: z.string(),
  /** One of `applicationStatuses`. */
  status: z.string(),
  companyName: z.string(),
  abn: z.string(),
  email: z.string(),
  /** UTC. */
  submittedDate: z.string(),
  marketplaces: z.array(z.string()),
  documents: z.array(z.string()),
  entries: z.array(entry.omit({ documents: true }).extend({ documents: z.array(z.string()) })),
  /** UTC: when it will be deleted, if nothing happens before. */
  deletionDate: z.string().nullish(),
});
export type OwnApplication = z.output<typeof ownApplication>;

/* ---- what is typed ---- */

/** The secret of an applicant's link. */
export const applicationToken = z.string().max(100);

const marketplacesMessage = "Please choose at least one marketplace.";
const documentIds = list(z.guid("Please choose this document again."), {
  max: maxDocuments,
  tooMany: `Please send at most ${maxDocuments} documents.`,
}).optional();

export const submitApplication = z.object({
  CompanyName: text({ max: 255, required: "Please enter the name of your business." }),
  /** The company name if it is empty. */
  LegalName: optionalText({ max: 255 }),
  Abn: abn("Please enter your ABN."),
  GivenName: text({ max: nameLengths.givenName, required: "Please enter your given name." }),
  Surname: text({ max: nameLengths.surname, required: "Please enter your surname." }),
  Email: email(),
  Phone: text({ max: 25, required: "Please enter a phone number." }),
  /** Becomes the supplier's description. */
  About: optionalText({ max: 2_000, breaks: "kept" }),
  MarketplaceIds: list(recordId, { min: 1, max: 100, required: marketplacesMessage }),
  /** Documents that were uploaded with this command's `Id` as `DraftId`. */
  DocumentIds: documentIds,
});

export const answerApplication = z.object({
  Token: applicationToken,
  Text: text({ max: 4_000, breaks: "kept", required: "Please write an answer." }),
  /** As in `submitApplication`. */
  DocumentIds: documentIds,
});

const ofApplication = { ApplicationId: recordId };

export const askApplicant = z.object({
  ...ofApplication,
  Text: text({ max: 2_000, breaks: "kept", required: "Please write what you need." }),
});

export const declineApplication = z.object({
  ...ofApplication,
  Reason: text({ max: 2_000, breaks: "kept", required: "Please write the reason." }),
});

export const acceptApplication = z.object({
  ...ofApplication,
  /** The supplier's first user, who gets all permissions. */
  UserEmail: email(),
  /** The terms of the marketplaces that get an agreement. */
  Marketplaces: list(upsertSupplierMarketplace.omit({ SupplierId: true }), { max: 100 }),
});

/* ---- the forms of the back office ---- */

/** A document that is stored already, as a form carries it: its id, a space and its name. */
const documentText = z
  .string()
  .max(400)
  .refine(
    within(400, (value) => z.guid().safeParse(documentIn(value).id).success),
    "Please choose this document again.",
  );

export const documentTextOf = ({ id, name }: { id: string; name: string }) => `${id} ${name}`;

export function documentIn(value: string): { id: string; name: string } {
  const [id = "", ...name] = value.split(" ");
  return { id, name: name.join(" ") };
}

const Documents = list(documentText, {
  max: maxDocuments,
  tooMany: `Please send at most ${maxDocuments} documents.`,
}).optional();

export const applyForm = submitApplication.omit({ DocumentIds: true }).extend({ Documents });
export const answerForm = answerApplication.omit({ Token: true, DocumentIds: true }).extend({ Documents });

/** One pair of terms for all agreements: percent, and dollars inc GST. */
export const acceptForm = supplierMarketplaceForm.omit({ MarketplaceId: true }).extend({
  UserEmail: email(),
  MarketplaceIds: list(recordId, { max: 100 }).default([]),
});

export const applicationMessages = {
  notSent: "Oh dear, we could not send your application due to an unexpected error. Please try again.",
  notAnswered: "Oh dear, we could not send your answer due to an unexpected error. Please try again.",
  accepted: "The application was accepted. The supplier has been added, and its first user has been emailed.",
  asked: "The applicant has been asked by email.",
  declined: "The application was declined. The applicant has been told by email.",
  notSaved: "Oh dear, we could not save this due to an unexpected error. Please try again.",
  notDownloaded: "Oh dear, we could not open this document due to an unexpected error. Please try again.",
} as const;
