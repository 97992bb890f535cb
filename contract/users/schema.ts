import { z } from "zod";
import { roles } from "#contract/enumerations.ts";
import { email, filterText, list, optionalText, recordId, yesNo } from "#contract/fields.ts";

/* ---- what is shown ---- */

export const userSortFields = ["userName", "email", "givenName", "surname", "isActive", "lastSignInDate"] as const;

export const userFilters = z.object({
  searchText: filterText(),
  role: z.enum(roles).optional(),
  showActiveOnly: yesNo.default(false),
});

export const userRow = z.object({
  id: z.number().int(),
  /** The email address, for users who were added here. */
  userName: z.string(),
  email: z.string(),
  givenName: z.string().nullish(),
  surname: z.string().nullish(),
  isActive: z.boolean(),
  isLockedOut: z.boolean().default(false),
  roles: z.array(z.string()).default([]),
  /** UTC; null for users who have never signed in. Left out if another OpenID provider signs users in. */
  lastSignInDate: z.string().nullish(),
});
export type UserRow = z.output<typeof userRow>;

export const userSchema = userRow.extend({
  /** For the built-in sign-in; left out if another OpenID provider signs users in. */
  hasSecondFactor: z.boolean().optional(),
  /** The caller's own account, which can be edited but not deactivated. Not part of other APIs. */
  isOwn: z.boolean().optional(),
  /** The suppliers that the user works for. */
  suppliers: z.array(z.object({ id: z.number().int(), name: z.string() })).default([]),
});
export type User = z.output<typeof userSchema>;

/* ---- what is typed ---- */

const rolesMessage = "Please select at least one user role";

/** Maximum lengths in characters. */
export const nameLengths = { givenName: 100, surname: 50 } as const;

export const registerUser = z.object({
  Email: email(),
  GivenName: optionalText({ max: nameLengths.givenName }),
  Surname: optionalText({ max: nameLengths.surname }),
  Roles: list(z.enum(roles, rolesMessage), {
    min: 1,
    max: roles.length,
    required: rolesMessage,
    tooMany: rolesMessage,
  }),
});

export const updateUser = registerUser.extend({ UserId: recordId });

export const userCommand = z.object({ UserId: recordId });

export const userMessages = {
  saved: "User details updated successfully.",
  welcomeResent: "Welcome email has been resent.",
  notSaved: "Oh dear, we could not save the user details due to an unexpected error.",
} as const;

/** Not a message of the specification. */
export const secondFactorReset = "The second factor was removed. The user has been told by email.";
