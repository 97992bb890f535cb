/** The settings of the organisation. Null means not set: the default, or the environment's value, is in effect. */
import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { BillCodes } from "#contract/books/exports.ts";
import type { Payer } from "#contract/rules/direct-entry.ts";
import { moment } from "./moment.ts";

/** One row, which is inserted with the first setting. */
export const settings = pgTable(
  "settings",
  {
    id: integer().primaryKey().default(1),
    /** When an administrator dismissed the list of what is left to set up; null while it is shown. */
    setupDismissedAt: moment("setup_dismissed_at"),
    organisationName: text("organisation_name"),
    logoId: uuid("logo_id"),
    /** IANA name. */
    timeZone: text("time_zone"),
    mailFrom: text("mail_from"),
    /** For how many months the history and the customers' details of orders are kept. */
    historyMonths: integer("history_months"),
    customerMonths: integer("customer_months"),
    /** Address of the mail server with its password, sealed. */
    mailServerSealed: text("mail_server_sealed"),
    mailServerSetAt: moment("mail_server_set_at"),
    mailServerSetBy: integer("mail_server_set_by"),
    /** The account that suppliers are paid from, confirmed by a second person. */
    payer: jsonb().$type<Payer>(),
    payerConfirmedAt: moment("payer_confirmed_at"),
    payerConfirmedBy: integer("payer_confirmed_by"),
    proposedPayer: jsonb("proposed_payer").$type<Payer>(),
    payerProposedAt: moment("payer_proposed_at"),
    payerProposedBy: integer("payer_proposed_by"),
    /** Codes of accounts and tax rates in the accounting program; null means none. */
    billCodes: jsonb("bill_codes").$type<BillCodes>(),
  },
  (t) => [check("settings_one_row", sql`${t.id} = 1`)],
);
