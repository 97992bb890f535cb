/**
 * Signs in whoever has just chosen a password at an address of an administrator, so that they need not type it again: a
 * cookie of this browser alone, which the next sign-in page takes.
 */
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { findActiveUser, type User } from "#api/modules/identity/accounts.ts";
import { cookieNames } from "#api/modules/identity/cookie-names.ts";
import type { IdentityParts } from "#api/modules/identity/parts.ts";
import { digestOf } from "#api/modules/identity/password-links.ts";
import { putTicket, takeTicket } from "#api/modules/identity/second-factor/tickets.ts";
import { signInSeconds } from "#contract/rules/sign-in.ts";

type Parts = Pick<IdentityParts, "config" | "database" | "path">;

function cookie({ config, path }: Parts, value: string, maxAge: number): string {
  const names = cookieNames(config, path);
  const secure = config.apiPublicUrl.startsWith("https:") ? "; Secure" : "";
  return `${names.newAdministrator}=${value}; Path=${names.path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

export async function giveTicket(parts: Parts, reply: FastifyReply, userId: number): Promise<void> {
  const key = randomBytes(32).toString("base64url");
  await putTicket(parts.database.db, "NewAdministrator", digestOf(key), { userId, content: "" });
  reply.header("set-cookie", cookie(parts, key, signInSeconds));
}

/** Returns the user whose password this browser has just chosen; a second request gets nothing. */
export async function userOfTicket(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<User | undefined> {
  const name = cookieNames(parts.config, parts.path).newAdministrator;
  const sent = (request.headers.cookie ?? "").split(";").find((each) => each.trim().startsWith(`${name}=`));
  if (sent === undefined) return undefined;
  reply.header("set-cookie", cookie(parts, "", 0));
  const { db } = parts.database;
  const ticket = await takeTicket(db, "NewAdministrator", digestOf(sent.trim().slice(name.length + 1)));
  return ticket && findActiveUser(db, String(ticket.userId));
}
