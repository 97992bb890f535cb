import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { arrayBuffer } from "node:stream/consumers";
import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { earlyGuard } from "#app/components/form/early-guard.ts";
import { errorTitle } from "#app/components/form/error-title.ts";
import { DocumentContext } from "#app/components/layout/document.ts";
import type { FormAnswer } from "#app/lib/form-answer.ts";
import { isLowData } from "#app/services/pages/low-data.server.ts";
import { hasStyleSheet } from "#app/services/pages/style-sheet-cookie.server.ts";
import { icon, styleSheet, styles } from "#app/services/pages/styles.server.ts";
import { log } from "#app/services/request/log.server.ts";
import { completeHeaders, stateOf } from "#app/services/request/request-state.server.ts";
import { secure } from "#app/services/request/security-headers.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";

const renderTimeout = 15_000;
export const streamTimeout = renderTimeout;

/** Of `root.tsx`; the guard has to come before it, because the page is shown when the browser gets here. */
const pageEnd = '<span id="page-end"';

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: object,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  await dress(headers, request, context, nonce);
  headers.set("content-type", "text/html; charset=utf-8");
  // Low-data pages load no scripts, so the response must not depend on streaming to one.
  if (isLowData(request)) remix.serverHandoffStream = undefined;
  let body: Buffer<ArrayBuffer> | string = withoutZeros(
    Buffer.from(await arrayBuffer(await render(request, remix, nonce))),
  );
  if (hasRefusedForm(remix)) body = body.toString().replace("<title>", `<title>${errorTitle}`);
  if (!isLowData(request) && body.includes("<form ") && body.includes(" data-asks="))
    body = body.toString().replace(pageEnd, (end) => `<script nonce="${nonce}">${earlyGuard}</script>${end}`);
  return new Response(body, { status, headers });
}

/** Client-side navigations get data instead of a document. */
export async function handleDataRequest(
  response: Response,
  { request, context }: { request: Request; context: object },
): Promise<Response> {
  await dress(response.headers, request, context);
  return response;
}

async function dress(headers: Headers, request: Request, context: object, nonce?: string): Promise<void> {
  completeHeaders(headers, stateOf(context, request));
  const settings = await configuration().catch(() => undefined);
  secure(headers, {
    nonce,
    cdn: settings && new URL(settings.cdnBaseUrl).origin,
    authority: settings && new URL(settings.identity.authority).origin,
  });
}

/** Routes' titles do not depend on the action's answer. With scripts, `useErrorTitle` does the same. */
function hasRefusedForm({ staticHandlerContext: { actionData } }: EntryContext): boolean {
  return Object.values(actionData ?? {}).some(
    (answer: Partial<FormAnswer> | null) => answer?.errors !== undefined || answer?.failure !== undefined,
  );
}

/**
 * Sends the page in one piece, after everything is ready. Without scripts, content that React streams later would never
 * be moved to its place; the chunk size prevents React from splitting long pages for the same reason. One piece is also
 * faster than React's many small ones, which cost more to send than to render.
 */
function render(request: Request, remix: EntryContext, nonce: string): Promise<PassThrough> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <DocumentContext.Provider
        value={{ nonce, styles: hasStyleSheet(request, styleSheet) ? "" : styles, styleSheet, icon }}
      >
        <RemixServer context={remix} url={request.url} nonce={nonce} abortDelay={renderTimeout} />
      </DocumentContext.Provider>,
      {
        nonce,
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          resolve(pipe(new PassThrough()));
        },
        onShellError: reject,
        onError: (error) => log.error({ err: error }, "rendering failed"),
      },
    );
    setTimeout(abort, renderTimeout).unref();
  });
}

/**
 * React 18 fills the end of each of its pieces with zeros where the next character has several bytes and does not fit. A
 * browser would show, and send back, a replacement character in a typed word. No page has zeros of its own.
 */
function withoutZeros(page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  return page.includes(0) ? Buffer.from(page.filter((byte) => byte !== 0)) : page;
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) log.error({ err: error }, "unexpected error");
}
