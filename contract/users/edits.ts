import type { User } from "./schema.ts";

/** A user in the words of `UpdateUser`: what a form shows, and what is there now. */
export const userDetails = (user: Pick<User, "email" | "givenName" | "surname" | "roles">) => ({
  Email: user.email,
  GivenName: user.givenName,
  Surname: user.surname,
  Roles: user.roles,
});
