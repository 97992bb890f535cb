/** Tells the owner of an account what happened to its second factor: whoever did it, the owner would notice. */
import type { Db } from "#api/database/connection.ts";
import type { Jobs } from "#api/jobs/jobs.ts";
import { type SecondFactorEvent, secondFactorEmail } from "#api/mail/security-emails.ts";

export interface OwnerMail {
  /** Of the transaction that changes it. */
  db: Db;
  jobs: Pick<Jobs, "enqueue">;
  /** The address of the built-in provider. */
  authority: string;
}

export async function mailOwner(
  { db, jobs, authority }: OwnerMail,
  { email }: { email: string },
  event: SecondFactorEvent,
): Promise<void> {
  await jobs.enqueue(db, "mail", { to: email, ...secondFactorEmail(event, `${authority}/profile/second-factor`) });
}
