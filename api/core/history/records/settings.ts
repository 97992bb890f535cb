import { sql } from "drizzle-orm";
import { settings } from "#api/core/database/schema/index.ts";
import { billCodeNames } from "#contract/rules/bill-codes.ts";
import { bank, field, ref } from "../fields.ts";
import { isOperator, type RecordWithHistory, recorded } from "../recorded.ts";

const account = {
  object: {
    bankCode: "Bank",
    userId: "User id at the bank",
    userName: "Account name",
    bsb: "BSB",
    accountNumber: "Account number",
  },
};

export const settingsHistory = {
  table: settings,
  id: settings.id,
  name: sql`'Settings'`,
  permission: "settings.view",
  visible: isOperator,
  tables: {
    settings: recorded(settings, {
      record: "settings",
      id: settings.id,
      omits: {
        "is a secret": ["mailServerSealed"],
        "say when and by whom recorded columns were changed": [
          "payerConfirmedAt",
          "payerProposedAt",
          "payerProposedBy",
        ],
      },
      fields: {
        setupDismissedAt: field("Setup dismissed", "moment"),
        organisationName: field("Organisation"),
        logoId: ref("Logo", "file"),
        timeZone: field("Time zone"),
        mailFrom: field("Sender of emails"),
        historyMonths: field("Months of history"),
        customerMonths: field("Months of customer details"),
        mailServerSetAt: field("Mail server set", "moment"),
        mailServerSetBy: ref("Mail server set by", "user"),
        payer: bank("Paying account", account),
        payerConfirmedBy: ref("Paying account confirmed by", "user"),
        proposedPayer: bank("Proposed paying account", account),
        billCodes: field("Codes of the accounting program", { object: billCodeNames }),
      },
    }),
  },
} satisfies RecordWithHistory;
