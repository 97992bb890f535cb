/** Changing many users at once. */
import { z } from "zod";
import { roles } from "#contract/enumerations.ts";
import { changeOf } from "#contract/many.ts";
import { userFilters } from "./schema.ts";

const Role = z.enum(roles, "Please choose a role from the list.");

/** The change that is made to each of the users. */
export const userChange = z.discriminatedUnion("Kind", [
  z.object({ Kind: z.literal("activate") }),
  z.object({ Kind: z.literal("deactivate") }),
  z.object({ Kind: z.literal("addRole"), Role }),
  z.object({ Kind: z.literal("removeRole"), Role }),
]);
export type UserChange = z.output<typeof userChange>;

export const changeUsers = changeOf("user", { filter: userFilters, change: userChange });
