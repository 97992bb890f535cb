/** The account that suppliers are paid from: one person enters it, and another one confirms it. */
import { isDeepStrictEqual } from "node:util";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, forbidden } from "#api/core/refusals/refusal.ts";
import { lockSettings, writeSettings } from "#api/core/settings/stored-settings.ts";
import type { Operations } from "#contract/operations.ts";
import { digitsOf } from "#contract/rules/abn.ts";
import type { Payer } from "#contract/rules/direct-entry.ts";

type Settings = Operations["settings"];

function accountIn(input: {
  BankCode: string;
  UserName: string;
  UserId: string;
  Bsb: string;
  AccountNumber: string;
}): Payer {
  return {
    bankCode: input.BankCode.toUpperCase(),
    userName: input.UserName,
    userId: input.UserId,
    bsb: digitsOf(input.Bsb),
    accountNumber: digitsOf(input.AccountNumber),
  };
}

function assertNotFixed({ config }: Context): void {
  if (config.given.payer)
    throw conflict("The variable PAYER_ACCOUNT of the server gives this account, so it cannot be changed here.");
}

const nothingProposed = { proposedPayer: null, payerProposedAt: null, payerProposedBy: null };

export const proposePayer: Handler<Settings["proposePayer"]> = async (input, context) => {
  assertNotFixed(context);
  const { db, caller, now } = context;
  await lockSettings(db);
  await writeSettings(db, {
    proposedPayer: accountIn(input),
    payerProposedAt: now,
    payerProposedBy: caller.userId,
  });
  return null;
};

export const confirmPayer: Handler<Settings["confirmPayer"]> = async (input, context) => {
  assertNotFixed(context);
  const { db, caller, now } = context;
  const stored = await lockSettings(db);
  const account = accountIn(input);
  if (!stored.proposedPayer || !isDeepStrictEqual(stored.proposedPayer, account))
    throw conflict("The account has changed since you opened this page. Please reload it and check it again.");
  if (stored.payerProposedBy === caller.userId)
    throw forbidden("You entered this account yourself, so somebody else has to confirm it.");
  await writeSettings(db, {
    payer: account,
    payerConfirmedAt: now,
    payerConfirmedBy: caller.userId,
    ...nothingProposed,
  });
  return null;
};

export const withdrawPayer: Handler<Settings["withdrawPayer"]> = async (_input, { db }) => {
  await lockSettings(db);
  await writeSettings(db, nothingProposed);
  return null;
};
