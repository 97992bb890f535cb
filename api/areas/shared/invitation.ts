/** How somebody who may sign in from now on gets to know: by a mail with a link to choose a password. */
import type { Context } from "../../http/context.ts";
import { makePasswordLink } from "../../identity/password-links.ts";
import type { Letter } from "../../mail/mailer.ts";

const validDays = 7;
const dayMs = 24 * 60 * 60 * 1000;

type Written = Pick<Letter, "subject" | "text" | "html">;

/** Older links of the user stop working. Another authority keeps its own passwords: then the link leads to the back office. */
export async function invite(
  { db, jobs, config }: Context,
  user: { id: number; email: string },
  letter: (about: { link: string; validDays: number }) => Written,
): Promise<void> {
  const link = config.oidc.external ? config.publicUrl : await makePasswordLink(db, config.oidc.authority, user.id, validDays * dayMs);
  await jobs.enqueue(db, "mail", { to: user.email, ...letter({ link, validDays }) });
}
