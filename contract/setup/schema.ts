import { z } from "zod";

/** The steps, in the order in which a new organisation takes them. */
export const setupSteps = [
  "marketplace",
  "categories",
  "productType",
  "supplier",
  "agreement",
  "mail",
  "payingAccount",
] as const;
export type SetupStep = (typeof setupSteps)[number];

export const setupSchema = z.object({
  steps: z.array(
    z.object({
      key: z.enum(setupSteps),
      isDone: z.boolean(),
      /** The record to open for this step: a supplier without an agreement. */
      recordId: z.number().int().nullable(),
    }),
  ),
  isDismissed: z.boolean(),
});
export type Setup = z.output<typeof setupSchema>;
