/** Calls of Shopify's Admin GraphQL API. */
import { z } from "zod";
import { type ShopConnection, ShopRefusal, ShopUnavailable } from "../shop.ts";
import type { ShopClient, ShopResponse } from "../shop-client.ts";

/** Shopify supports a version for at least a year, and answers later calls with the oldest one that it supports. */
export const apiVersion = "2026-07";

export interface Graph {
  /**
   * Runs an operation and returns its data.
   * @throws ShopRefusal if the shop refuses, or its answer is not what the version of the interface promises
   * @throws ShopUnavailable
   */
  run<Data extends z.ZodType>(
    document: string,
    variables: Record<string, unknown>,
    data: Data,
  ): Promise<z.output<Data>>;
}

const errors = z.array(
  z.object({
    message: z.string().catch(""),
    extensions: z.object({ code: z.string().optional().catch(undefined) }).catch({}),
  }),
);
const answer = z
  .object({ data: z.unknown().optional(), errors: errors.optional() })
  .refine(({ data, errors }) => data !== undefined || errors !== undefined);
/** Before it looks at the operation, Shopify says what is wrong in a text, or one for each field. */
const plainErrors = z.object({ errors: z.string() });
type ShopError = z.output<typeof errors>[number];

const noShop =
  "There is no Shopify shop at this address. Please enter the one that ends with .myshopify.com, such as https://my-shop.myshopify.com.";
const byStatus: Readonly<Record<number, string>> = {
  401: "The shop does not accept the access token. Please enter the one of the app in Shopify.",
  402: "Shopify has frozen the shop until its owner pays for it.",
  404: noShop,
  423: "Shopify has locked the shop. Please ask the shop's owner to contact Shopify.",
};
/** Shopify's own: the call looked like an attack, or came too early. */
const momentary: readonly number[] = [408, 425, 430];
/** Codes of errors that concern the moment, not the call. */
const momentaryCodes: readonly (string | undefined)[] = ["THROTTLED", "INTERNAL_SERVER_ERROR", "TIMEOUT"];

export function graphOf({ url, secret }: ShopConnection, client: ShopClient): Graph {
  return {
    async run(document, variables, data) {
      const response = await client.send(
        {
          method: "POST",
          url: `${url}/admin/api/${apiVersion}/graphql.json`,
          headers: { "x-shopify-access-token": secret },
          body: { query: document, variables },
        },
        isThrottled,
      );
      const read = data.safeParse(dataOf(response));
      if (read.success) return read.data;
      const where = read.error.issues[0]?.path.join(".") ?? "";
      throw new ShopRefusal(`The shop's answer cannot be read (${where}).`);
    },
  };
}

/** Shopify answers with status 200 if the calls of the last seconds cost too much. */
function isThrottled({ json }: ShopResponse): boolean {
  const read = answer.safeParse(json);
  return read.success && (read.data.errors ?? []).some(({ extensions }) => extensions.code === "THROTTLED");
}

function dataOf({ status, json }: ShopResponse): unknown {
  if (status >= 300 && status < 400) throw new ShopRefusal(noShop);
  if (momentary.includes(status)) throw new ShopUnavailable(`The shop answered with status ${status}.`);
  if (status !== 200) throw new ShopRefusal(byStatus[status] ?? refusalWith(status, json));
  const read = answer.safeParse(json);
  if (!read.success) throw new ShopRefusal(plainErrors.safeParse(json).success ? refusalWith(status, json) : noShop);
  const [error] = read.data.errors ?? [];
  if (error) throw failureOf(error);
  return read.data.data;
}

function refusalWith(status: number, json: unknown): string {
  const said = plainErrors.safeParse(json).data?.errors ?? "";
  if (status === 403) return `The app may not do this in the shop. ${sentence(said)}`.trim();
  return said === "" ? `The shop answered with status ${status}.` : `The shop refused the call: ${sentence(said)}`;
}

function failureOf({ message, extensions: { code } }: ShopError): Error {
  if (momentaryCodes.includes(code)) return new ShopUnavailable("The shop could not do this at the moment.");
  if (code === "ACCESS_DENIED")
    return new ShopRefusal(`The app lacks a permission in the shop. ${sentence(message)}`.trim());
  return new ShopRefusal(`The shop refused the call: ${sentence(message) || "It did not say why."}`);
}

/** Errors in the input of a mutation. */
export const userErrors = z.array(
  z.object({ message: z.string().catch(""), code: z.string().nullish().catch(undefined) }),
);
export type UserErrors = z.output<typeof userErrors>;

const undecided: readonly (string | null | undefined)[] = ["GENERIC_ERROR", "JOB_ERROR", "THROTTLED"];

/**
 * @throws ShopRefusal with what the shop says is wrong
 * @throws ShopUnavailable if it only says that something went wrong
 */
export function assertNone(found: UserErrors): void {
  if (found.length === 0) return;
  if (found.some(({ code }) => undecided.includes(code)))
    throw new ShopUnavailable("The shop could not do this at the moment.");
  const all = [...new Set(found.map(({ message }) => sentence(message)))].filter((each) => each !== "");
  throw new ShopRefusal(all.slice(0, 5).join(" ") || "The shop refused it without giving a reason.");
}

const longest = 500;

function sentence(message: string): string {
  const text = message.trim().slice(0, longest);
  return text === "" || /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The number at the end of an id, such as 5 of `gid://shopify/Product/5`: what Shopify's pages show. */
export const numberOf = (gid: string): string => gid.slice(gid.lastIndexOf("/") + 1);

export const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });
type PageInfo = z.output<typeof pageInfo>;

/** More than any list of Shopify has. */
const mostPages = 1_000;

/**
 * Reads all pages of a list: runs an operation with the variable `after` again and again.
 * @param pageOf returns undefined if what has the list is not there; it is the last page then
 */
export async function* pagesOf<Data extends z.ZodType>(
  graph: Graph,
  [document, variables, data]: Parameters<typeof graph.run<Data>>,
  pageOf: (read: z.output<Data>) => { pageInfo: PageInfo } | null | undefined,
): AsyncGenerator<z.output<Data>> {
  let after: string | null = null;
  for (let count = 0; count < mostPages; count += 1) {
    const read: z.output<Data> = await graph.run(document, { ...variables, after }, data);
    yield read;
    const info: PageInfo | undefined = pageOf(read)?.pageInfo;
    if (!info?.hasNextPage || !info.endCursor) return;
    if (info.endCursor === after) break;
    after = info.endCursor;
  }
  throw new ShopUnavailable("A list of the shop does not end.");
}
