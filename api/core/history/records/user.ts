import { sql } from "drizzle-orm";
import { users } from "#api/core/database/schema/index.ts";
import { field } from "../fields.ts";
import { type RecordWithHistory, recorded } from "../recorded.ts";

export const userHistory = {
  table: users,
  id: users.id,
  name: sql`trim(${users.givenName} || ' ' || ${users.surname})`,
  permission: "users.edit",
  tables: {
    users: recorded(users, {
      record: "user",
      id: users.id,
      omits: { "is a secret": ["passwordHash"], "changes with every sign-in": ["lastSignedInAt"] },
      fields: {
        email: field("Email"),
        givenName: field("Given name"),
        surname: field("Surname"),
        isActive: field("Active", "yesNo"),
        roles: field("Roles", "list"),
      },
    }),
  },
} satisfies RecordWithHistory;
