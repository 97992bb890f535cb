/** Requests to the programming interface of a shop, with its limits of calls kept. */
import { setTimeout as wait } from "node:timers/promises";
import { ForbiddenAddress, type GuardedResponse, guardedFetch } from "#api/core/outbound/guarded-fetch.ts";
import { whyNotReached } from "#api/core/outbound/why-not-reached.ts";
import { parsePrintable } from "#contract/rules/printable.ts";
import { ShopRefusal, ShopUnavailable } from "./shop.ts";

export interface ShopRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

export interface ShopResponse {
  status: number;
  headers: GuardedResponse["headers"];
  /** The parsed body; undefined if it is not JSON. */
  json: unknown;
}

/** A request and its answer for the log of deliveries, without headers, because these have secrets. */
export interface Exchange {
  request: string;
  status: number;
  answer: string;
}

export interface ShopClient {
  /**
   * Sends a request. Waits and repeats it while the shop asks for slower calls (429), or `isTooMany` says so.
   * @throws ShopUnavailable if the shop does not answer, answers with a status of 5xx, or asks to wait for too long
   * @throws ShopRefusal if the address may not be used
   */
  send(request: ShopRequest, isTooMany?: (response: ShopResponse) => boolean): Promise<ShopResponse>;
  /** All exchanges so far. */
  readonly exchanges: readonly Exchange[];
  /** Milliseconds that the shop's clock was ahead of ours at its last answer, as far as that counts, or else 0. */
  readonly aheadMs: number;
}

interface Limits {
  /** The shop may have a private address, or no encryption. */
  allowPrivate: boolean;
  /** For one answer. */
  timeoutMs?: number;
  /** For all repetitions of a request together. */
  patienceMs?: number;
}

/** Product lists and orders with a thousand lines stay below this. */
const maxBytes = 16 * 1024 * 1024;
const shortPauseMs = 500;
const keptAnswer = 2_000;
/** Answers take a while, and name whole seconds. */
const smallestAheadMs = 60_000;

export function shopClient({ allowPrivate, timeoutMs = 15_000, patienceMs = 30_000 }: Limits): ShopClient {
  const exchanges: Exchange[] = [];
  let aheadMs = 0;

  async function once({ method, url, headers, body }: ShopRequest): Promise<ShopResponse> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    try {
      const {
        status,
        headers: answered,
        text,
      } = await guardedFetch(url, {
        method,
        headers: {
          accept: "application/json",
          ...(sent !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(sent !== undefined && { body: sent }),
        timeoutMs,
        maxBytes,
        allowPrivate,
      });
      aheadMs = aheadIn(answered.date);
      exchanges.push({ request: `${method} ${pathOf(url)}`, status, answer: (text ?? "").slice(0, keptAnswer) });
      return { status, headers: answered, json: parsed(text) };
    } catch (error) {
      if (error instanceof ForbiddenAddress) throw new ShopRefusal(error.message);
      const reason = whyNotReached(error, timeoutMs) ?? "The connection failed.";
      throw new ShopUnavailable(`The shop did not answer. ${reason}`, { cause: error });
    }
  }

  return {
    exchanges,
    get aheadMs() {
      return aheadMs;
    },
    async send(request, isTooMany = () => false) {
      const until = Date.now() + patienceMs;
      for (let attempt = 0; ; attempt += 1) {
        const response = await once(request);
        if (response.status !== 429 && !isTooMany(response)) {
          if (response.status >= 500) throw new ShopUnavailable(`The shop answered with status ${response.status}.`);
          return response;
        }
        const pause = pauseOf(response, attempt);
        if (Date.now() + pause > until) throw new ShopUnavailable("The shop asks for fewer calls at the moment.");
        await wait(pause);
      }
    },
  };
}

/** Milliseconds: what the shop asks for (`Retry-After`, in seconds), or else half a second, doubled each time. */
function pauseOf({ headers }: ShopResponse, attempt: number): number {
  const seconds = Number(headers["retry-after"]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : shortPauseMs * 2 ** attempt;
}

/** Returns the milliseconds that the clock which shows this date now is ahead of ours, as far as that counts, or else 0. */
export function aheadIn(date: string | undefined): number {
  const ahead = Date.parse(date ?? "") - Date.now();
  return Math.abs(ahead) >= smallestAheadMs ? ahead : 0;
}

/** Without the query, which may have keys. */
const pathOf = (url: string) => new URL(url).pathname;

/**
 * Returns undefined for what is not JSON. Plug-ins of a shop may print something before the answer, such as a warning of
 * PHP or a byte order mark, and caches a comment behind it; the answer is a line of its own then.
 */
function parsed(text = ""): unknown {
  const whole = jsonIn(text.replace(/^\uFEFF/, ""));
  if (whole !== undefined || /^\s*<(?:!doctype|html)/i.test(text)) return whole;
  for (const line of text.split("\n")) {
    const found = /^[[{]/.test(line) ? jsonIn(line) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function jsonIn(text: string): unknown {
  try {
    return parsePrintable(text);
  } catch {
    return undefined;
  }
}
