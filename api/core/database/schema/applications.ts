import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ApplicationStatus } from "#contract/applications/schema.ts";
import { momentOfInsert } from "./moment.ts";
import { marketplaces, suppliers } from "./suppliers.ts";

/** Businesses that apply to become suppliers. */
export const applications = pgTable(
  "applications",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    status: text().$type<ApplicationStatus>().notNull().default("received"),
    companyName: text("company_name").notNull(),
    legalName: text("legal_name").notNull(),
    /** Digits only. */
    abn: text().notNull(),
    givenName: text("given_name").notNull(),
    surname: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    about: text().notNull(),
    /** The applicant's link is derived from it (`api/areas/suppliers/applications/link.ts`). */
    linkNonce: uuid("link_nonce").notNull().unique().defaultRandom(),
    /** The command that submitted it, which is deleted with it. */
    commandId: uuid("command_id").notNull(),
    submittedAt: momentOfInsert("submitted_at"),
    /** When the status changed. */
    changedAt: momentOfInsert("changed_at"),
    decidedBy: integer("decided_by"),
    /** The supplier that it became. */
    supplierId: integer("supplier_id").references(() => suppliers.id, { onDelete: "set null" }),
  },
  (t) => [
    index("applications_submitted").on(t.submittedAt, t.id),
    index("applications_status").on(t.status, t.changedAt),
    index("applications_abn").on(t.abn),
    index("applications_supplier").on(t.supplierId),
  ],
);

/** The marketplaces that an application is for. */
export const applicationMarketplaces = pgTable(
  "application_marketplaces",
  {
    applicationId: integer("application_id")
      .notNull()
      .references(() => applications.id, { onDelete: "cascade" }),
    marketplaceId: integer("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
  },
  (t) => [primaryKey({ columns: [t.applicationId, t.marketplaceId] })],
);

/** Questions of the operator, answers of the applicant, and the reason why an application was declined. */
export const applicationEntries = pgTable(
  "application_entries",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    applicationId: integer("application_id")
      .notNull()
      .references(() => applications.id, { onDelete: "cascade" }),
    kind: text().$type<"asked" | "answered" | "declined">().notNull(),
    text: text().notNull(),
    /** Null for the applicant. */
    userId: integer("user_id"),
    /** The command that wrote it, which is deleted with it. */
    commandId: uuid("command_id").notNull(),
    at: momentOfInsert("at"),
  },
  (t) => [index("application_entries_application").on(t.applicationId, t.id)],
);

/** Documents of applicants; their contents are in `files` under the same id. */
export const applicationDocuments = pgTable(
  "application_documents",
  {
    id: uuid().primaryKey(),
    /** The `Id` of the command that they were uploaded for. */
    draftId: uuid("draft_id").notNull(),
    /** Null until that command was sent. */
    applicationId: integer("application_id").references(() => applications.id, { onDelete: "cascade" }),
    /** Null if they were sent with the application itself. */
    entryId: integer("entry_id").references(() => applicationEntries.id, { onDelete: "cascade" }),
    name: text().notNull(),
    size: integer().notNull(),
    uploadedAt: momentOfInsert("uploaded_at"),
  },
  (t) => [
    index("application_documents_draft").on(t.draftId),
    index("application_documents_application").on(t.applicationId),
  ],
);
