import { createHmac } from "node:crypto";
import { z } from "zod";
import { ForbiddenAddress, type GuardedResponse, guardedFetch } from "#api/core/outbound/guarded-fetch.ts";
import { whyNotReached } from "#api/core/outbound/why-not-reached.ts";
import type { Sent } from "#api/core/outbox/deliver.ts";
import type { WebhookTest } from "#contract/marketplaces/schema.ts";
import type { Channel, ChannelListing, Outcome } from "./channel.ts";

export interface Webhook {
  url: string;
  /** Undefined if it cannot be decrypted, because the key has changed. */
  secret: string | undefined;
  /** The address may be private, and without encryption. */
  allowPrivate: boolean;
}

const timeoutMs = 10_000;
/** Users wait for the answer of a test, which may not take longer than ten seconds in all. */
const testTimeoutMs = 8_000;
const answer = z
  .object({
    accepted: z.boolean().optional(),
    reason: z.string().optional(),
    marketplaceSku: z.string().max(255).optional(),
  })
  .catch({});
type Answer = z.output<typeof answer>;

const noSecret = "The secret of the webhook can no longer be read. Please enter it again.";

/** Posts listings to the marketplace's webhook. */
export function webhook(target: Webhook, patienceMs = timeoutMs): Channel {
  const send =
    (event: "publish" | "withdraw") =>
    async (listing: ChannelListing, startedAt: string): Promise<Outcome> => {
      if (target.secret === undefined) return { isAccepted: false, reason: noSecret };
      try {
        const { status, text } = await post(target, target.secret, { event, startedAt, listing }, patienceMs);
        return outcomeOf(status, answerIn(text));
      } catch (error) {
        // Trying again would not help.
        if (error instanceof ForbiddenAddress) return { isAccepted: false, reason: error.message };
        throw error;
      }
    };
  return { publish: send("publish"), withdraw: send("withdraw") };
}

/** Posts an event that lists nothing, and returns what happened, whatever it was. */
export async function testWebhook(target: Webhook): Promise<WebhookTest> {
  const startedAt = Date.now();
  const result = (status: number | null, reason: string): WebhookTest => ({
    isAccepted: reason === "",
    status,
    milliseconds: Date.now() - startedAt,
    reason,
  });
  if (target.secret === undefined) return result(null, noSecret);
  const event = { event: "test", startedAt: new Date(startedAt).toISOString() };
  try {
    const { status, text } = await post(target, target.secret, event, testTimeoutMs);
    const { accepted, reason } = answerIn(text);
    const isAccepted = status >= 200 && status <= 299 && accepted !== false;
    return result(status, isAccepted ? "" : shortReason(reason) || `Its status was ${status}.`);
  } catch (error) {
    return result(null, reasonOf(error, testTimeoutMs));
  }
}

function reasonOf(error: unknown, patienceMs: number): string {
  if (error instanceof ForbiddenAddress) return error.message;
  return whyNotReached(error, patienceMs) ?? "The connection failed.";
}

function post(target: Webhook, secret: string, content: object, patienceMs: number): Promise<GuardedResponse> {
  const body = JSON.stringify(content);
  return postSigned(target, body, signedHeaders(secret, body), patienceMs);
}

function postSigned(
  { url, allowPrivate }: Webhook,
  body: string,
  headers: Record<string, string>,
  patienceMs: number,
): Promise<GuardedResponse> {
  return guardedFetch(url, {
    method: "POST",
    headers,
    body,
    timeoutMs: patienceMs,
    maxBytes: longestAnswer,
    allowPrivate,
  });
}

function signedHeaders(secret: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    "content-type": "application/json",
    "x-countinghouse-timestamp": timestamp,
    "x-countinghouse-signature": `sha256=${signatureOf(secret, timestamp, body)}`,
  };
}

/** Posts an event about an order or a product. Any status of 2xx accepts it. */
export async function postEvent(target: Webhook, body: string, patienceMs = timeoutMs): Promise<Sent> {
  const headers = target.secret === undefined ? {} : signedHeaders(target.secret, body);
  const failed = (failure: string): Sent => ({ headers, status: null, answer: "", failure });
  if (target.secret === undefined) return failed(noSecret);
  try {
    const { status, text } = await postSigned(target, body, headers, patienceMs);
    const isAccepted = status >= 200 && status <= 299;
    const answer = text ?? `(more than ${longestAnswer / 1024} KB)`;
    return { headers, status, answer, failure: isAccepted ? "" : `Its status was ${status}.` };
  } catch (error) {
    return failed(reasonOf(error, patienceMs));
  }
}

/** HMAC-SHA256, in hexadecimal, over the timestamp, a full stop and the body. */
function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
}

const longestAnswer = 64 * 1024;

/**
 * Returns the response body. A marketplace may send a status only; bodies that are too long or invalid count as empty.
 */
function answerIn(text: string | undefined): Answer {
  try {
    return answer.parse(JSON.parse(text ?? ""));
  } catch {
    return {};
  }
}

const shortReason = (reason: string | undefined) => reason?.trim().slice(0, 500) ?? "";

/** Client errors that concern the moment and not the listing: timeouts and rate limits. */
const momentary: readonly number[] = [408, 425, 429];

function outcomeOf(status: number, { accepted, reason, marketplaceSku }: Answer): Outcome {
  const isRefused = status >= 400 && status < 500 && !momentary.includes(status);
  if (!isRefused && (status < 200 || status > 299)) throw new Error(`the marketplace answered with status ${status}`);
  if (!isRefused && accepted !== false) return { isAccepted: true, marketplaceSku };
  return {
    isAccepted: false,
    reason: shortReason(reason) || "The marketplace rejected it without giving a reason.",
  };
}
