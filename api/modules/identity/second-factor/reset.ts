import { clearFailuresOfBrowser, secondFactorCodes, signInName } from "#api/modules/identity/sign-in.ts";
import { mailOwner, type OwnerMail } from "./emails.ts";
import { removeAllFactors } from "./factors.ts";

/** Removes every factor of the user inside a transaction, and notifies them. Returns false if there was none. */
export async function resetFactors(parts: OwnerMail, user: { id: number; email: string }): Promise<boolean> {
  if (!(await removeAllFactors(parts.db, user.id))) return false;
  await clearFailuresOfBrowser(parts.db, signInName(user.email), secondFactorCodes);
  await mailOwner(parts, user, { what: "reset" });
  return true;
}
