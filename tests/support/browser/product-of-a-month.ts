/**
 * The product for the test of a whole month, which settles all invoices and therefore needs its own: on the embedded
 * database, from the folder of the image if there is one, or with two APIs and two back offices on the PostgreSQL of
 * `TEST_POSTGRES_URL`.
 */
import { randomUUID } from "node:crypto";
import { databaseUrl, onServer } from "#tests/support/postgres.ts";
import { testedImage } from "#tests/support/tested-image.ts";
import { startProduct } from "./product.ts";

const account = {
  bankCode: "WBC",
  userName: "Harbour Trading Pty Ltd",
  userId: "301500",
  bsb: "032-001",
  accountNumber: "123456",
};

export default async function startMonth(): Promise<() => Promise<void>> {
  const env = { PAYER_ACCOUNT: JSON.stringify(account) };
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) return startProduct({ env, image: process.env.TEST_IMAGE ? testedImage() : undefined });
  const name = `month_${randomUUID().replaceAll("-", "")}`;
  await onServer(server, `create database ${name}`);
  const stop = await startProduct({ copies: 2, env: { ...env, DATABASE_URL: databaseUrl(server, name) } });
  return async () => {
    await stop();
    await onServer(server, `drop database ${name} with (force)`);
  };
}
