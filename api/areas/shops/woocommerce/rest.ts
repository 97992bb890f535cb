/** Requests to WooCommerce's REST API (https://developer.woocommerce.com/docs/apis/rest-api/). */
import type { z } from "zod";
import { NoData, type ShopConnection, ShopRefusal, ShopUnavailable } from "../shop.ts";
import type { ShopClient, ShopRequest, ShopResponse } from "../shop-client.ts";
import { explained, WooRefusal } from "./refusals.ts";

/** Since WooCommerce 3.5; filters by the moment of the last change need WooCommerce 5.8. */
export const apiVersion = "wc/v3";

type Query = Record<string, string | number | boolean>;

/** A request that may have a body. */
interface Sent {
  query?: Query;
  body?: unknown;
}

/** @throws ShopRefusal, WooRefusal if the shop gives a reason, or ShopUnavailable */
export interface Rest {
  /** Where the shop is, and with which key. */
  readonly connection: Pick<ShopConnection, "url" | "key">;
  get<T>(path: string, schema: z.ZodType<T>, query?: Query): Promise<T>;
  /** Returns undefined if there is no such record. */
  find<T>(path: string, schema: z.ZodType<T>, query?: Query): Promise<T | undefined>;
  /** Returns all records of a list. */
  all<T>(path: string, schema: z.ZodType<T[]>, query?: Query): Promise<T[]>;
  send<T>(method: "POST" | "PUT" | "DELETE", path: string, schema: z.ZodType<T>, sent?: Sent): Promise<T>;
  /** Reads what WordPress says about itself, for which a key must not be sent: WordPress would take it for a user's. */
  site<T>(schema: z.ZodType<T>, query?: Query): Promise<T>;
}

/** The most records that WooCommerce puts on a page. */
const perPage = 100;
/** More than there are variations of a product, and webhooks of a shop. */
const mostPages = 100;
const momentary: readonly number[] = [408, 425];

export function restOf({ url, key, secret }: ShopConnection, client: ShopClient): Rest {
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;

  async function exchange(request: ShopRequest): Promise<ShopResponse> {
    const response = await client.send(request);
    if (momentary.includes(response.status))
      throw new ShopUnavailable(`The shop answered with status ${response.status}.`);
    if (response.status >= 300) throw explained(request, response);
    return response;
  }

  async function call<T>(
    method: ShopRequest["method"],
    path: string,
    schema: z.ZodType<T>,
    { query = {}, body }: Sent,
    headers: Record<string, string> = { authorization },
  ): Promise<T> {
    const address = `${url}/wp-json/${path}${queryOf(query)}`;
    const { json } = await exchange({ method, url: address, headers, ...(body !== undefined && { body }) });
    if (json === undefined)
      throw new NoData(
        `The shop answered ${method} ${path} with a page instead of data. It may be under maintenance, or a cache or a security plugin may be the reason.`,
      );
    const read = schema.safeParse(json);
    if (!read.success) throw new ShopRefusal(`The answer of the shop to ${method} ${path} is not one of WooCommerce.`);
    return read.data;
  }

  const rest: Rest = {
    connection: { url, key },
    get: (path, schema, query) => call("GET", `${apiVersion}${path}`, schema, { query }),
    async find(path, schema, query) {
      try {
        return await rest.get(path, schema, query);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async all(path, schema, query) {
      const found = [];
      for (let page = 1; page <= mostPages; page += 1) {
        const records = await rest.get(path, schema, { ...query, per_page: perPage, page });
        found.push(...records);
        if (records.length < perPage) break;
      }
      return found;
    },
    send: (method, path, schema, sent = {}) => call(method, `${apiVersion}${path}`, schema, sent),
    site: (schema, query) => call("GET", "", schema, { query }, {}),
  };
  return rest;
}

/** True if there is no such record; WooCommerce says that it has no such route in other words. */
export const isMissing = (error: unknown): boolean => error instanceof WooRefusal && error.status === 404;

function queryOf(query: Query): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "";
}
