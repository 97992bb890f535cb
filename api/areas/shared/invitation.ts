/** Emails new users a link to choose a password. */

import { sendOrRefuse } from "#api/core/mail/limited.ts";
import type { Email } from "#api/core/mail/mailer.ts";
import type { Context } from "#api/core/operations/context.ts";
import { linkDays, makePasswordLink, untilSent } from "#api/modules/identity/index.ts";

type Written = Pick<Email, "subject" | "text" | "html">;

/**
 * Sends the email and invalidates older links. If another authority manages passwords, the link leads to the back
 * office.
 * @throws Refusal 429 if the caller or the address has reached its limit of emails
 */
export async function invite(
  context: Context,
  user: { id: number; email: string },
  email: (about: { link: string; validDays: number }) => Written,
): Promise<void> {
  const { db, config } = context;
  const link = config.oidc.external
    ? config.publicUrl
    : await makePasswordLink(db, config.oidc.authority, user.id, untilSent);
  await sendOrRefuse(context, user.email, email({ link, validDays: linkDays }));
}
