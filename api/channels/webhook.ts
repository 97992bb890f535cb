import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Channel, ChannelListing, Outcome } from "./channel.ts";

export interface Webhook {
  url: string;
  secret: string;
}

const timeoutMs = 10_000;
const answer = z
  .object({
    accepted: z.boolean().optional(),
    reason: z.string().optional(),
    marketplaceSku: z.string().max(255).optional(),
  })
  .catch({});
type Answer = z.output<typeof answer>;

/** Posts listings to the marketplace's webhook. */
export function webhook({ url, secret }: Webhook, patienceMs = timeoutMs): Channel {
  const send = (event: "publish" | "withdraw") => (listing: ChannelListing, startedAt: string) =>
    post(url, secret, { event, startedAt, listing }, patienceMs);
  return { publish: send("publish"), withdraw: send("withdraw") };
}

async function post(url: string, secret: string, content: object, patienceMs: number): Promise<Outcome> {
  const body = JSON.stringify(content);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-countinghouse-timestamp": timestamp,
      "x-countinghouse-signature": `sha256=${signatureOf(secret, timestamp, body)}`,
    },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(patienceMs),
  });
  return outcomeOf(response.status, await answerIn(response));
}

/** HMAC-SHA256, in hexadecimal, over the timestamp, a full stop and the body. */
function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
}

/** Most bytes read of a response, which may be endless. */
const longestAnswer = 64 * 1024;

/**
 * Returns the response body. A marketplace may send a status only; bodies that are too long or invalid count as empty.
 */
async function answerIn(response: Response): Promise<Answer> {
  const text = await shortText(response);
  try {
    return answer.parse(JSON.parse(text ?? ""));
  } catch {
    return {};
  }
}

/**
 * Returns the body, decoded as UTF-8; undefined if it is longer than `longestAnswer`, in which case the connection is
 * closed.
 */
async function shortText({ body }: Response): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > longestAnswer) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** Client errors that concern the moment and not the listing: timeouts and rate limits. */
const momentary: readonly number[] = [408, 425, 429];

function outcomeOf(status: number, { accepted, reason, marketplaceSku }: Answer): Outcome {
  const isRefused = status >= 400 && status < 500 && !momentary.includes(status);
  if (!isRefused && (status < 200 || status > 299)) throw new Error(`the marketplace answered with status ${status}`);
  if (!isRefused && accepted !== false) return { isAccepted: true, marketplaceSku };
  return {
    isAccepted: false,
    reason: reason?.trim().slice(0, 500) || "The marketplace rejected it without giving a reason.",
  };
}
