/** Step-up authentication (RFC 9470): the parameters for the provider. */
import { z } from "zod";
import { paths, withParams } from "#app/lib/paths.ts";
import type { StepUp } from "#app/services/request/api.server.ts";

const parameters = z.object({ max_age: z.string().regex(/^\d{1,5}$/), acr_values: z.string().max(300).optional() });

/** Returns the parameters to pass on to the provider; none for an ordinary sign-in. */
export function stepUpParameters({ searchParams }: URL): [name: string, value: string][] {
  const { data } = parameters.safeParse(Object.fromEntries(searchParams));
  return Object.entries(data ?? {});
}

/** Returns the address that asks for a recent authentication and then leads to the wanted page. */
export const recentLogin = (wanted: string, { maxAge, acrValues }: StepUp) =>
  withParams(paths.login(wanted), { max_age: String(maxAge), acr_values: acrValues });
