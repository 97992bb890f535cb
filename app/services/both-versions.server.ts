/** The words for an edit whose fields somebody else has changed as well: Yours and Theirs, at the field. */
import type { Choice } from "@contract/enumerations.ts";
import type { Address } from "@contract/locations/schema.ts";
import { inclusive } from "@contract/rules/money.ts";
import { textOfHtml } from "@contract/rules/rich-text.ts";
import type { FormAnswer } from "~/lib/form-answer";
import type { Call } from "./call.server";
import { configuration } from "./identity.server";

export interface Told {
  /** The form's field, where it is called otherwise than the command's. */
  field?: string;
  say?(value: unknown, call: Call): string | Promise<string>;
}

/** The form comes back: sent again, what stands in it counts. */
export class Overtaken extends Error {
  constructor(
    readonly shown: string,
    readonly errors: NonNullable<FormAnswer["errors"]>,
  ) {
    super("others have changed the same fields");
  }
}

/** @param theirs by the field of the command, as `yours` is */
export async function bothVersions(
  yours: object,
  theirs: Record<string, unknown>,
  told: Record<string, Told> = {},
  call: Call,
): Promise<NonNullable<FormAnswer["errors"]>> {
  const entries = Object.entries(theirs).map(async ([field, value]) => {
    const { field: name = field, say = plainly } = told[field] ?? {};
    const [mine, other] = await Promise.all([say((yours as Record<string, unknown>)[field], call), say(value, call)]);
    const message = `Somebody else changed this while you had the form open. Yours: ${mine}. Theirs: ${other}. Save again to keep what is here now.`;
    return [name, { type: "theirs", message }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const longest = 120;

function plainly(value: unknown): string {
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
    return "nothing";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return short(value.map(plainly).join(", "));
  if (typeof value === "object") return Object.values(value).map(plainly).join(" – ");
  const text = String(value);
  return short(text.startsWith("<") ? textOfHtml(text) : text);
}

const short = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Dollars ex GST, told inc GST. */
export const priceTold: Told = {
  say: async (price) =>
    typeof price === "number" ? `$${inclusive(price, (await configuration()).gstRate).toFixed(2)}` : "nothing",
};

export const imageTold: Told = { say: (id) => (id ? "a picture" : "no picture") };

/** A value of a list that everybody knows. */
export const choiceTold = (choices: readonly Choice[]): Told => ({
  say: (value) => choices.find((each) => each.value === value)?.displayName ?? "nothing",
});

/** An address is one value of its command. @param now asks for the address that is there now */
export const addressTold = (now: (call: Call) => Promise<Address | null | undefined>): Told => ({
  field: "streetAddress",
  say: async (id, call) => {
    const address = await now(call);
    if (!address || address.id !== id) return "what is in these fields";
    return [
      address.unitNumber,
      address.streetAddress,
      address.streetAddress2,
      address.city,
      address.state,
      address.postCode,
    ]
      .filter(Boolean)
      .join(", ");
  },
});
