/**
 * The input of forms that were sent after the session had ended: sealed in cookies while the person signs in again, and
 * put back into each form. Longer input than a cookie holds stays on the page instead, to be sent again.
 */
import { createHash } from "node:crypto";
import type { FormValues } from "~/lib/form-answer";
import { type Call, wantedPath } from "./call.server";
import { cookiePrefix, type SealedCookie, sealedCookie } from "./sealed-cookie.server";
import { sessionOf } from "./session.server";

export interface Draft {
  /** The address of the form. */
  path: string;
  intent: string;
  values: FormValues;
}

interface SealedDraft extends Draft {
  /** Nobody else who signs in here sees it. Undefined when it was sent from a browser without any session. */
  subject?: string;
  /** Milliseconds since 1970. */
  keptAt: number;
}

/** Several forms may wait, one for each tab; with more the oldest gives way, so that request headers stay short. */
const maxDrafts = 4;

const cookieNamed = (name: string): SealedCookie<SealedDraft> =>
  sealedCookie<SealedDraft>(name, { maxChunks: 2, maxAgeSeconds: 20 * 60 });

/** A name of its own for each form that was rendered: two tabs that send at the same moment do not collide. */
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

/** The drafts of this browser, oldest first; those that cannot be opened come first of all. */
async function waiting(cookies: ReadonlyMap<string, string>): Promise<Waiting[]> {
  const names = [...cookies.keys()].filter((name) => name.startsWith(`${cookiePrefix}draft-`) && !name.includes("."));
  const drafts = names.map(async (fullName) => {
    const name = fullName.slice(cookiePrefix.length);
    const cookie = cookieNamed(name);
    return { name, cookie, draft: await cookie.open(cookies) };
  });
  return (await Promise.all(drafts)).sort((a, b) => (a.draft?.keptAt ?? 0) - (b.draft?.keptAt ?? 0));
}

/** @returns false when it is too long for a cookie */
export async function keepDraft(call: Call, intent: string, values: FormValues): Promise<boolean> {
  const { cookies, pendingCookies } = call.state;
  const session = await sessionOf(call.state);
  const subject = session.status === "none" ? undefined : session.signedIn.subject;
  const path = wantedPath(call);
  const name = nameOf(path, intent, values);
  const lines = await cookieNamed(name).seal({ path, intent, values, subject, keptAt: Date.now() }, cookies);
  if (!lines) return false;
  const others = (await waiting(cookies)).filter((other) => other.name !== name);
  for (const { cookie } of others.slice(0, Math.max(0, others.length - (maxDrafts - 1))))
    pendingCookies.push(...cookie.clear(cookies));
  pendingCookies.push(...lines);
  return true;
}

/** The draft for the requested page; it is gone from the browser afterwards. */
export async function takeDraft(call: Call): Promise<Draft | undefined> {
  if (call.request.method !== "GET") return undefined;
  const session = await sessionOf(call.state);
  if (session.status !== "live") return undefined;
  const { subject } = session.signedIn;
  const wanted = wantedPath(call);
  const isWanted = (draft?: SealedDraft) =>
    draft?.path === wanted && (draft.subject === undefined || draft.subject === subject);
  const found = (await waiting(call.state.cookies)).find(({ draft }) => isWanted(draft));
  if (!found?.draft) return undefined;
  call.state.pendingCookies.push(...found.cookie.clear(call.state.cookies));
  const { path, intent, values } = found.draft;
  return { path, intent, values };
}
