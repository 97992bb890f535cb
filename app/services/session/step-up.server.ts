/** Step-up authentication (RFC 9470): the parameters for the provider. */
import { z } from "zod";

const parameters = z.object({ max_age: z.string().regex(/^\d{1,5}$/), acr_values: z.string().max(300).optional() });

/** Returns the parameters to pass on to the provider; none for an ordinary sign-in. */
export function stepUpParameters({ searchParams }: URL): [name: string, value: string][] {
  const { data } = parameters.safeParse(Object.fromEntries(searchParams));
  return Object.entries(data ?? {});
}
