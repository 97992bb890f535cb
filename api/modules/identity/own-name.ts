/** The name of a user whose account was created without one: agreements that they sign state it. */
import { z } from "zod";
import { optionalText, text } from "#contract/fields.ts";
import { nameLengths } from "#contract/users/schema.ts";
import type { User } from "./accounts.ts";

export interface Names {
  givenName: string;
  surname: string;
}

export type NameErrors = Partial<Names>;

const namesSchema = z.object({
  givenName: optionalText({ max: nameLengths.givenName }),
  surname: text({ max: nameLengths.surname }),
});

export const hasNoName = ({ givenName, surname }: User): boolean => !givenName && !surname;

/** Trims the names, and returns a message for each that cannot be stored. */
export function checkNames(typed: Names): { names: Names; errors: NameErrors } {
  const result = namesSchema.safeParse(typed);
  if (result.success) return { names: result.data, errors: {} };
  const { fieldErrors } = z.flattenError(result.error);
  return { names: typed, errors: { givenName: fieldErrors.givenName?.[0], surname: fieldErrors.surname?.[0] } };
}
