/** Shared by the parts of the shop: its state, and its form of answers. */

export type Json = Record<string, unknown>;

export interface Asked {
  method: string;
  /** Below `/wp-json/wc/v3`. */
  path: string;
  query: URLSearchParams;
  body: Json;
}

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** As WordPress says that something is wrong. */
export class Wrong extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly data: Json = {},
  ) {
    super(message);
  }
  get answer(): Answer {
    return {
      status: this.status,
      body: { code: this.code, message: this.message, data: { status: this.status, ...this.data } },
    };
  }
}

export const ok = (body: unknown, headers?: Record<string, string>): Answer => ({
  status: 200,
  body,
  ...(headers && { headers }),
});
export const created = (body: unknown): Answer => ({ status: 201, body });

export interface Meta {
  id: number;
  key: string;
  value: unknown;
}

export interface Settings {
  version: string;
  currency: string;
  calculatesTaxes: boolean;
  pricesIncludeTax: boolean;
  weightUnit: string;
  dimensionUnit: string;
  managesStock: boolean;
  /** Minutes that the site's own time is ahead of UTC. */
  offset: number;
  /** Milliseconds that the clock of its server is ahead. */
  aheadMs: number;
  /** The `Date` of answers is right all the same, because another server passes them on. */
  isBehindProxy: boolean;
}

/** The time of the shop's server. */
export const nowOf = ({ aheadMs }: Settings): Date => new Date(Date.now() + aheadMs);

/** Keys of all kinds of records come from one sequence, as they do in WordPress. */
export class Keys {
  #last = 100;
  next = (): number => ++this.#last;
}

/** Sets, replaces, or removes (null) entries. */
export function updateMeta(meta: Meta[], given: unknown, keys: Keys): void {
  if (!Array.isArray(given)) return;
  for (const { key, value } of given as Meta[]) {
    const index = meta.findIndex((each) => each.key === key);
    const before = meta[index];
    if (value === null) {
      if (before) meta.splice(index, 1);
    } else if (before) before.value = value;
    else meta.push({ id: keys.next(), key, value });
  }
}

/** As WordPress stores names. */
export const escaped = (text: string): string =>
  text
    .replace(/&(?!#?\w+;)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

/** WordPress' `sanitize_title`, for plain names. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** In UTC, without a zone. */
export const gmt = (moment: Date): string => moment.toISOString().slice(0, 19);
export const local = (moment: Date, { offset }: Settings): string => gmt(new Date(moment.getTime() + offset * 60_000));

type Kind = "string" | "integer" | "boolean" | "array" | "object";
const isOf: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isInteger(Number(value)) && typeof value !== "boolean",
  boolean: (value) => typeof value === "boolean",
  array: Array.isArray,
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/** Checks the types of the fields that are given, and that values are among those that exist. */
export function checkFields(
  body: Json,
  kinds: Record<string, Kind>,
  values: Record<string, readonly string[]> = {},
): void {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(body)) {
    const kind = kinds[name];
    if (kind && !isOf[kind](value)) params[name] = `${name} is not of type ${kind}.`;
    else if (values[name] && !values[name].includes(String(value)))
      params[name] = `${name} is not one of ${values[name].join(", ")}.`;
  }
  if (Object.keys(params).length > 0)
    throw new Wrong(400, "rest_invalid_param", `Invalid parameter(s): ${Object.keys(params).join(", ")}`, { params });
}

/** A page of a list, with WordPress' headers. */
export function pageOf<T>(records: T[], query: URLSearchParams): Answer {
  const perPage = Number(query.get("per_page") ?? 10);
  const page = Number(query.get("page") ?? 1);
  if (!(perPage >= 1 && perPage <= 100) || !(page >= 1))
    throw new Wrong(400, "rest_invalid_param", "Invalid parameter(s): per_page", {
      params: { per_page: "per_page must be between 1 (inclusive) and 100 (inclusive)" },
    });
  const start = query.has("offset") ? Number(query.get("offset")) : (page - 1) * perPage;
  return ok(records.slice(start, start + perPage), {
    "x-wp-total": String(records.length),
    "x-wp-totalpages": String(Math.ceil(records.length / perPage)),
  });
}

/** Whether the shop's version is this one of WooCommerce 9, or a later one. */
export function isSince({ version }: Settings, minor: number): boolean {
  const [major = 0, own = 0] = version.split(".").map(Number);
  return major > 9 || (major === 9 && own >= minor);
}

export const invalidId = (kind: string, status = 404) =>
  new Wrong(status, `woocommerce_rest_${kind}_invalid_id`, "Invalid ID.");

/** Keeps the fields that are asked for. */
export function onlyFields(body: unknown, query: URLSearchParams): unknown {
  const fields = query
    .get("_fields")
    ?.split(",")
    .map((field) => field.split(".")[0] as string);
  if (!fields) return body;
  const pick = (record: unknown) =>
    typeof record === "object" && record !== null
      ? Object.fromEntries(Object.entries(record).filter(([name]) => name === "id" || fields.includes(name)))
      : record;
  return Array.isArray(body) ? body.map(pick) : pick(body);
}
