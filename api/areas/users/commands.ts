import { eq } from "drizzle-orm";
import { invite } from "#api/areas/shared/invitation.ts";
import { endSession } from "#api/core/access/ended-sessions.ts";
import { endAccount } from "#api/core/access/grants.ts";
import { edited } from "#api/core/commands/edits.ts";
import { sqlState } from "#api/core/database/failures.ts";
import { users } from "#api/core/database/schema/index.ts";
import { welcomeEmail } from "#api/core/mail/emails.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, invalid, notFound } from "#api/core/refusals/refusal.ts";
import { clearFailedSignIns, deletePasswordLinks, resetFactors } from "#api/modules/identity/index.ts";
import type { Operations } from "#contract/operations.ts";
import { at } from "#contract/rules/at.ts";
import { userDetails } from "#contract/users/edits.ts";

type Users = Operations["users"];

export const register: Handler<Users["register"]> = async (input, context) => {
  const made = await refuseIfTaken(() =>
    context.db
      .insert(users)
      .values({
        email: input.Email,
        givenName: input.GivenName,
        surname: input.Surname,
        roles: [...new Set(input.Roles)],
      })
      .returning(),
  );
  const user = at(made, 0);
  await sendWelcome(context, user);
  return user.id;
};

export const resendRegistrationEmail: Handler<Users["resendRegistrationEmail"]> = async (input, context) => {
  const user = await userToChange(context, input.UserId);
  if (!user.isActive) throw conflict("This user is deactivated. Activate the account first.");
  await sendWelcome(context, user);
  return null;
};

export const update: Handler<Users["update"]> = async (sent, context) => {
  const user = await userToChange(context, sent.UserId);
  const input = edited(sent, userDetails(user));
  assertOwnRole(context, user, input.Roles);
  // A link sent to the previous address must not open the account.
  if (input.Email !== user.email) await deletePasswordLinks(context.db, user.id);
  await refuseIfTaken(() =>
    context.db
      .update(users)
      .set({ email: input.Email, givenName: input.GivenName, surname: input.Surname, roles: [...new Set(input.Roles)] })
      .where(eq(users.id, user.id)),
  );
  return null;
};

/**
 * Ends every session of the user at once: deletes the refresh tokens, and the API checks `isActive` at each request.
 */
export const deactivate: Handler<Users["deactivate"]> = async (input, context) => {
  await deactivateUser(context, await userToChange(context, input.UserId));
  return null;
};

/** @param user locked */
export async function deactivateUser({ db, caller }: Pick<Context, "db" | "caller">, user: User): Promise<void> {
  if (user.id === caller.userId) throw conflict("You cannot deactivate your own account. Another administrator can.");
  await db.update(users).set({ isActive: false }).where(eq(users.id, user.id));
  await endAccount(db, String(user.id));
}

/** Also lifts a lock. */
export const activate: Handler<Users["activate"]> = async (input, context) => {
  await activateUser(context, await userToChange(context, input.UserId));
  return null;
};

/** @param user locked */
export async function activateUser({ db }: Pick<Context, "db">, user: User): Promise<void> {
  await db.update(users).set({ isActive: true }).where(eq(users.id, user.id));
  await clearFailedSignIns(db, user.email);
}

export const signOut: Handler<Users["signOut"]> = async (_input, { db, caller, config }) => {
  await endSession(db, caller.identified, config.session.maxMinutes);
  return null;
};

/** For users who have lost their phone and their recovery codes. Does nothing if there is no second factor. */
export const resetSecondFactor: Handler<Users["resetSecondFactor"]> = async (input, context) => {
  const user = await userToChange(context, input.UserId);
  if (user.id === context.caller.userId)
    throw conflict(
      "You cannot reset your own second factor here. Change it in your profile, or ask another administrator.",
    );
  const { db, jobs, config } = context;
  await resetFactors({ db, jobs, authority: config.oidc.authority }, user);
  return null;
};

export type User = typeof users.$inferSelect;

function sendWelcome(context: Context, user: User): Promise<void> {
  return invite(context, user, (about) => welcomeEmail({ ...about, givenName: user.givenName }));
}

/** @throws Refusal 422 if somebody would take their own role Administrator */
export function assertOwnRole({ caller }: Pick<Context, "caller">, user: User, after: readonly string[]): void {
  if (user.id === caller.userId && !after.includes("Administrator"))
    throw invalid({ Roles: ["You cannot take the role Administrator from yourself. Another administrator can."] });
}

/** @throws Refusal 422 if the email address belongs to somebody else */
async function refuseIfTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (sqlState(error) === "23505") throw invalid({ Email: ["Another user has this email address."] });
    throw error;
  }
}

export async function userToChange({ db }: Pick<Context, "db">, id: number) {
  const [user] = await db.select().from(users).where(eq(users.id, id)).for("update");
  if (!user) throw notFound("This user");
  return user;
}
