/**
 * What was typed when the session ended: sealed in a cookie while the person signs in again, and put back into the
 * form. Longer texts than a cookie holds stay on the page instead, to be sent again.
 */
import type { FormValues } from "~/lib/form-answer";
import { type Call, wantedPath } from "./call.server";
import { sealedCookie } from "./sealed-cookie.server";
import { sessionOf } from "./session.server";

export interface Draft {
  /** The address of the form. */
  path: string;
  intent: string;
  values: FormValues;
}

interface SealedDraft extends Draft {
  /** Nobody else who signs in here sees it. */
  subject: string;
}

const cookie = sealedCookie<SealedDraft>("draft", { maxChunks: 2, maxAgeSeconds: 20 * 60 });

/** @returns false when it is too long for a cookie */
export async function keepDraft(call: Call, intent: string, values: FormValues): Promise<boolean> {
  const session = await sessionOf(call.state);
  if (session.status === "none") return false;
  const lines = await cookie.seal({ path: wantedPath(call), intent, values, subject: session.signedIn.subject }, call.state.cookies);
  call.state.pendingCookies.push(...(lines ?? []));
  return lines !== undefined;
}

/** The draft for the page that is asked for; it is gone from the browser afterwards. */
export async function takeDraft(call: Call): Promise<Draft | undefined> {
  if (call.request.method !== "GET") return undefined;
  const session = await sessionOf(call.state);
  const draft = await cookie.open(call.state.cookies);
  if (!draft || session.status !== "live" || draft.subject !== session.signedIn.subject || draft.path !== wantedPath(call)) return undefined;
  call.state.pendingCookies.push(...cookie.clear(call.state.cookies));
  const { path, intent, values } = draft;
  return { path, intent, values };
}
