/** Proving one's identity again, for operations that ask for it (RFC 9470): what goes to the authority. */
import { z } from "zod";

const parameters = z.object({ max_age: z.string().regex(/^\d{1,5}$/), acr_values: z.string().max(300).optional() });

/** The parameters of an authorization request that the address of the sign-in page names; none where it is an ordinary one. */
export function stepUpParameters({ searchParams }: URL): [name: string, value: string][] {
  const { data } = parameters.safeParse(Object.fromEntries(searchParams));
  return Object.entries(data ?? {});
}
