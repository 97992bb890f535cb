/**
 * Saves the input of forms that were submitted after the session had ended: sealed in cookies until the user has signed
 * in again, and then restored into the form. Input that is too long for a cookie stays on the page, to be submitted
 * again.
 */
import { createHash } from "node:crypto";
import type { FormValues } from "#app/lib/form-answer.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { cookiePrefix, type SealedCookie, sealedCookie } from "#app/services/session/sealed-cookie.server.ts";
import { sessionOf } from "#app/services/session/session.server.ts";

export interface Draft {
  /** The form's address. */
  path: string;
  intent: string;
  values: FormValues;
}

interface SealedDraft extends Draft {
  /**
   * The user's subject: the draft is hidden from anybody else who signs in. Undefined if the browser had no session at
   * all.
   */
  subject?: string;
  /** Milliseconds since 1970. */
  savedAt: number;
}

/** One draft for each tab, up to this many; the oldest is dropped, to limit the size of request headers. */
const maxDrafts = 4;

const cookieNamed = (name: string): SealedCookie<SealedDraft> =>
  sealedCookie<SealedDraft>(name, { maxChunks: 2, maxAgeSeconds: 20 * 60 });

/** Returns a cookie name that is unique to the rendered form, so that two tabs submitting at once do not collide. */
function nameOf(path: string, intent: string, values: FormValues): string {
  const form = createHash("sha256")
    .update(JSON.stringify([path, intent, values.Id]))
    .digest("hex");
  return `draft-${form.slice(0, 12)}`;
}

interface Waiting {
  name: string;
  cookie: SealedCookie<SealedDraft>;
  draft: SealedDraft | undefined;
}

/** Returns the drafts of this browser, oldest first. Those that cannot be opened come before them. */
async function waiting(cookies: ReadonlyMap<string, string>): Promise<Waiting[]> {
  const names = [...cookies.keys()].filter((name) => name.startsWith(`${cookiePrefix}draft-`) && !name.includes("."));
  const drafts = names.map(async (fullName) => {
    const name = fullName.slice(cookiePrefix.length);
    const cookie = cookieNamed(name);
    return { name, cookie, draft: await cookie.open(cookies) };
  });
  return (await Promise.all(drafts)).sort((a, b) => (a.draft?.savedAt ?? 0) - (b.draft?.savedAt ?? 0));
}

/**
 * @param path the form's address; the requested one by default
 * @returns false if the input is too long for a cookie
 */
export async function saveDraft(
  context: RequestContext,
  intent: string,
  values: FormValues,
  path = requestedPath(context),
): Promise<boolean> {
  const { cookies, pendingCookies } = context.state;
  const session = await sessionOf(context.state);
  const subject = session.status === "none" ? undefined : session.signedIn.subject;
  const name = nameOf(path, intent, values);
  const lines = await cookieNamed(name).seal({ path, intent, values, subject, savedAt: Date.now() }, cookies);
  if (!lines) return false;
  const others = (await waiting(cookies)).filter((other) => other.name !== name);
  for (const { cookie } of others.slice(0, Math.max(0, others.length - (maxDrafts - 1))))
    pendingCookies.push(...cookie.clear(cookies));
  pendingCookies.push(...lines);
  return true;
}

/** Returns the draft for the requested page and deletes it from the browser. */
export async function takeDraft(context: RequestContext): Promise<Draft | undefined> {
  if (context.request.method !== "GET") return undefined;
  const session = await sessionOf(context.state);
  if (session.status !== "live") return undefined;
  const { subject } = session.signedIn;
  const wanted = requestedPath(context);
  const isWanted = (draft?: SealedDraft) =>
    draft?.path === wanted && (draft.subject === undefined || draft.subject === subject);
  const found = (await waiting(context.state.cookies)).find(({ draft }) => isWanted(draft));
  if (!found?.draft) return undefined;
  context.state.pendingCookies.push(...found.cookie.clear(context.state.cookies));
  const { path, intent, values } = found.draft;
  return { path, intent, values };
}
