/** Emails to the owner of an account about changes to its second factor, so that they notice changes by others. */
import type { Db } from "#api/core/database/connection.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import { type SecondFactorEvent, secondFactorEmail } from "#api/core/mail/security-emails.ts";

export interface OwnerMail {
  /** The transaction of the change. */
  db: Db;
  jobs: Pick<Jobs, "enqueue">;
  /** URL of the built-in provider. */
  authority: string;
}

export async function mailOwner(
  { db, jobs, authority }: OwnerMail,
  { email }: { email: string },
  event: SecondFactorEvent,
): Promise<void> {
  await jobs.enqueue(db, "mail", { to: email, ...secondFactorEmail(event, `${authority}/profile/second-factor`) });
}
