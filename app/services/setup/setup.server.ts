/** The steps that remain before a first sale. */
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { setup } from "#contract/setup/operations.ts";
import type { Setup, SetupStep } from "#contract/setup/schema.ts";

interface Words {
  label: string;
  why: string;
  to(recordId: number | null): string;
}

const words: Record<SetupStep, Words> = {
  marketplace: {
    label: "A marketplace",
    why: "Where products are sold: its name, ABN and address are on agreements and invoices.",
    to: () => paths.marketplaces(),
  },
  categories: {
    label: "Categories of each marketplace",
    why: "A product is approved into categories of the marketplace.",
    to: (id) => (id === null ? paths.marketplaces() : paths.categories(id)),
  },
  productType: {
    label: "A product type",
    why: "Says which attributes a product has.",
    to: () => paths.productTypes(),
  },
  supplier: { label: "A supplier", why: "Owns products, and receives orders.", to: () => paths.suppliers() },
  agreement: {
    label: "A signed agreement",
    why: "A supplier agrees to a marketplace's terms before its products are listed there.",
    to: (id) => (id === null ? paths.suppliers() : paths.supplier(id)),
  },
  mail: {
    label: "Emails",
    why: "Without a mail server, emails are written to a folder, and nobody receives them.",
    to: () => `${paths.settings()}#emails`,
  },
  payingAccount: {
    label: "The paying account",
    why: "Suppliers are paid from it. One person enters it, and another one confirms it.",
    to: () => `${paths.settings()}#paying-account`,
  },
};

const stepOf = ({ key, isDone, recordId }: Setup["steps"][number]) => {
  const { label, why, to } = words[key];
  return { key, label, why, isDone, to: to(recordId) };
};

export async function loadSetup(context: RequestContext) {
  const { steps, isDismissed } = await context.api(setup.get, {});
  return { steps: steps.map(stepOf), isDismissed, commandId: newCommandId() };
}

const dismissal = (isDismissed: boolean) =>
  commandForm({
    operation: setup.dismiss,
    input: () => ({ IsDismissed: isDismissed }),
    saved: isDismissed ? "The reminder is no longer shown." : "The reminder is shown again.",
    notSaved: "A problem occurred. Please try again.",
    next: () => paths.setup(),
  });

export const setupForms: Record<string, CommandForm> = { dismiss: dismissal(true), remind: dismissal(false) };
