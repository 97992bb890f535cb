import type { User } from "./schema.ts";

/** A user in the fields of `UpdateUser`, to compare what a form shows with the current record. */
export const userDetails = (user: Pick<User, "email" | "givenName" | "surname" | "roles">) => ({
  Email: user.email,
  GivenName: user.givenName,
  Surname: user.surname,
  Roles: user.roles,
});
