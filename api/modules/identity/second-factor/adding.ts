/** Adding a factor: the first one with the password, each further one after proving one that is there already. */
import { randomBytes } from "node:crypto";
import type { Db } from "#api/core/database/connection.ts";
import { factorsOf, hasFactor } from "./factors.ts";
import { findTicket, putTicket } from "./tickets.ts";

/** Remembers for some minutes that the user has proved a factor. Returns the id of that proof. */
export async function beginAdding(db: Db, userId: number): Promise<string> {
  const id = randomBytes(32).toString("base64url");
  await putTicket(db, "FactorProved", id, { userId, content: "" });
  return id;
}

/** Says what the user must still provide: the password, a proof of a factor, or nothing after that proof. */
export async function howToAdd(db: Db, userId: number, proof: string): Promise<"password" | "proof" | "nothing"> {
  if (!hasFactor(await factorsOf(db, userId))) return "password";
  return (await findTicket(db, "FactorProved", proof))?.userId === userId ? "nothing" : "proof";
}
